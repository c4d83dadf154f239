// The spans of one typical trace of an incident, each beside the usual duration of its operation.
import { html, useMemo, useState } from "../html.js";
import { useAnswer } from "../api.js";
import { duration, signed, visible } from "../format.js";
import { Badge, Card, TraceLink, endpointKey, rangeOfWindow } from "../components/basics.js";
import { CallTree } from "../components/call-tree.js";
import { Pair } from "../components/row-charts.js";
import { figureColumn } from "../components/table.js";
import { exemplarRanges } from "./incident-parts.js";
import { exemplarWord, useExemplars } from "./incident-traces.js";

/** A span differs much from the usual by this part of the request's duration. */
const MUCH = 0.02;
/** More attributes are folded. */
const FEW = 6;

/** The first exemplar of the window that the store has. */
export function SpansCard({ answer: { incident } }) {
  const range = exemplarRanges(incident).after;
  const shown = useExemplars(incident.exemplars.after, range, incident.judgedMillis).find(({ startNanos }) =>
    startNanos);
  const [endpoint] = incident.endpoints;
  const trace = useAnswer(shown ? "store/trace" : null, { id: shown?.id, ...range });
  const usual = useAnswer(shown ? "store/durations" : null,
    { ...endpoint, ...rangeOfWindow(incident.baseline) });
  const [request] = trace.data?.requests ?? [];
  return request && html`
    <${Card} test="spans" title=${html`${exemplarWord(incident)} trace: <${TraceLink} id=${shown.id} ...${range}
      incident=${incident.id} />, ${duration(request.found.durationNanos)}`}>
      <${Spans} request=${request} operations=${usual.data?.operations ?? []} />
      <${Attributes} attributes=${request.attributes ?? []} />
    </${Card}>`;
}

function Spans({ request, operations }) {
  const [all, setAll] = useState(false);
  const spans = useMemo(() => spansOf(request.spans, operations), [request, operations]);
  const nodes = useMemo(() => (all ? spans : telling(spans)), [spans, all]);
  const most = nodes.reduce((sum, { durationNanos, usualNanos = 0 }) =>
    Math.max(sum, durationNanos, usualNanos), 1);
  const columns = [
    { key: "failed", title: "", value: ({ failed }) => failed,
      cell: ({ failed }) => failed && html`<${Badge} kind="bad">failed</${Badge}>` },
    figureColumn("took", "Took", duration, ({ durationNanos }) => durationNanos),
    figureColumn("usual", "Usually", duration, ({ usualNanos }) => usualNanos,
      { hint: "Mean duration of the operation's spans in the incident's baseline" }),
    figureColumn("difference", "Difference", signed, difference),
    { key: "bars", title: "", width: "22%", value: difference, cell: ({ durationNanos, usualNanos = 0 }) => html`
      <${Pair} before=${usualNanos} after=${durationNanos} most=${most} />` }
  ];
  return html`
    <${CallTree} nodes=${nodes} columns=${columns} height="420px" />
    <p class="muted table-note">Usually: the mean of the operation's spans in the incident's baseline; a dash
      where it had none. ${nodes.length < spans.length && html`Only spans that differ much or failed, and their
      callers. `}${(all || nodes.length < spans.length) && html`
      <button type="button" class="link" data-test="all-spans" onClick=${() => setAll(!all)}>${
        all ? "Show those that differ" : "Show all " + spans.length}</button>`}</p>`;
}

function difference({ durationNanos, usualNanos }) {
  return usualNanos === undefined ? undefined : durationNanos - usualNanos;
}

/** The spans that failed or differ by a part of the whole duration, and their callers; all if none does. */
function telling(spans) {
  const much = spans[0].durationNanos * MUCH;
  const kept = new Set();
  spans.forEach((span, index) => {
    if (span.failed || Math.abs(difference(span) ?? span.durationNanos) >= much) {
      for (let at = index; at >= 0 && !kept.has(at); at = spans[at].parent) {
        kept.add(at);
      }
    }
  });
  return kept.size > 0 ? spans.filter((_, index) => kept.has(index)) : spans;
}

/** Spans in preorder with their depth and the usual duration of their operation. */
function spansOf(spans, operations) {
  const usual = new Map(operations.map((each) => [endpointKey(each), each.meanNanos]));
  const depths = [];
  return spans.map((span, index) => {
    depths[index] = span.parent < 0 ? 0 : depths[span.parent] + 1;
    return { ...span, depth: depths[index], run: 1, usualNanos: usual.get(endpointKey(span)) };
  });
}

/** The attributes that the job keeps (spans.attributes), by service. */
function Attributes({ attributes }) {
  return attributes.length > 0 && html`
    <details data-test="attributes" open=${attributes.length <= FEW}><summary>${attributes.length === 1
      ? "1 attribute" : attributes.length + " attributes"}</summary><p class="muted table-note">
      ${attributes.map(({ service, key, value }, i) => html`${i > 0 && ", "}<bdi>${
        visible(service)} ${visible(key)} = <b>${visible(value)}</b></bdi>`)}</p></details>`;
}
