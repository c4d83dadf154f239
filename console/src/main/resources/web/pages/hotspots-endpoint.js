// The parts of page Hotspots that show one endpoint: what-ifs, frames by requests, groups of an attribute.
import { html, useMemo, useState } from "../html.js";
import { useAnswer } from "../api.js";
import { navigate } from "../router.js";
import { duration, endpointName, number, percent, probability, visible } from "../format.js";
import { AnswerCard, Card, Empty, Figure, FrameName, Name, basisText, figuresOf } from "../components/basics.js";
import { CallTree } from "../components/call-tree.js";
import { Choice, Tabs } from "../components/controls.js";
import { StoreCard, filterOf, useScope } from "../components/filters.js";
import { HeatMap } from "../components/heat.js";
import { Strip } from "../components/row-charts.js";
import { Table, figureColumn } from "../components/table.js";
import { WhatIfCard } from "./endpoint-parts.js";

const KINDS = [{ key: "exclusiveNanos", title: "Own time" }, { key: "inclusiveNanos", title: "Total time" }];
const ORDERS = [["", "most time"], ["p50", "p50"], ["p90", "p90"], ["p95", "p95"], ["p99", "p99"]];

/** What an endpoint's requests would save if a place were faster, and what failed spans cost them. */
export function WhatIfPart(page) {
  const { scope, form } = useScope(page, true);
  return html`
    <${Card}>${form}</${Card}>
    <${WhatIfCard} scope=${scope} />
    <${ErrorCostCard} scope=${scope} />`;
}

function ErrorCostCard({ scope }) {
  const answer = useAnswer(scope ? "store/errors" : null, scope);
  return html`
    <${AnswerCard} title="What failed spans cost" test="error-cost" answer=${answer} lines=${6} brief>${
      (cost) => html`<${ErrorCost} cost=${cost} />`}</${AnswerCard}>`;
}

/** Work that failed, and how much shorter requests would be without it (CRISP, cost of errors). */
function ErrorCost({ cost: { basis, requests, workNanos, erringWorkNanos, savedNanos, path } }) {
  const columns = [
    figureColumn("self", "Failed by itself", number),
    figureColumn("propagated", "Passed a failure on", number),
    figureColumn("stopped", "Stopped a failure", number),
    figureColumn("error-own", "Own time of failed spans", duration, ({ exclusiveNanos }) => exclusiveNanos)
  ];
  return requests.value === 0 ? html`
    <${Empty}>No span of these requests failed. ${basisText(basis)}</${Empty}>` : html`
    <div class="figures">
      <${Figure} label="Requests with a failed span" test="error-cost-requests" raw=${requests.value}
        value=${number(Math.round(requests.value))} note=${percent(requests.value / basis.requests)} />
      <${Figure} label="Time of failed spans" value=${duration(erringWorkNanos.value)}
        note=${percent(erringWorkNanos.value / workNanos.value) + "  of the span time of these requests"} />
      <${Figure} label="Saved without failures" test="error-cost-saved" raw=${savedNanos.value}
        value=${duration(savedNanos.value)}
        note=${duration(savedNanos.value / requests.value) + " a request with a failed span"} />
    </div>
    <h3 class="change-title">Error path: spans of the critical path that failed, or whose calls did</h3>
    <${CallTree} nodes=${depthsOf(path)} columns=${columns} height="420px" />
    <p class="muted table-note">${basisText(basis)}</p>`;
}

/** The nodes of an error path as lines of a call tree. */
function depthsOf(path) {
  const depths = [];
  return path.map(({ parent, frame, ...figures }, i) => {
    depths[i] = parent < 0 ? 0 : depths[parent] + 1;
    return { ...frame, ...figures, depth: depths[i] };
  });
}

/** Frames by single requests of an endpoint, fastest request first (CRISP figure 10). */
export function HeatPart(page) {
  return html`
    <${StoreCard} title="Which frames make requests slow" path="store/heat" ofEndpoint ...${page}
      >${(map) => html`<${FramesByRequests} map=${map} ...${page} />`}</${StoreCard}>`;
}

/** A heat map with a row for each frame and a column for each request, and the call chains of a frame. */
function FramesByRequests({ map: { columns, rows: all, basis }, params, set }) {
  const { key: kind } = KINDS.find(({ key }) => key === params.kind) ?? KINDS[0];
  const [pointed, point] = useState(0);
  const rows = useMemo(() => ordered(all, params.order), [all, params.order]);
  const values = useMemo(() => columns.map((_, x) => rows.map((row) => row[kind][x])), [columns, rows, kind]);
  const frames = useMemo(() => rows.map(({ frame }) => frame), [rows]);
  const { from, to } = filterOf(params);
  const open = (x) => navigate("trace", { id: columns[x].traceId, from, to });
  const describe = (x, y) =>
    `${endpointName(frames[y])}: ${duration(values[x][y])} of ${duration(columns[x].durationNanos)}`;
  return html`
    <div class="row"><${Tabs} tabs=${KINDS} chosen=${kind} onChoose=${(key) => set({ kind: key })} />
      <${Choice} label="Sort frames by" value=${params.order ?? ""} options=${ORDERS} test="heat-order" inline
        onChoose=${(order) => set({ order })} />
      <span class="muted">${number(columns.length)} of ${basisText(basis)} The fastest is on the left. Click
        one to open its trace.</span></div>
    <${HeatMap} xs=${columns} ys=${frames} values=${values}
      left=${Math.min(520, Math.round(innerWidth * 0.27))}
      height=${Math.min(1000, Math.max(120, rows.length * 19 + 22))}
      xLabel="requests by response time" yLabel="frames" formatY=${endpointName}
      formatX=${({ durationNanos }) => duration(durationNanos)} formatValue=${duration}
      describe=${describe} onCell=${open} onPoint=${(x, y) => point(y)} />
    <${CallChains} row=${rows[pointed] ?? rows[0]} />`;
}

/** The frames with the largest percentile of their own time first; by their own time without a percentile. */
function ordered(rows, percentile) {
  const value = ({ percentiles }) => percentiles[percentile]?.value ?? -1;
  return percentile ? [...rows].sort((a, b) => value(b) - value(a)) : rows;
}

/** The percentiles of a frame's own time, and the chains of calls that lead to it, the costliest first. */
function CallChains({ row: { frame, percentiles, callPaths, exclusiveNanos } }) {
  const all = exclusiveNanos.reduce((sum, nanos) => sum + nanos, 0) || 1;
  const shares = Object.entries(percentiles).map(([name, { value }]) => `${name} ${duration(value)}`);
  return html`
    <div class="breakdown" data-test="call-chains" data-chains=${callPaths.length} aria-live="polite">
      <h3><${FrameName} frame=${frame} />: own time ${shares.join(", ")}</h3>
      ${callPaths.map(({ frames, exclusiveNanos: nanos }, i) => html`
        <div key=${i} class="chain"><b>${percent(nanos / all)}</b>
          <ol class="path">${frames.map((each, step) => html`
            <li key=${step} class=${step === frames.length - 1 ? "path-end" : undefined}><${FrameName}
              frame=${each} /></li>`)}</ol></div>`)}
      <p class="muted table-note">Point at another row, or choose it with the arrow keys, to see its call
        chains. Percentiles are of all requests, the shares of those shown.</p>
    </div>`;
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
