// Whether no incident means no problem: which endpoints are watched, and how complete the data is.
import { html } from "../html.js";
import { number, percent, span } from "../format.js";
import { useLag } from "../status.js";
import { Badge, Card, Empty, EndpointLink, Time } from "../components/basics.js";

const OLD_MILLIS = 300000;
const MUCH = 0.01;
const LISTED = 8;
const REASONS = {
  "new": "is new",
  "few-requests": "has too few requests",
  "incomplete": "has too many incomplete traces",
  "late": "has too many late spans"
};

/** The counts of missing data: [{name, missing, all, what}], from the job's quality record. */
function accounts(quality) {
  const { records, spans, traces } = quality;
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

function verdict(lines, lagMillis) {
  if (lagMillis > OLD_MILLIS) {
    return ["warn", "Data is behind"];
  }
  const worst = Math.max(...lines.map(({ missing, all }) => (all > 0 ? missing / all : 0)));
  if (worst > MUCH) {
    return ["warn", "Data is incomplete"];
  }
  return worst > 0 ? ["good", "Data is nearly complete"] : ["good", "Data is complete"];
}

/** One line about lag and about late, rejected, incomplete and dead-lettered data. */
export function QualityLine({ quality }) {
  const lagMillis = useLag();
  if (!quality) {
    return html`<p class="quality" data-test="quality"><${Badge} kind="warn">Data is unknown</${Badge}>
      The job has not reported the quality of its data yet.</p>`;
  }
  const lines = accounts(quality);
  const [kind, text] = verdict(lines, lagMillis);
  return html`
    <p class="quality" data-test="quality" title="Counted since the job's state began">
      <${Badge} kind=${kind}>${text}</${Badge}>
      ${Number.isFinite(lagMillis) && html`<span class="quality-part" data-test="lag" data-value=${lagMillis}
        title="From the end of the newest window to this computer's time"
        >lag ${span(lagMillis)}</span>`}
      ${lines.map((line) => html`<${Account} key=${line.name} line=${line} />`)}
    </p>`;
}

function Account({ line }) {
  const { name, missing, all, what } = line;
  const share = missing > 0 && all > 0 ? " (" + percent(missing / all) + ")" : "";
  return html`
    <span class=${missing > 0 ? "quality-part" : "quality-part muted"} data-test=${name}
      data-value=${missing}>${missing > 0 ? html`<strong>${number(missing)}</strong>` : "0"} of ${
      number(all)} ${what}${share}</span>`;
}

/** How many endpoints are watched; which are not, and why. */
export function WatchCard({ watch }) {
  const { watching, learning, blind } = watch;
  const all = watching + learning.length + blind.length;
  return html`
    <${Card} title="Watched" test="watch">
      ${all === 0 ? html`
        <${Empty}>No endpoint is watched yet. This takes a few minutes of requests.</${Empty}>` : html`
        <p data-test="watching" data-value=${watching}><strong>${number(watching)}</strong> of ${
          number(all)} endpoints: a change there would be detected.</p>`}
      ${blind.length > 0 && html`
        <h3 class="watch-head"><${Badge} kind="warn">blind</${Badge}> a change would not be detected</h3>
        <${Unwatched} entries=${blind} say=${(entry) => REASONS[entry.reason] ?? entry.reason} />`}
      ${learning.length > 0 && html`
        <h3 class="watch-head"><${Badge} kind="info">learning</${Badge}> the normal behaviour</h3>
        <${Unwatched} entries=${learning} say=${(entry) => until(entry.untilMillis)} />`}
    </${Card}>`;
}

function until(millis) {
  return millis === undefined ? "until enough requests arrive" : html`until <${Time} millis=${millis} />`;
}

function Unwatched({ entries, say }) {
  const item = (entry, index) => html`
    <li key=${index}><${EndpointLink} endpoint=${entry.endpoint} />${" "}
      <span class="muted">${say(entry)}</span></li>`;
  return html`
    <ul class="unwatched">${entries.slice(0, LISTED).map(item)}</ul>
    ${entries.length > LISTED && html`
      <details><summary>${entries.length - LISTED} more</summary>
        <ul class="unwatched">${entries.slice(LISTED).map(item)}</ul></details>`}`;
}
