// Page Hotspots: the most costly frames, the service graph, and views of the requests in the store.
import { html } from "../html.js";
import { inReport, useAnswer } from "../api.js";
import { paging } from "../router.js";
import { duration, number, percent, signed } from "../format.js";
import { AnswerCard, Answered, Card, Empty, EndpointLink, FrameName, Name, Window, basisText, figuresOf }
  from "../components/basics.js";
import { Tabs } from "../components/controls.js";
import { Diagnoses } from "../components/diagnoses.js";
import { StoreCard } from "../components/filters.js";
import { pathHashes } from "../components/flame-layout.js";
import { RangeField, rangeOf } from "../components/range.js";
import { Strip } from "../components/row-charts.js";
import { Table, figureColumn } from "../components/table.js";
import { GroupsPart, HeatPart, WhatIfPart } from "./hotspots-endpoint.js";

const PARTS = [
  { key: "frames", title: "Frames", part: FramesPart },
  { key: "services", title: "Services", part: ServicesPart },
  { key: "diagnoses", title: "Diagnoses", part: DiagnosesPart },
  { key: "what-if", title: "What if", part: WhatIfPart },
  { key: "heat", title: "Frames by requests", part: HeatPart },
  { key: "system", title: "Distributions", part: DistributionsPart },
  { key: "groups", title: "Groups of an attribute", part: GroupsPart },
  { key: "clocks", title: "Clocks", part: ClocksPart }
];
const DISTRIBUTIONS = {
  latencyNanos: "Response time",
  spansPerRequest: "Spans per request",
  framesPerRequest: "Distinct frames per request",
  callDepth: "Longest call chain of a request",
  concurrentSpans: "Largest number of concurrent spans",
  spansOnCriticalPath: "Spans on the critical path",
  framesOnCriticalPath: "Distinct frames on the critical path",
  callersPerFrame: "Distinct callers of a frame"
};

export function HotspotsPage({ params }) {
  const chosen = PARTS.find(({ key }) => key === params.part) ?? PARTS[0];
  const page = paging("hotspots", params);
  return html`
    <div class="page-head"><h1>Hotspots</h1></div>
    <div class="stack">
      <${Tabs} tabs=${PARTS} chosen=${chosen.key} onChoose=${(part) => page.change({ part })} />
      <${chosen.part} ...${page} /></div>`;
}

/** Names a frame in the address. */
function frameId(frame) {
  return pathHashes([{ ...frame, parent: -1 }])[0].toString(36);
}

/**
 * Hook: the records of the stream `hotspots` or `dependencies`, of the newest window or of the range in the
 * address, which the store answers.
 */
function useRecords(stream, params) {
  const range = inReport() ? undefined : rangeOf(params);
  const newest = useAnswer(range ? null : stream, {}, { live: true });
  const past = useAnswer(range ? "store/hotspots" : null, range);
  return range ? { ...past, data: past.data && { records: past.data[stream] } } : newest;
}

/** The field for the range of a part that else shows the newest window. */
function WindowField({ params, change }) {
  return !inReport() && html`<div class="form form-field">Range of time (empty: the newest window)
    <${RangeField} label="Time" test="time" range=${rangeOf(params)}
      onRange=${(range) => change({ from: range?.from, to: range?.to })} /></div>`;
}

/** The frames with the most own time over all endpoints; callers and endpoints of the chosen one. */
function FramesPart(page) {
  const answer = useRecords("hotspots", page.params);
  return html`
    <${WindowField} ...${page} />
    <${Answered} answer=${answer} lines=${12}>${({ records }) => (records.length > 0
      ? html`<${Frames} rows=${records} ...${page} />`
      : html`<${Empty}>No hotspots in this time. They appear when the first window ends.</${Empty}>`)}</${Answered}>`;
}

