// Frames by single requests of an endpoint, fastest request first (CRISP figure 10).
import { html, useMemo } from "../html.js";
import { useAnswer } from "../api.js";
import { navigate } from "../router.js";
import { duration, endpointName, number } from "../format.js";
import { Card, Empty, Tabs } from "../components/basics.js";
import { HeatMap } from "../components/heat.js";
import { Answered } from "./shared/answered.js";
import { useEndpoint, Window } from "./hotspots-endpoint.js";

const KINDS = [{ key: "exclusiveNanos", title: "Own time" },
  { key: "inclusiveNanos", title: "Total time" }];

export function HeatPart({ params }) {
  const { endpoint, choice, endpoints } = useEndpoint(params);
  const records = useAnswer(endpoint ? "endpoint/records" : null,
    { stream: "heatmaps", service: endpoint?.service, operation: endpoint?.operation });
  const { key: kind } = KINDS.find(({ key }) => key === params.kind) ?? KINDS[0];
  const choose = (key) => navigate("hotspots", { ...params, kind: key }, { replace: true });
  const record = records.data?.records[0];
  return html`
    <${Card} title="Which frames make requests slow" actions=${choice}>
      <${Answered} answer=${endpoint ? records : endpoints} lines=${10}>${() => !record && html`
        <${Empty}>No heat map of this endpoint yet. The job makes one for each window with its
          requests.</${Empty}>`}</${Answered}>
      ${record && html`
        <div class="row"><${Tabs} tabs=${KINDS} chosen=${kind} onChoose=${choose} />
          <span class="muted">${number(record.columns.length)} of ${number(record.requests)} requests${" "}
            <${Window} window=${record.window} />, fastest on the left. Click one to open its
            trace.</span></div>
        <${FramesByRequests} record=${record} kind=${kind} />`}
    </${Card}>`;
}

/** A heat map with a row for each frame and a column for each request. */
function FramesByRequests({ record, kind }) {
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
