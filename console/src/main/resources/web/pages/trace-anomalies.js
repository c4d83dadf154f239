// Why requests of a trace are anomalies: what was expected, beside what was seen.
import { html } from "../html.js";
import { inReport, useAnswer } from "../api.js";
import { duration, probability } from "../format.js";
import { Card, EndpointLink, FrameName, Time } from "../components/basics.js";
import { anomalyKey, reasonText } from "../components/anomaly.js";
import { ShareBar } from "../components/row-charts.js";
import { Table, figureColumn } from "../components/table.js";

const ID_LENGTH = 32;

/** A card for each anomaly of a trace, nothing without any; `missing`: the store does not have the trace. */
export function TraceAnomalies({ id, missing }) {
  const whole = id.padStart(ID_LENGTH, "0").toLowerCase();
  const { data } = useAnswer("anomalies", inReport() ? {} : { trace: id }, { live: true }); // a report has one list
  const found = (data?.records ?? []).filter(({ traceId }) => traceId === whole);
  return found.map((record) => html`<${Anomaly} key=${anomalyKey(record)} record=${record} missing=${missing} />`);
}

function Anomaly({ record, missing }) {
  const { endpoint, pValue, paths, startNanos, durationNanos, model } = record;
  const title = html`Unlike the other requests of <${EndpointLink} endpoint=${endpoint} />`;
  return html`
    <${Card} title=${title} test="trace-anomaly">
      <p class="change-ranges">The request of <${Time} millis=${startNanos / 1e6} date=${true} /> took${" "}
        ${duration(durationNanos)} and has <b>${reasonText(record)}</b>. The probability that a normal request looks as
        strange as this one is ${probability(pValue)}.</p>
      <${Paths} paths=${paths} />
      <p class="muted table-note">Own times on the critical path. The expected times fit the rest of the request,
        by a model that was trained at <${Time} millis=${model.trainedMillis} date=${true} />.</p>
      ${missing && html`<p class="muted table-note" data-test="anomaly-alone">The trace itself is not here: the store
        keeps a sample of the requests.</p>`}
    </${Card}>`;
}

function Paths({ paths }) {
  const most = Math.max(...paths.map(({ surprise }) => surprise)) || 1;
  const time = (nanos) => (nanos > 0 ? duration(nanos) : html`<span class="muted">absent</span>`);
  const columns = [
    { key: "path", title: "Call path", cell: ({ path }) => html`<${CallPath} steps=${path} />` },
    figureColumn("seenNanos", "Seen", time),
    figureColumn("expectedNanos", "Expected", time),
    figureColumn("surprise", "Surprise", (surprise) => html`
      <span class="share-cell"><${ShareBar} share=${Math.max(0, surprise / most)} />${surprise.toFixed(1)}</span>`)
  ];
  return html`<${Table} label="Call paths" columns=${columns} rows=${paths} ordered height="420px"
    rowKey=${({ path }) => JSON.stringify(path)} />`;
}

function CallPath({ steps }) {
  return html`
    <ol class="path">${steps.map((step, index) => html`
      <li key=${index} class=${index === steps.length - 1 ? "path-end" : undefined}
        ><${FrameName} frame=${step} /></li>`)}</ol>`;
}
