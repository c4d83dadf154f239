// The exemplars of an incident, with what the store knows of them.
import { html, useEffect, useState } from "../html.js";
import { get, inReport } from "../api.js";
import { duration } from "../format.js";
import { useStatus } from "../status.js";
import { Card, Time, TraceLink } from "../components/basics.js";
import { exemplarRanges, kindOf } from "./incident-parts.js";

/** What the exemplars of an incident's window are: slow only if the mean rose. */
export function exemplarWord(incident) {
  const { before, after } = incident.totals ?? {};
  const slow = kindOf(incident) === "time" && !(after?.meanNanos <= before?.meanNanos);
  return slow ? "Slow" : kindOf(incident) === "errors" ? "Failed" : "Typical";
}

/** Exemplar traces: typical ones of the incident, and typical ones before it. */
export function Exemplars({ answer: { incident } }) {
  const { before, after } = incident.exemplars;
  const links = incident.links ?? { before: [], after: [] };
  const ranges = exemplarRanges(incident);
  return html`
    <${Card} title="Traces" test="exemplars">
      ${before.length + after.length === 0 ? html`
        <p class="muted">The job kept no exemplars of this incident.</p>` : html`
        <h3>${exemplarWord(incident)}, in the incident's window</h3>
        <${TraceList} ids=${after} links=${links.after} range=${ranges.after} incident=${incident} />
        <h3>Usual, before it</h3>
        <${TraceList} ids=${before} links=${links.before} range=${ranges.before} incident=${incident} />
        <p class="muted table-note">The most typical of each kind comes first.</p>`}
    </${Card}>`;
}

/** Traces with their start and response time. */
function TraceList({ ids, links, range, incident }) {
  const outside = (link) => /^https?:\/\//i.test(link ?? "") && html`
    <a href=${link} rel="noreferrer noopener" target="_blank">tracing system ↗</a>`;
  const traces = useExemplars(ids, range, incident.judgedMillis);
  return html`
    <ul class="plain-list traces">
      ${traces.map(({ id, durationNanos, startNanos, spansKept }) => html`
        <li key=${id} class="row"><${TraceLink} id=${id} ...${range} incident=${incident.id} />
          ${startNanos && html`<b data-test="exemplar-duration" data-value=${durationNanos}>${
            duration(durationNanos)}</b> <span class="muted">at <${Time} millis=${startNanos / 1e6} />${
            !spansKept && ", critical path only"}</span>`}
          ${outside(links[ids.indexOf(id)])}</li>`)}
      ${ids.length === 0 && html`<li class="muted">none</li>`}
    </ul>`;
}

/**
 * Hook: traces {id, startNanos?, durationNanos?, spansKept?} in the order of the ids, but those of which the
 * store has not all spans last. It asks the store at each new time until it has all; without a time never.
 */
export function useExemplars(ids, range, atMillis) {
  const [known, setKnown] = useState({});
  const asked = (useStatus().status?.storeOn || inReport()) && atMillis;
  useEffect(() => {
    const missing = ids.filter((id) => !known[id]);
    if (asked && missing.length > 0) {
      find(missing, range).then((found) => setKnown((others) => ({ ...others, ...found })), () => {});
    }
  }, [ids.join(), asked]);
  const lacks = ({ spansKept }) => Number(spansKept === false);
  return ids.map((id) => ({ id, ...known[id] })).sort((a, b) => lacks(a) - lacks(b));
}

/** What the store, or a report, has of some traces, by id. */
async function find(ids, range) {
  const found = inReport() ? await carried(ids) : (await get("store/found", { ids, ...range })).traces;
  return Object.fromEntries(found.toReversed().map((each) => [each.traceId, each])); // the first of a trace
}

async function carried(ids) {
  const answers = await Promise.allSettled(ids.map((id) => get("store/trace", { id })));
  return answers.flatMap(({ value }) => value?.requests.slice(0, 1).map(({ found }) => found) ?? []);
}