function Frames({ rows, params, set }) {
  const chosen = rows.find((row) => frameId(row) === params.frame) ?? rows[0];
  const sum = rows.reduce((all, row) => all + row.exclusiveNanos, 0);
  const columns = [
    { key: "rank", title: "Rank", align: "end", value: ({ rank }) => rank },
    { key: "frame", title: "Frame", width: "44%", value: ({ service, operation }) => service + operation,
      cell: (row) => html`<${FrameName} frame=${row} />` },
    figureColumn("hotspot-own", "Own time", duration, ({ exclusiveNanos }) => exclusiveNanos),
    figureColumn("share", "Share of these", percent, ({ exclusiveNanos }) => exclusiveNanos / sum,
      { hint: "Share of the own time of all listed frames, at most 100" }),
    figureColumn("each", "Per request", duration, ({ exclusiveNanos, traces }) => exclusiveNanos / traces,
      { hint: "Own time per request that has it on its critical path" }),
    figureColumn("endpoints", "Endpoints", number, undefined,
      { hint: "Endpoints that have it on a critical path" }),
    figureColumn("traces", "Requests", number, undefined,
      { hint: "Requests that have it on their critical path" })
  ];
  const title = html`Own time on critical paths, all endpoints <${Window} window=${rows[0].window} />`;
  return html`
    <div class="hotspots">
      <${Card} title=${title}>
        <${Table} label="Hotspots" columns=${columns} rows=${rows} rowKey=${({ rank }) => rank} height="72vh"
          sort=${params.sort ?? "rank"} onSort=${(sort) => set({ sort })}
          onRow=${(row) => set({ frame: frameId(row) })} /></${Card}>
      <${Chosen} row=${chosen} range=${rangeOf(params)} />
    </div>`;
}

function Chosen({ row, range }) {
  const { exclusiveNanos, traces, tracesPresent, callers, shares } = row;
  return html`
    <${Card} title=${html`<${FrameName} frame=${row} />`} test="hotspot">
      <p class="muted">${duration(exclusiveNanos)} of own time, on the critical path of ${number(traces)} of
        the ${number(tracesPresent)} requests that have it.</p>
      <h3>Callers</h3>
      ${callers.length === 0 && html`<p class="muted">None. Requests begin with this frame.</p>`}
      ${callers.map((caller, i) => html`
        <${Part} key=${i} nanos=${caller.exclusiveNanos} share=${caller.exclusiveNanos / exclusiveNanos}
          name=${html`<${FrameName} frame=${caller} />`} of="the frame's time" />`)}
      <h3>Endpoints</h3>
      ${shares.map((share, i) => html`
        <${Part} key=${i} nanos=${share.exclusiveNanos} share=${share.share}
          name=${html`<${EndpointLink} endpoint=${share} ...${range} />`} of="the endpoint's time" />`)}
    </${Card}>`;
}

function Part({ name, nanos, share, of }) {
  return html`
    <div class="part"><div class="part-name">${name}</div>
      <meter class="share" min="0" max="1" value=${share}></meter>
      <span class="end">${duration(nanos)},${" "}
        <span class="muted">${percent(share)} of ${of}</span></span></div>`;
}

/** The service graph: which services call which (stream dependencies). */
function ServicesPart(page) {
  const { params, set } = page;
  const answer = useRecords("dependencies", params);
  const columns = [
    { key: "caller", title: "Caller", value: ({ caller }) => caller,
      cell: ({ caller }) => html`<${Name} value=${caller} />` },
    { key: "callee", title: "Called service", value: ({ callee }) => callee,
      cell: ({ callee }) => html`<${Name} value=${callee} />` },
    figureColumn("calls", "Calls", number, ({ requests }) => requests),
    figureColumn("failed", "Failed", percent, ({ failed, requests }) => failed / requests,
      { mark: ({ failed }) => (failed > 0 ? "bad" : "muted") }),
    ...["mean", "p50", "p95", "p99"].map((name) =>
      figureColumn(name, name, duration, ({ latencyNanos }) => latencyNanos[name]))
  ];
  return html`
    <${WindowField} ...${page} />
    <${AnswerCard} test="services" answer=${answer} lines=${10} title=${html`Calls between services ${
      answer.data?.records[0] && html`<${Window} window=${answer.data.records[0].window} />`}`}>${({ records }) =>
      (records.length === 0 ? html`<${Empty}>No calls in this time. They appear when the first window
        ends.</${Empty}>` : html`
      <${Table} label="Calls between services" columns=${columns} rows=${records} height="72vh"
        rowKey=${({ caller, callee }) => JSON.stringify([caller, callee])} sort=${params.sort ?? "-calls"}
        onSort=${(sort) => set({ sort })} />
      <p class="muted table-note">Durations are those of the called service.</p>`)}</${AnswerCard}>`;
}

