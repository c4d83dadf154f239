// The parts of page Hotspots that show one endpoint: frames by requests, and groups of an attribute.
import { html, useMemo } from "../html.js";
import { navigate } from "../router.js";
import { duration, endpointName, number, probability, visible } from "../format.js";
import { Empty, FrameName, Name, basisText, figuresOf } from "../components/basics.js";
import { Tabs } from "../components/controls.js";
import { StoreCard, filterOf } from "../components/filters.js";
import { HeatMap } from "../components/heat.js";
import { Strip } from "../components/row-charts.js";
import { Table, figureColumn } from "../components/table.js";

const KINDS = [{ key: "exclusiveNanos", title: "Own time" }, { key: "inclusiveNanos", title: "Total time" }];

/** Frames by single requests of an endpoint, fastest request first (CRISP figure 10). */
export function HeatPart(page) {
  return html`
    <${StoreCard} title="Which frames make requests slow" path="store/heat" ofEndpoint ...${page}
      >${(map) => html`<${FramesByRequests} map=${map} ...${page} />`}</${StoreCard}>`;
}

/** A heat map with a row for each frame and a column for each request. */
function FramesByRequests({ map: { columns, rows, basis }, params, set }) {
  const { key: kind } = KINDS.find(({ key }) => key === params.kind) ?? KINDS[0];
  const values = useMemo(() => columns.map((_, x) => rows.map((row) => row[kind][x])), [columns, rows, kind]);
  const frames = useMemo(() => rows.map(({ frame }) => frame), [rows]);
  const { from, to } = filterOf(params);
  const open = (x) => navigate("trace", { id: columns[x].traceId, from, to });
  const describe = (x, y) =>
    `${endpointName(frames[y])}: ${duration(values[x][y])} of ${duration(columns[x].durationNanos)}`;
  return html`
    <div class="row"><${Tabs} tabs=${KINDS} chosen=${kind} onChoose=${(key) => set({ kind: key })} />
      <span class="muted">${number(columns.length)} of ${basisText(basis)} The fastest is on the left. Click
        one to open its trace.</span></div>
    <${HeatMap} xs=${columns} ys=${frames} values=${values}
      left=${Math.min(520, Math.round(innerWidth * 0.27))}
      height=${Math.min(1000, Math.max(120, rows.length * 19 + 22))}
      xLabel="requests by response time" yLabel="frames" formatY=${endpointName}
      formatX=${({ durationNanos }) => duration(durationNanos)} formatValue=${duration}
      describe=${describe} onCell=${open} />`;
}

/** The time of frames by the values of an attribute (CRISP figure 21). */
export function GroupsPart(page) {
  return html`
    <${StoreCard} title="Does the value of an attribute matter?" path="store/groups" ofEndpoint ...${page}
      >${({ groups }) => (groups.length === 0 ? html`
        <${Empty}>No attribute splits these requests. Groups need attributes in the
          key <code>spans.attributes</code>, such as k8s.pod.name, and values with at least five
          requests.</${Empty}>` : html`
        <p class="muted">The least probable differences come first. From dark to light, the parts of a bar end
          at the median, p95 and p99. The dot is the mean.</p>
        ${groups.map((each, i) => html`<${Groups} key=${i} found=${each} />`)}`)}</${StoreCard}>`;
}

/** A frame's own time by the groups of an attribute. */
function Groups({ found: { key: attribute, frame, groups, pValue } }) {
  const rows = groups.map(({ value, basis, mean, percentiles }) =>
    ({ value, requests: Math.round(basis.requests), ...figuresOf({ mean, percentiles }) }));
  const most = Math.max(...rows.map(({ mean, p99 = 0 }) => Math.max(mean, p99)));
  const columns = [
    { key: "value", title: "Value", value: ({ value }) => value,
      cell: ({ value }) => html`<${Name} value=${value} />` },
    figureColumn("requests", "Requests", number),
    { key: "strip", title: "", width: "34%", value: ({ p50 }) => p50,
      cell: (row) => html`<${Strip} format=${duration} most=${most} distribution=${row} />` },
    figureColumn("meanNanos", "Mean", duration, ({ mean }) => mean),
    ...["p50", "p95", "p99"].map((name) => figureColumn(name, name, duration))
  ];
  return html`
    <div class="breakdown" data-test="breakdown">
      <h3><${Name} value=${attribute} /> in <${FrameName} frame=${frame} />: p-value ${
        probability(pValue)}, ${wordOf(pValue)} if the value did not matter</h3>
      <${Table} columns=${columns} rows=${rows} rowKey=${({ value }) => value} height="480px"
        label=${"Own time by " + visible(attribute)} />
    </div>`;
}

function wordOf(pValue) {
  return pValue < 0.001 ? "very improbable" : pValue < 0.05 ? "improbable" : "not surprising";
}
