// The top line of every page: links to the pages, how current the data is, and display settings.
import { html } from "../html.js";
import { inReport } from "../api.js";
import { href } from "../router.js";
import { prefer, usePreferences } from "../preferences.js";
import { useStatus } from "../status.js";
import { dateTime, time, sameDay, visible } from "../format.js";
import { Badge, Time } from "./basics.js";

const PLACES = [
  ["now", "Now"], ["endpoints", "Endpoints"], ["hotspots", "Hotspots"], ["compare", "Compare"],
  ["query", "Query"]
];
const ASKING = ["compare", "query"]; // a report has no server to ask
const FEED_WORDS = { "files": "recorded", "catching-up": "catching up" };
const BELONGS = { endpoint: "endpoints", category: "endpoints", trace: "endpoints", incident: "now" };
const NEXT_THEME = { auto: "light", light: "dark", dark: "auto" };
const THEME_GLYPH = { auto: "◐", light: "○", dark: "●" };

export function Header({ page, onHelp }) {
  const here = BELONGS[page] ?? page;
  return html`
    <header class="top">
      <a class="skip" href="#main" onClick=${skip}>Skip to content</a>
      <a class="brand" href=${href("now")}>Tracemill</a>
      <nav class="places" aria-label="Pages">
        ${PLACES.filter(([key]) => !inReport() || !ASKING.includes(key)).map(([key, title]) => html`
          <a key=${key} href=${href(key)} aria-current=${key === here ? "page" : undefined}>${title}</a>`)}
      </nav>
      <${Counts} />
      <span class="top-gap"></span>
      <${Freshness} />
      <${Switches} onHelp=${onHelp} />
    </header>`;
}

function skip(event) {
  event.preventDefault();
  document.getElementById("main").focus();
}

function Counts() {
  const incidents = useStatus().status?.incidents;
  const firing = ["page", "ticket", "info"].filter((severity) => incidents?.[severity] > 0);
  if (!incidents || firing.length === 0) {
    return null;
  }
  return html`
    <a class="counts" href=${href("now")} aria-label="Incidents">
      ${firing.map((severity) => html`
        <span key=${severity} data-test=${"count-" + severity} data-value=${incidents[severity]}>
          <${Badge} kind=${severity}>${incidents[severity] + " " + severity}</${Badge}></span>`)}
    </a>`;
}

/** "data as of 14:03:20", with the state of the console's reader. */
function Freshness() {
  const { status } = useStatus();
  const state = status?.feed?.state;
  const isToday = sameDay(status?.asOfMillis, Date.now());
  return html`
    <span class="fresh" data-test="freshness" data-value=${status?.asOfMillis}>
      ${inReport() ? html`<${Badge} kind="info">report</${Badge}>` : state && html`
        <span class=${"feed feed-" + state} data-test="feed">
          <span class="feed-dot" aria-hidden="true"></span>${FEED_WORDS[state] ?? state}</span>`}
      ${status?.asOfMillis ? html`
        <span class="as-of">data as of <${Time} millis=${status.asOfMillis} date=${!isToday} /></span>`
        : html`<span class="as-of muted">${status ? "no window yet" : "loading …"}</span>`}
    </span>`;
}

/** The line under the header that says that the data is old; absent if it is not. */
export function OldPicture() {
  const { status, lostMillis, error } = useStatus();
  const text = lostMillis ? lost(lostMillis, error) : old(status?.feed);
  return text && html`
    <p class="old-picture" role="alert" data-test="old-picture">
      <span class="glyph" aria-hidden="true">▲</span>${text}</p>`;
}

function lost(millis, error) {
  if (error?.status > 0) {
    return visible(error.message);
  }
  return "The console has not answered since " + today(millis) + ", so this page shows older data. "
    + "Check that its process runs. This page retries automatically.";
}

function old(feed) {
  const reason = feed?.reason ? " Reason: " + visible(feed.reason) : "";
  if (feed?.state === "down") {
    return "Kafka has been unreachable since " + today(feed.sinceMillis) + ", so this page shows older data. "
      + "The console retries automatically." + reason;
  } else if (feed?.state === "silent") {
    return "No record has arrived since " + today(feed.sinceMillis)
      + ", so this page shows older data. Check that the job runs and that spans arrive." + reason;
  }
  return null;
}

/** A time of day; with the date if it is not today. */
function today(millis) {
  return sameDay(millis, Date.now()) ? time(millis) : dateTime(millis);
}

function Switches({ onHelp }) {
  const { theme, zone } = usePreferences();
  const other = zone === "utc" ? "local" : "utc";
  return html`
    <span class="switches">
      <button type="button" class="quiet" data-test="zone" onClick=${() => prefer("zone", other)}
        title="Show times in UTC or local time (key: u)"
        >${zone === "utc" ? "UTC" : "local"}</button>
      <button type="button" class="quiet" data-test="theme" title=${"Theme: " + theme + " (key: t)"}
        onClick=${() => prefer("theme", NEXT_THEME[theme])}
        ><span aria-hidden="true">${THEME_GLYPH[theme]}</span> ${theme}</button>
      <button type="button" class="quiet" title="Keys (key: ?)" onClick=${onHelp} aria-label="Keys">?</button>
    </span>`;
}