function DiagnosesPart(page) {
  return html`
    <${StoreCard} title="Diagnoses" path="store/diagnosis" ...${page}>${({ findings }) => html`
      <${Diagnoses} findings=${findings} params=${page.params} set=${page.set} />`}</${StoreCard}>`;
}

/** Distributions over requests (CRISP figures 13 to 20). */
function DistributionsPart(page) {
  const formatOf = ({ name }) => (name.endsWith("Nanos") ? duration : number);
  const figure = (key, title) => ({ key, title, align: "end", value: (row) => row[key],
    cell: (row) => row[key] !== undefined && html`<span data-test=${`system-${row.name}-${key}`}
      data-value=${row[key]}>${formatOf(row)(row[key])}</span>` });
  const columns = [
    { key: "name", title: "Distribution", value: ({ name }) => DISTRIBUTIONS[name] ?? name },
    { key: "strip", title: "", width: "38%", value: ({ p50 }) => p50, cell: (row) => html`
      <${Strip} distribution=${row} format=${formatOf(row)} most=${row.max} />` },
    figure("mean", "Mean"),
    ...["p50", "p90", "p95", "p99"].map((name) => figure(name, name)),
    figure("max", "Max")
  ];
  return html`
    <${StoreCard} title="Distributions" path="store/distributions" ...${page}>${({ basis, figures }) => html`
      <${Table} label="Distributions" columns=${columns} ordered rowKey=${({ name }) => name}
        rows=${figures.map(({ name, values }) => ({ name, ...figuresOf(values) }))} />
      <p class="muted table-note">${basisText(basis)} Each bar ends at the largest value. From dark to light,
        its parts end at the median, p90, p95 and p99. The dot is the mean.</p>`}</${StoreCard}>`;
}

/** How far child spans were corrected, by services and by hosts (semantics 4). */
function ClocksPart(page) {
  const estimate = (key, title, format, options) =>
    figureColumn(key, title, format, ({ [key]: { value } }) => value, options);
  const columns = [
    { key: "from", title: "Parent", value: ({ from }) => from,
      cell: ({ from }) => html`<${Name} value=${from} />` },
    { key: "to", title: "Child", value: ({ to }) => to, cell: ({ to }) => html`<${Name} value=${to} />` },
    estimate("children", "Children", number),
    estimate("shifted", "Shifted", number, { hint: "Children whose clock was corrected" }),
    figureColumn("shift-p50", "Shift p50", signed, ({ shiftNanos }) => shiftNanos.percentiles.p50?.value),
    figureColumn("shift-max", "Max", signed, ({ shiftNanos: { count, max } }) =>
      (count > 0 ? max : undefined)),
    estimate("clipped", "Clipped", number, { hint: "Children cut where they exceeded their parents" }),
    estimate("clippedNanos", "Clipped time", duration),
    estimate("overlapping", "Overlapping", number,
      { hint: "Children on the critical path whose overlap with the next was tolerated" }),
    estimate("overlapNanos", "Overlap", duration)
  ];
  const table = (title, pairs) => pairs.length > 0 && html`
    <h3>${title}</h3>
    <${Table} label=${title} columns=${columns} rows=${pairs} height="480px"
      rowKey=${({ from, to }) => JSON.stringify([from, to])} />`;
  return html`
    <${StoreCard} title="Clock corrections" test="clocks" path="store/clocks" ...${page}>${
      ({ basis, services, hosts }) => html`
      ${table("By service", services)}
      ${table("By host", hosts)}
      <p class="muted table-note">${basisText(basis)}</p>`}</${StoreCard}>`;
}
