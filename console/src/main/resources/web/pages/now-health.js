// Whether no incident means no problem: which endpoints are watched, and how current the data is.
import { html } from "../html.js";
import { number, percent, span } from "../format.js";
import { useLag, useStatus } from "../status.js";
import { Badge, Card, Empty, EndpointLink, ShortList, Time } from "../components/basics.js";

const OLD_MILLIS = 300000;
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

function verdict(worst, lagMillis) {
  if (lagMillis > OLD_MILLIS) {
    return ["warn", "Data is behind"];
  } else if (worst > MUCH) {
    return ["warn", "Data is incomplete"];
  }
  return ["good", worst > 0 ? "Data is nearly complete" : "Data is complete"];
}

/** The counts since an earlier record, or all without one. `total` is what is missing since the beginning. */
function recent(quality, before) {
  const earlier = before ? accounts(before) : [];
  return accounts(quality).map((line, i) => {
    const missing = line.missing - (earlier[i]?.missing ?? 0);
    const all = line.all - (earlier[i]?.all ?? 0);
    return { ...line, total: line.missing, missing, all, share: missing / all || 0 };
  });
}

/** One line about lag and about late, rejected, incomplete and dead-lettered data of the last minutes. */
export function QualityLine({ quality, before }) {
  const lagMillis = useLag();
  const { lostMillis } = useStatus();
  if (!quality || lostMillis) {
    return html`<p class="quality" data-test="quality"><${Badge} kind="warn">Data is unknown</${Badge}>
      ${lostMillis ? "The console does not answer."
        : "The job has not reported the quality of its data yet."}</p>`;
  }
  const lines = recent(quality, before);
  const period = before ? "in the last " + span(quality.window.endMillis - before.window.endMillis)
    : "since the job's state began";
  const [kind, text] = verdict(Math.max(...lines.map(({ share }) => share)), lagMillis);
  return html`
    <p class="quality" data-test="quality">
      <${Badge} kind=${kind}>${text}</${Badge}>
      ${lagMillis !== undefined && html`<span data-test="lag" data-value=${lagMillis}
        title="From the end of the newest window to this computer's time">lag ${span(lagMillis)}</span>`}
      ${lines.map(({ name, missing, all, what, share, total }) => html`
        <span key=${name} class=${missing > 0 ? undefined : "muted"} data-test=${name} data-value=${total}
          title=${number(total) + " since the job's state began"}>
          <b>${number(missing)}</b> of ${number(all)} ${what}${
          share > 0 && " (" + percent(share) + ")"}</span>`)}
      <span class="muted">${period}</span>
    </p>`;
}

/** How many endpoints are watched; which are not, and why. */
export function WatchCard({ watch: { watching, learning, blind }, recorded }) {
  const all = watching + learning.length + blind.length;
  const until = ({ untilMillis }) => (untilMillis === undefined ? "until enough requests arrive"
    : html`until <${Time} millis=${untilMillis} />`);
  return html`
    <${Card} title="Watched" test="watch">
      ${all === 0 ? html`
        <${Empty}>No endpoint is watched yet. This takes a few minutes of requests.</${Empty}>` : html`
        <p data-test="watching" data-value=${watching}><strong>${number(watching)}</strong> of ${
          number(all)} endpoints${recorded ? " were watched." : ": a change there would be detected."}</p>`}
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

/** Says that no incident fires, or that this is not known; the line below the header says why. */
export function Quiet({ status, watch, failed }) {
  const { lostMillis } = useStatus();
  const old = useLag() > OLD_MILLIS;
  const unknown = lostMillis || failed || old || NOT_CURRENT.includes(status?.feed?.state);
  return html`
    <${Card} test=${unknown ? "not-known" : "quiet"}>
      <div class="quiet-now">
        <span class=${unknown ? "quiet-mark quiet-unknown" : "quiet-mark"} aria-hidden="true"
          >${unknown ? "?" : "✓"}</span>
        <div>
          <h2 class="quiet-head">${unknown ? "Not known" : "No incident"}</h2>
          <p class="muted">${unknown ? html`The data is not current, so there may be an incident.
            ${status?.asOfMillis && html` At <${Time} millis=${status.asOfMillis} />, the end of the newest
              window, none was firing.`}` : quietText(status, watch.watching)}</p>
        </div>
      </div>
    </${Card}>`;
}

function quietText(status, watched) {
  if (!status?.asOfMillis) {
    return "No window of the job has arrived yet. Check that the job runs and that spans arrive.";
  } else if (watched === 0) {
    return "But no endpoint is watched yet, so a change would not be detected. The list Watched says why.";
  }
  return "A change would be detected at " + watched + " of " + (status.endpoints ?? "?") + " endpoints.";
}
