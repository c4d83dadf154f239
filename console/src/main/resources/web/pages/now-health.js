// Whether no incident means no problem: what is watched, and how current and complete the data is.
import { html } from "../html.js";
import { number, percent, span } from "../format.js";
import { useBehind, useLag, useStatus } from "../status.js";
import { Badge, Card, Empty, EndpointLink, ShortList, Time } from "../components/basics.js";

const MUCH = 0.01;
const LISTED = 8;
const BLIND = {
  "new": "is new",
  "few-requests": "has too few requests",
  "incomplete": "has too many incomplete traces",
  "late": "has too many late spans"
};
const NOT_CURRENT = ["starting", "catching-up", "silent", "down"];

/** The counts of missing data: [{name, missing, all, what}], from the job's quality record. */
function accounts({ records, spans, traces }) {
  const rejected = Object.values(spans.rejected ?? {}).reduce((sum, n) => sum + n, 0);
  return [
    { name: "late", missing: spans.late, all: spans.decoded, what: "spans late" },
    { name: "rejected", missing: rejected, all: spans.decoded + rejected, what: "spans rejected" },
    { name: "incomplete", missing: traces.incomplete, all: traces.complete + traces.incomplete,
      what: "traces incomplete" },
    { name: "dead-lettered", missing: records.deadLettered, all: records.received,
      what: "records dead-lettered" }
  ];
}

/** What was counted since an earlier quality record; undefined without one, or if the counts began again. */
function accountsSince(earlier, totals) {
  const recent = earlier && accounts(earlier).map(({ missing, all }, i) => ({ what: totals[i].what,
    name: totals[i].name + "-recent", missing: totals[i].missing - missing, all: totals[i].all - all }));
  return recent?.every(({ missing, all }) => missing >= 0 && all >= 0) ? recent : undefined;
}

function verdict(worst, recorded) {
  if (worst > MUCH) {
    return ["warn", "Data is incomplete"];
  }
  const nearly = worst > 0 ? "nearly " : "";
  return recorded ? ["plain", "Data was " + nearly + "complete"] : ["good", "Data is " + nearly + "complete"];
}

/** Late, rejected, incomplete and dead-lettered data: in the last minutes, and since the job's state began. */
export function QualityLine({ quality, earlier, recorded, failed }) {
  const lagMillis = useLag();
  const why = useDoubt(failed);
  if (!quality) {
    return html`<p class="quality" data-test="quality"><${Badge} kind="warn">Data is unknown</${Badge}>
      The job has not reported the quality of its data yet.</p>`;
  }
  const totals = accounts(quality);
  const recent = accountsSince(earlier, totals);
  const shares = (recent ?? totals).map(({ missing, all }) => missing / all || 0);
  const [kind, text] = why ? ["warn", "Data is not current"] : verdict(Math.max(...shares), recorded);
  return html`
    <p class="quality" data-test="quality">
      <${Badge} kind=${kind}>${text}</${Badge}>
      ${lagMillis !== undefined && html`<span data-test="lag" data-value=${lagMillis}
        title="From the end of the newest window to this computer's time">lag ${span(lagMillis)}</span>`}
      ${recent && html`<${Counts} lines=${recent} of=${"In the last "
        + span(quality.window.endMillis - earlier.window.endMillis)} /><span class="line-end"></span>`}
      <${Counts} lines=${totals} of="Since the job's state began" />
    </p>`;
}

function Counts({ lines, of }) {
  return html`
    <span class="muted">${of}:</span>
    ${lines.map(({ name, missing, all, what }) => html`
      <span key=${name} class=${missing > 0 ? undefined : "muted"} data-test=${name} data-value=${missing}
        ><b>${number(missing)}</b> of ${number(all)} ${what}${
          missing > 0 && " (" + percent(missing / all) + ")"}</span>`)}`;
}

