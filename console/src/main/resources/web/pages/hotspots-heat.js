// Frames by single requests of an endpoint, the fastest request first (CRISP figure 10).
import { html, useMemo, useState } from "../html.js";
import { useAnswer } from "../api.js";
import { navigate } from "../router.js";
import { duration, endpointName, number } from "../format.js";
import { Card, Empty, Loading, Problem, Tabs, Time } from "../components/basics.js";
import { HeatMap } from "../components/heat.js";
import { useEndpoint } from "./hotspots-endpoint.js";

const KINDS = [{ key: "exclusiveNanos", title: "Own time" },
  { key: "inclusiveNanos", title: "With what it calls" }];

export function HeatPart({ params }) {
  const { endpoint, choice, error: noEndpoints } = useEndpoint(params);
  const { data, error } = useAnswer(endpoint ? "endpoint/records" : null,
    { stream: "heatmaps", service: endpoint?.service, operation: endpoint?.operation });
  const [kind, setKind] = useState(KINDS[0].key);
  const record = data?.records.find((each) => String(each.window.startMillis) === params.window)
    ?? data?.records[0];
  return html`
    <${Card} title="Which frames make requests slow" actions=${choice}>
      ${(error ?? noEndpoints) && html`<${Problem} error=${error ?? noEndpoints} />`}
      ${!data && !error && !noEndpoints && html`<${Loading} lines=${10} />`}
      ${data && !record && html`<${Empty}>No heat map of this endpoint yet: one comes with each window that
        has requests of it.</${Empty}>`}
      ${record && html`
        <div class="row"><${Tabs} tabs=${KINDS} chosen=${kind} onChoose=${setKind} />
          <${Windows} records=${data.records} record=${record} params=${params} />
          <span class="muted">${number(record.columns.length)} of ${number(record.requests)} requests, fastest
            at the left;
            click one to open its trace.</span></div>
        <${FramesByRequests} record=${record} kind=${kind} />`}
    </${Card}>`;
}

function Windows({ records, record, params }) {
  const choose = (event) => navigate("hotspots", { ...params, window: event.currentTarget.value },
    { replace: true });
  return records.length > 1 ? html`<label class="row"><span class="muted">Window</span>
    <select value=${record.window.startMillis}
      onChange=${choose}>${records.map(({ window, requests }) => html`
      <option key=${window.startMillis} value=${window.startMillis}><${Time}
        millis=${window.startMillis} /> (${requests})</option>`)}
    </select></label>` : html`<span class="muted">from <${Time}
      millis=${record.window.startMillis} /></span>`;
}

/** Every row is a frame, every column a request. */
export function FramesByRequests({ record, kind }) {
  const { columns, rows } = record;
  const values = useMemo(() => columns.map((_, x) => rows.map((row) => row[kind][x])), [record, kind]);
  const open = (x) => navigate("trace",
    { id: columns[x].traceId, from: record.window.startMillis, to: record.window.endMillis });
  const describe = (x, y) =>
    `${endpointName(rows[y])}: ${duration(values[x][y])} of ${duration(columns[x].durationNanos)}`;
  return html`<${HeatMap} xs=${columns} ys=${rows} values=${values}
    left=${Math.min(520, Math.round(innerWidth * 0.27))}
    height=${Math.min(1000, rows.length * 19 + 22)}
    xLabel="requests by response time" yLabel="frames" formatX=${(column) => duration(column.durationNanos)}
    formatY=${(row) => endpointName(row)} formatValue=${duration} describe=${describe} onCell=${open} />`;
}
