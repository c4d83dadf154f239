// The exemplars of an incident, with what the store knows of them.
import { html, useEffect, useState } from "../html.js";
import { get } from "../api.js";
import { duration } from "../format.js";
import { Card, Time, TraceLink } from "../components/basics.js";
import { exemplarRanges, kindOf } from "./incident-parts.js";

/** Exemplar traces: slow ones during the incident, and normal ones before it. */
export function Exemplars({ answer: { incident } }) {
  const { before, after } = incident.exemplars;
  const links = incident.links ?? { before: [], after: [] };
  const ranges = exemplarRanges(incident);
  return html`
    <${Card} title="Traces" test="exemplars">
      ${before.length + after.length === 0 ? html`
        <p class="muted">The job kept no exemplars of this incident.</p>` : html`
        <h3>${kindOf(incident) === "errors" ? "Failed" : "Slow"}, in the incident's window</h3>
        <${TraceList} ids=${after} links=${links.after} range=${ranges.after} incident=${incident} />
        <h3>Usual, before it</h3>
        <${TraceList} ids=${before} links=${links.before} range=${ranges.before} incident=${incident} />`}
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
          ${startNanos && html`<b>${duration(durationNanos)}</b> <span class="muted">at <${Time}
            millis=${startNanos / 1e6} />${!spansKept && ", no spans"}</span>`}
          ${outside(links[ids.indexOf(id)])}</li>`)}
      ${ids.length === 0 && html`<li class="muted">none</li>`}
    </ul>`;
}

/**
 * Hook: traces {id, startNanos?, durationNanos?, spansKept?}, those with spans first, the slowest first. It
 * asks the store for them, again at a new time; without a time it asks nothing.
 */
export function useExemplars(ids, range, atMillis) {
  const [found, setFound] = useState({});
  useEffect(() => {
    for (const id of ids.filter((each) => atMillis && !found[each])) {
      get("store/trace", { id, ...range }).then(({ requests: [request] }) =>
        setFound((others) => ({ ...others, [id]: request.found })), () => {}); // not stored yet, or no store
    }
  }, [ids.join(), atMillis]);
  return ids.map((id) => ({ id, ...found[id] })).sort((a, b) => worth(b) - worth(a));
}

/** What is worth opening: a trace with spans before one without, a slow one before a fast one. */
function worth({ spansKept, durationNanos = 0 }) {
  return spansKept ? 1 + durationNanos : -1 / (1 + durationNanos);
}