/** How many endpoints are watched; which are not, and why. */
export function WatchCard({ watch: { watching, learning, blind }, status, recorded }) {
  const all = watching + learning.length + blind.length;
  const past = useDoubt() || recorded;
  const until = ({ untilMillis }) => (untilMillis === undefined ? "until enough requests arrive"
    : html`until <${Time} millis=${untilMillis} />`);
  return html`
    <${Card} title="Watched" test="watch">
      ${all === 0 ? html`
        <${Empty}>${status?.asOfMillis ? "No endpoint is watched yet. This takes a few minutes of requests."
          : "Not known yet."}</${Empty}>` : html`
        <p data-test="watching" data-value=${watching}><strong>${number(watching)}</strong> of ${
          number(all)} endpoints${past ? " were watched." : ": a change there would be detected."}</p>`}
      <${Unwatched} entries=${blind} kind="warn" state="blind" means="a change would not be detected"
        say=${({ reason }) => BLIND[reason] ?? reason} />
      <${Unwatched} entries=${learning} kind="info" state="learning" means="the normal behaviour"
        say=${until} />
    </${Card}>`;
}

function Unwatched({ entries, kind, state, means, say }) {
  return entries.length > 0 && html`
    <h3 class="watch-head"><${Badge} kind=${kind}>${state}</${Badge}> ${means}</h3>
    <${ShortList} shown=${LISTED} items=${entries.map((entry) => html`
      <${EndpointLink} endpoint=${entry.endpoint} />${" "}<span class="muted">${say(entry)}</span>`)} />`;
}

/** Hook: why the data is not current, {text, sinceMillis, state}; undefined if it is current or recorded. */
function useDoubt(failed) {
  const { status, lostMillis } = useStatus();
  const behindMillis = useBehind();
  const { state, sinceMillis } = status?.feed ?? {};
  if (lostMillis) {
    return { text: "the console has not answered", sinceMillis: lostMillis };
  } else if (Object.hasOwn(NOT_CURRENT, state ?? "")) {
    return { text: NOT_CURRENT[state], sinceMillis, state };
  } else if (behindMillis) {
    return { text: "the job is " + span(behindMillis) + " behind", state: "behind" };
  }
  return failed && { text: "the newest answer failed" };
}

function Why({ why: { text, sinceMillis } }) {
  return html`${text}${sinceMillis && html`${" "}since <${Time} millis=${sinceMillis} />`}`;
}

/** A line above incidents while newer data is still to come. The header says so if none comes. */
export function NotOfNow() {
  const why = useDoubt();
  return ["starting", "catching-up", "behind"].includes(why?.state) && html`
    <p class="outdated" role="status" data-test="not-of-now"><span class="glyph" aria-hidden="true">◆</span>
      <span>This data is not current: <${Why} why=${why} />.</span></p>`;
}

/** Says that no incident fires, or why that is not known. */
export function Quiet({ status, watch, failed }) {
  const why = useDoubt(failed);
  return html`
    <${Card} test=${unknown ? "not-known" : "quiet"}>
      <div class="quiet-now">
        <span class=${"quiet-mark" + (why ? " quiet-unknown" : "")} aria-hidden="true">${why ? "?" : "✓"}</span>
        <div>
          <h2 class="quiet-head">${unknown ? "Not known" : "No incident"}</h2>
          <p class="muted">${unknown ? html`The data is not current, so there may be an incident.
            ${status?.asOfMillis && html` At <${Time} millis=${status.asOfMillis} />, the end of the newest
              window, none was firing.`}` : quietText(status, watch.watching)}</p>
        </div>
      </div>
    </${Card}>`;
}

function Unknown({ why, asOf }) {
  return html`Whether there is an incident is not known: <${Why} why=${why} />.${asOf && html` At${" "}
    <${Time} millis=${asOf} />, the end of the newest window, none was firing.`}`;
}

function quietText(status, watched) {
  if (!status?.asOfMillis) {
    return "No window of the job has arrived yet. Check that the job runs and that spans arrive.";
  } else if (watched === 0) {
    return "But no endpoint is watched yet, so a change would not be detected. The list Watched says why.";
  }
  return "A change would be detected at " + watched + " of " + (status.endpoints ?? "?") + " endpoints.";
}
