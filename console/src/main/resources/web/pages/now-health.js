// Whether no incident means no problem: what is watched, and how current and complete the data is.
import { html } from "../html.js";
import { number, percent, span } from "../format.js";
import { useLag, useSaysWhatFires, useStale } from "../status.js";
import { Badge, Card, Empty, EndpointLink, ShortList, Time } from "../components/basics.js";

const MUCH = 0.01;
const LISTED = 8;
const BLIND = {
  "new": "is new",
  "few-requests": "has too few requests",
  "incomplete": "has too many incomplete traces",
  "late": "has too many late spans"
};

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

/** Late, rejected, incomplete and dead-lettered data, in the last minutes and since the job's state began. */
export function QualityLine({ quality, earlier, recorded, failed }) {
  const lagMillis = useLag();
  const stale = useStale() || failed;
  if (!quality) {
    return html`<p class="quality" data-test="quality"><${Badge} kind="warn">Data is unknown</${Badge}>
      The job has not reported the quality of its data yet.</p>`;
  }
  const totals = accounts(quality);
  const recent = accountsSince(earlier, totals);
  const shares = (recent ?? totals).map(({ missing, all }) => missing / all || 0);
  const [kind, text] = stale ? ["warn", "Data is not current"] : verdict(Math.max(...shares), recorded);
  return html`
    <p class="quality" data-test="quality">
      <${Badge} kind=${kind}>${text}</${Badge}>
      ${lagMillis !== undefined && html`<span data-test="lag" data-value=${lagMillis}
        title="From the end of the newest window to this computer's time">lag ${span(lagMillis)}</span>`}
      ${recent && html`<${Counts} lines=${recent} of=${"In the last "
        + span(quality.window.endMillis - earlier.window.endMillis)} /><span class="line-end"></span>`}
      <${Counts} lines=${totals} of=${recorded ? "In all" : "Since the job's state began"} />
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
  const past = useStale() || recorded;
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

/** Says that no incident fires, or that this is not known, and why. */
export function Quiet({ status, watch: { watching }, failed, notices }) {
  const stale = useStale() || failed;
  const known = useSaysWhatFires(status) && !stale && watching > 0;
  const { asOfMillis } = status;
  return html`
    <${Card} test=${known ? "quiet" : "not-known"}>
      <div class="quiet-now">
        <span class=${known ? "quiet-mark" : "quiet-mark quiet-unknown"} aria-hidden="true"
          >${known ? "✓" : "?"}</span>
        <div>
          <h2 class="quiet-head">${
            !known ? "Not known" : notices > 0 ? "No page or ticket" : "No incident"}</h2>
          <p class="muted">${known
            ? "A change would be detected at " + watching + " of " + status.endpoints + " endpoints."
            : asOfMillis === undefined
              ? "No window of the job has arrived yet. Check that the job runs and that spans arrive."
            : watching === 0 && !stale
              ? "No endpoint is watched yet, so a change would not be detected. The list Watched says why."
            : html`The data is not current, so there may be an incident. At <${Time} millis=${asOfMillis} />,
              the end of the newest window, none was firing.`}</p>
        </div>
      </div>
    </${Card}>`;
}
