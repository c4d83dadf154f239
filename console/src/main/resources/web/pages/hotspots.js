// Page Hotspots: the most costly frames over all endpoints, diagnoses and distributions.
import { html } from "../html.js";
import { useAnswer } from "../api.js";
import { paging } from "../router.js";
import { duration, number, percent } from "../format.js";
import { Answered, Card, Empty, EndpointLink, FrameName, RecordsCard, Window } from "../components/basics.js";
import { Tabs } from "../components/controls.js";
import { Diagnoses } from "../components/diagnoses.js";
import { pathHashes } from "../components/flame-layout.js";
import { Strip } from "../components/row-charts.js";
import { Table, figureColumn } from "../components/table.js";
import { GroupsPart, HeatPart } from "./hotspots-endpoint.js";

const PARTS = [
  { key: "frames", title: "Frames", part: FramesPart },
  { key: "diagnoses", title: "Diagnoses", part: DiagnosesPart },
  { key: "heat", title: "Frames by requests", part: HeatPart },
  { key: "system", title: "Distributions", part: SystemPart },
  { key: "groups", title: "Groups of an attribute", part: GroupsPart }
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

/** The frames with the most own time over all endpoints; callers and endpoints of the chosen one. */
function FramesPart({ params, set }) {
  const answer = useAnswer("records", { stream: "hotspots" }, { live: true });
  return html`<${Answered} answer=${answer} lines=${12}>${({ records }) => (records.length > 0
    ? html`<${Frames} rows=${records} params=${params} set=${set} />`
    : html`<${Empty}>No hotspots yet. They appear when the first window ends.</${Empty}>`)}</${Answered}>`;
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
      <${Chosen} row=${chosen} />
    </div>`;
}

function Chosen({ row }) {
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
          name=${html`<${EndpointLink} endpoint=${share} />`} of="the endpoint's time" />`)}
    </${Card}>`;
}

function Part({ name, nanos, share, of }) {
  return html`
    <div class="part"><div class="part-name">${name}</div>
      <meter class="share" min="0" max="1" value=${share}></meter>
      <span class="end">${duration(nanos)},${" "}
        <span class="muted">${percent(share)} of ${of}</span></span></div>`;
}

/** Diagnoses of all endpoints. */
function DiagnosesPart({ params, set }) {
  return html`
    <${RecordsCard} title="Diagnoses" stream="diagnoses" none=${html`No diagnosis here. The
      command${" "}<code>tracemill diagnose</code> makes one of trace files.`}>${(records) => html`<${Diagnoses} records=${records} ranking=${params.ranking}
        onRanking=${(ranking) => set({ ranking })} />`}</${RecordsCard}>`;
}

/** Distributions over the requests of all endpoints (CRISP figures 13 to 20). */
function SystemPart() {
  const formatOf = ({ name }) => (name.endsWith("Nanos") ? duration : number);
  const figure = (key, title) => ({ key, title, align: "end", value: (row) => row[key], cell: (row) => html`
    <span data-test=${`system-${row.name}-${key}`} data-value=${row[key]}
      >${formatOf(row)(row[key])}</span>` });
  const columns = [
    { key: "name", title: "Distribution", value: ({ name }) => DISTRIBUTIONS[name] ?? name },
    { key: "strip", title: "", width: "38%", value: ({ p50 }) => p50, cell: (row) => html`
      <${Strip} distribution=${row} format=${formatOf(row)} most=${row.max} />` },
    figure("mean", "Mean"),
    ...["p50", "p90", "p95", "p99"].map((name) => figure(name, name)),
    figure("max", "Max")
  ];
  return html`
    <${RecordsCard} title="All requests" stream="systems"
      none="No distributions yet. They appear when the first window ends.">${([newest]) => html`
      <${Table} label="Distributions" columns=${columns} rows=${newest.distributions}
        rowKey=${({ name }) => name} ordered />
      <p class="muted table-note">${number(newest.requests)} requests. Each bar ends at the largest value.
        From dark to light, its parts end at the median, p90, p95 and p99. The dot is the
        mean.</p>`}</${RecordsCard}>`;
}
