// The top line of every page: links to the pages, how current the data is, and display settings.
import { html } from "../html.js";
import { inReport } from "../api.js";
import { href } from "../router.js";
import { switchPreference, usePreferences } from "../preferences.js";
import { useLag, useStale, useStatus } from "../status.js";
import { dateTime, time, sameDay, span, visible, zoneName } from "../format.js";
import { Badge, SEVERITIES, SeverityBadge, Time } from "./basics.js";

/** The pages with a link, and the pages below them. */
const PLACES = [["now", "Now", ["incident"]], ["endpoints", "Endpoints", ["endpoint", "category"]],
  ["services", "Services", []], ["hotspots", "Hotspots", []], ["stacks", "Stacks", []]];
const ASKING = [["compare", "Compare", []], ["query", "Query", []]]; // a report has no server to ask
const FEED_WORDS = { "files": "recorded", "catching-up": "catching up", "no-answer": "no answer" };
/** What it means that the console's reader is not current, and what happens or what to do. */
const STALE = {
  "starting": ["The console has been starting", "It shows results once it has read some."],
  "catching-up": ["The console has been reading older records", "It shows the newest ones soon."],
  "silent": ["No record has arrived", "Check that the job runs and that spans arrive."],
  "down": ["Kafka has been unreachable", "The console retries automatically."]
};
const OLDER = ", so this page shows older data";
const THEME_GLYPH = { auto: "◐", light: "○", dark: "●" };

export function Header({ page, onHelp }) {
  const { theme, zone } = usePreferences();
  const here = (key, below) => (key === page || below.includes(page) ? "page" : undefined);
  return html`
    <header class="top">
      <a class="skip" href="#main" onClick=${skip}>Skip to content</a>
      <a class="brand" href=${href("now")}>Tracemill</a>
      <nav class="places" aria-label="Pages">
        ${[...PLACES, ...(inReport() ? [] : ASKING)].map(([key, title, below]) => html`
          <a key=${key} href=${href(key)} aria-current=${here(key, below)}
            >${key === "now" && inReport() ? "Incidents" : title}</a>`)}
      </nav>
      <${Counts} />
      <span class="grow"></span>
      <${Freshness} />
      <span class="switches">
        <button type="button" class="quiet" onClick=${() => switchPreference("zone")}
          title="Show times in UTC or local time (key: u)">${zoneText(zone)}</button>
        <button type="button" class="quiet" onClick=${() => switchPreference("theme")}
          title=${"Theme: " + theme + " (key: t)"}
          ><span aria-hidden="true">${THEME_GLYPH[theme]}</span> ${theme}</button>
        <button type="button" class="quiet" title="Keys (key: ?)" aria-label="Keys" onClick=${onHelp}
          >?</button>
      </span>
    </header>`;
}

/** The chosen zone; "local" if the browser's zone is UTC now. */
function zoneText(zone) {
  const name = zoneName(Date.now());
  return zone === "local" && name === "UTC" ? zone : name;
}

function skip(event) {
  event.preventDefault();
  document.getElementById("main").focus();
}

function Counts() {
  const incidents = useStatus().status?.incidents;
  const firing = SEVERITIES.filter((severity) => incidents?.[severity] > 0);
  return firing.length > 0 && html`
    <a class="counts" href=${href("now")} aria-label="Incidents">
      ${firing.map((severity) => html`
        <${SeverityBadge} key=${severity} severity=${severity} count=${incidents[severity]} />`)}
    </a>`;
}

/** "data as of 14:03:20", with the state of the console's reader. */
function Freshness() {
  const { status } = useStatus();
  const state = useStale() ?? status?.feed?.state;
  const asOf = status?.asOfMillis;
  return html`
    <span class="fresh" data-test="freshness" data-value=${asOf}>
      ${inReport() ? html`<${Badge} kind="info">report</${Badge}>` : state && html`
        <span class=${"feed feed-" + state}>
          <span class="feed-dot" aria-hidden="true"></span>${FEED_WORDS[state] ?? state}</span>`}
      <span class="muted">${!asOf ? (status ? "no window yet" : "loading …")
        : html`data as of <${Time} millis=${asOf} date=${!sameDay(asOf, Date.now())} />`}</span>
    </span>`;
}

/** The line under the header that says since when and why the data is not current; absent if it is. */
export function OldPicture() {
  const { status, lostMillis, error } = useStatus();
  const lagMillis = useLag();
  const behind = useStale() === "behind" && "The job is " + span(lagMillis) + " behind" + OLDER
    + ". It may be busy, or have older records to read.";
  const text = lostMillis ? lost(lostMillis, error) : behind || stale(status ?? {});
  return text && html`
    <p class="old-picture" role="alert" data-test="old-picture">
      <span class="glyph" aria-hidden="true">▲</span>${text}</p>`;
}

function lost(millis, error) {
  return error.status > 0 ? visible(error.message) : "The console has not answered since " + today(millis)
    + OLDER + ". Check that its process runs. This page retries automatically.";
}

function stale({ feed, asOfMillis }) {
  const [what, advice] = STALE[feed?.state] ?? [];
  return what && what + " since " + today(feed.sinceMillis) + (asOfMillis ? OLDER : "") + ". " + advice
    + (feed.reason ? " Reason: " + visible(feed.reason) : "");
}

/** A time of day; with the date if it is not today. */
function today(millis) {
  return sameDay(millis, Date.now()) ? time(millis) : dateTime(millis);
}
