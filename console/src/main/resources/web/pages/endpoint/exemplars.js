// Exemplars of an endpoint: single requests that stand for others, slowest first.
import { html } from "../../html.js";
import { inReport } from "../../api.js";
import { href } from "../../router.js";
import { duration } from "../../format.js";
import { Card, Empty, TraceLink } from "../../components/basics.js";
import { Table } from "../../components/table.js";
import { Answered } from "../shared/answered.js";

const MARGIN_MILLIS = 600000;

export function ExemplarsCard({ endpoint, profile, range }) {
  const window = profile.data?.window;
  const time = range ?? (window && { from: window.startMillis, to: window.endMillis });
  const all = !inReport() && html`<a class="button"
    href=${href("query", { ...endpoint, q: "traces", ...time })}>All traces in the index</a>`;
  return html`
    <${Card} title="Exemplars" test="exemplars" actions=${all}>
      <${Answered} answer=${profile} lines=${6}>${(data) => data.exemplars.length === 0
        ? html`<${Empty}>The job kept no exemplar.</${Empty}>`
          : html`<${Exemplars} data=${data} />`}</${Answered}>
    </${Card}>`;
}

function Exemplars({ data }) {
  const most = Math.max(1, ...data.exemplars.map(({ durationNanos }) => durationNanos));
  const around = { from: data.window.startMillis - MARGIN_MILLIS, to: data.window.endMillis + MARGIN_MILLIS };
  const columns = [
    { key: "trace", title: "Trace", value: ({ traceId }) => traceId, cell: ({ traceId }) => html`
      <${TraceLink} id=${traceId} ...${around} label=${html`<code>${traceId}</code>`} />` },
    { key: "bar", title: "", width: "30%", value: () => undefined, cell: ({ durationNanos }) => html`
      <span class="cell-bar"><span style=${{ width: (durationNanos / most) * 100 + "%" }}></span></span>` },
    { key: "duration", title: "Response time", align: "end", value: ({ durationNanos }) => durationNanos,
      cell: ({ durationNanos }) => html`<span data-test="exemplar"
        data-value=${durationNanos}>${duration(durationNanos)}</span>` }
  ];
  return html`<${Table} label="Exemplars" columns=${columns} rows=${data.exemplars}
    rowKey=${({ traceId, spanId }) => traceId + spanId} />`;
}
