// The exemplars of an incident, with what the index knows of them.
import { html, useEffect, useState } from "../html.js";
import { get } from "../api.js";
import { duration } from "../format.js";
import { Card, Time, TraceLink } from "../components/basics.js";
import { exemplarRanges } from "./incident-parts.js";

/** Exemplar traces: slow ones during the incident, and normal ones before it. */
export function Exemplars({ answer: { incident } }) {
  const { before, after } = incident.exemplars;
  const links = incident.links ?? { before: [], after: [] };
  const ranges = exemplarRanges(incident);
  return html`
    <${Card} title="Traces" test="exemplars">
      ${before.length + after.length === 0 ? html`
        <p class="muted">The job kept no exemplars of this incident.</p>` : html`
        <h3>Slow, in the incident's window</h3>
        <${TraceList} ids=${after} links=${links.after} range=${ranges.after} incident=${incident} />
        <h3>Usual, before it</h3>
        <${TraceList} ids=${before} links=${links.before} range=${ranges.before} incident=${incident} />`}
    </${Card}>`;
}

/** Traces with their start and response time; first those with spans, the slowest first. */
function TraceList({ ids, links, range, incident }) {
  const found = useFound(ids, range, incident.judgedMillis);
  const outside = (link) => /^https?:\/\//i.test(link ?? "") && html`
    <a href=${link} rel="noreferrer noopener" target="_blank">tracing system ↗</a>`;
  const rows = ids.map((id, i) => ({ id, link: links[i], ...found[id] }))
    .sort((a, b) => worth(b) - worth(a));
  return html`
    <ul class="plain-list traces">${rows.map(({ id, link, durationNanos, startNanos, spansKept }) => html`
      <li key=${id} class="row"><${TraceLink} id=${id} ...${range} incident=${incident.id} />
        ${startNanos && html`<b>${duration(durationNanos)}</b> <span class="muted">at <${Time}
          millis=${startNanos / 1e6} />${!spansKept && ", no spans"}</span>`} ${outside(link)}</li>`)}
      ${ids.length === 0 && html`<li class="muted">none</li>`}
    </ul>`;
}

/** What is worth opening: a trace with spans before one without, a slow one before a fast one. */
function worth({ spansKept, durationNanos = 0 }) {
  return spansKept ? 1 + durationNanos : -1 / (1 + durationNanos);
}

/** Hook: what the index knows of traces, by id, asked again at a new time. */
function useFound(ids, range, atMillis) {
  const [found, setFound] = useState({});
  useEffect(() => {
    for (const id of ids.filter((each) => !found[each])) {
      get("index/trace", { id, ...range }).then(({ requests: [request] }) =>
        setFound((others) => ({ ...others, [id]: request.found })), () => {}); // not merged yet, or no index
    }
  }, [ids.join(), atMillis]);
  return found;
}
