// The parts of page Hotspots that show one endpoint: frames by requests, and groups of an attribute.
import { html, useEffect, useMemo, useState } from "../html.js";
import { get, useAnswer } from "../api.js";
import { navigate } from "../router.js";
import { duration, endpointName, number, probability, visible } from "../format.js";
import { AnswerCard, Empty, FrameName, Name, Window } from "../components/basics.js";
import { EndpointChoice, Tabs, useEndpoints } from "../components/controls.js";
import { HeatMap } from "../components/heat.js";
import { Strip } from "../components/row-charts.js";
import { Table, figureColumn } from "../components/table.js";

const TRIED = 20;
const KINDS = [{ key: "exclusiveNanos", title: "Own time" }, { key: "inclusiveNanos", title: "Total time" }];

/** Hook: the endpoint in the address, or the busiest one with records of the stream, or the busiest. */
function useEndpointWith(stream, params) {
  const { answer, endpoints, chosen } = useEndpoints(params);
  const [found, setFound] = useState(undefined);
  const recordsOf = (endpoint) =>
    get("endpoint/records", { stream, ...endpoint }).then(({ records }) => records, () => []);
  const search = async () => {
    for (const endpoint of endpoints.slice(0, TRIED)) {
      if ((await recordsOf(endpoint)).length > 0) {
        setFound(endpoint);
        return;
      }
    }
  };
  useEffect(() => {
    if (chosen < 0) {
      search();
    }
  }, [stream, endpoints.length, chosen]);
  return { answer, endpoint: endpoints[chosen] ?? found ?? endpoints[0] };
}

/** A card with the records of a stream for one endpoint. */
function EndpointRecords({ params, set, stream, title, none, children }) {
  const { answer, endpoint } = useEndpointWith(stream, params);
  const records = useAnswer(endpoint ? "endpoint/records" : null, { stream, ...endpoint });
  return html`
    <${AnswerCard} title=${title} answer=${endpoint ? records : answer} lines=${10}
      actions=${endpoint && html`<${EndpointChoice} params=${endpoint} onChoose=${set} inline />`}>${() =>
      records.data?.records.length > 0 ? children(records.data.records)
        : html`<${Empty}>${none}</${Empty}>`}</${AnswerCard}>`;
}

/** Frames by single requests of an endpoint, fastest request first (CRISP figure 10). */
export function HeatPart({ params, set }) {
  return html`
    <${EndpointRecords} title="Which frames make requests slow" stream="heatmaps" ...${{ params, set }}
      none="No heat map of this endpoint yet. The job makes one for each window with its requests."
      >${([newest]) => html`
        <${FramesByRequests} record=${newest} ...${{ params, set }} />`}</${EndpointRecords}>`;
}

/** A heat map with a row for each frame and a column for each request. */
function FramesByRequests({ record: { columns, rows, requests, window }, params, set }) {
  const { key: kind } = KINDS.find(({ key }) => key === params.kind) ?? KINDS[0];
  const values = useMemo(() => columns.map((_, x) => rows.map((row) => row[kind][x])), [columns, rows, kind]);
  const open = (x) => navigate("trace",
    { id: columns[x].traceId, from: window.startMillis, to: window.endMillis });
  const describe = (x, y) =>
    `${endpointName(rows[y])}: ${duration(values[x][y])} of ${duration(columns[x].durationNanos)}`;
  return html`
    <div class="row"><${Tabs} tabs=${KINDS} chosen=${kind} onChoose=${(key) => set({ kind: key })} />
      <span class="muted">${number(columns.length)} of ${number(requests)} requests${" "}
        <${Window} window=${window} />, fastest on the left. Click one to open its trace.</span></div>
    <${HeatMap} xs=${columns} ys=${rows} values=${values} left=${Math.min(520, Math.round(innerWidth * 0.27))}
      height=${Math.min(1000, Math.max(120, rows.length * 19 + 22))}
      xLabel="requests by response time" yLabel="frames" formatY=${endpointName}
      formatX=${({ durationNanos }) => duration(durationNanos)} formatValue=${duration}
      describe=${describe} onCell=${open} />`;
}

/** The time of frames by the values of an attribute (CRISP figure 21). */
export function GroupsPart({ params, set }) {
  return html`
    <${EndpointRecords} params=${params} set=${set} stream="breakdowns"
      title="Does the value of an attribute matter?"
      none=${html`No attribute splits the requests of this endpoint. Groups need attributes in the
        key <code>spans.attributes</code>, such as k8s.pod.name, and values with at least five requests.`}
      >${(records) => html`<${Breakdowns} records=${records} />`}</${EndpointRecords}>`;
}

/** The records of the newest window, least probable first. */
function Breakdowns({ records }) {
  const { window } = records[0];
  const newest = records.filter((record) => record.window.endMillis === window.endMillis)
    .sort((a, b) => (a.pValue ?? 1) - (b.pValue ?? 1));
  return html`
    <p class="muted">Requests <${Window} window=${window} />. The least probable differences come first. From
      dark to light, the parts of a bar end at the median, p95 and p99. The dot is the mean.</p>
    ${newest.map((record, i) => html`<${Breakdown} key=${i} record=${record} />`)}`;
}

/** A frame's own time by the groups of an attribute. */
function Breakdown({ record: { attribute, frame, groups, pValue } }) {
  const most = Math.max(...groups.map(({ meanNanos, p99Nanos }) => Math.max(meanNanos, p99Nanos)));
  const columns = [
    { key: "value", title: "Value", value: ({ value }) => value,
      cell: ({ value }) => html`<${Name} value=${value} />` },
    figureColumn("requests", "Requests", number),
    { key: "strip", title: "", width: "34%", value: ({ p50Nanos }) => p50Nanos,
      cell: ({ meanNanos, p50Nanos, p95Nanos, p99Nanos }) => html`<${Strip} format=${duration} most=${most}
        distribution=${{ mean: meanNanos, p50: p50Nanos, p95: p95Nanos, p99: p99Nanos }} />` },
    figureColumn("meanNanos", "Mean", duration),
    ...["p50", "p95", "p99"].map((name) =>
      figureColumn(name, name, duration, (group) => group[name + "Nanos"]))
  ];
  return html`
    <div class="breakdown" data-test="breakdown">
      <h3><${Name} value=${attribute} /> in <${FrameName} frame=${frame} />${pValue !== undefined
        && html`: p-value ${probability(pValue)}, ${wordOf(pValue)} if the value did not matter`}</h3>
      <${Table} columns=${columns} rows=${groups} rowKey=${({ value }) => value} height="480px"
        label=${"Own time by " + visible(attribute)} />
    </div>`;
}

function wordOf(pValue) {
  return pValue < 0.001 ? "very improbable" : pValue < 0.05 ? "improbable" : "not surprising";
}
