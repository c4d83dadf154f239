// Where requests are slow, in tprof's layers: from operations down to parts of single spans.
import { html, useMemo, useState } from "../html.js";
import { duration, number, percent, visible } from "../format.js";
import { Badge, Empty, EndpointLink, FrameName, TraceLink, basisText } from "./basics.js";
import { Tabs } from "./controls.js";
import { filterOf } from "./filters.js";
import { SwimLane } from "./swim-lane.js";
import { Table, figureColumn } from "./table.js";

const RANKINGS = [
  { key: "critical-path", title: "By critical path" },
  { key: "self-time", title: "By self time" }
];
const LAYERS = ["", "all", "one type", "same calls", "same order"];
const EVENTS = { span_begin: "its start", span_end: "its end", call_begin: "the call of",
  call_end: "the end of" };

/** The findings of a diagnosis as a tree that expands. */
export function Diagnoses({ findings, params, set }) {
  const rankings = RANKINGS.filter(({ key }) => findings.some((each) => each.ranking === key));
  const { key: chosen } = rankings.find(({ key }) => key === params.ranking) ?? rankings[0] ?? RANKINGS[0];
  const tree = useMemo(() => treeOf(findings, chosen), [findings, chosen]);
  const [turned, setTurned] = useState([]); // the findings that the reader opened or closed
  const open = (id) => tree.first.has(id) !== turned.includes(chosen + id);
  const turn = (id) => setTurned(turned.includes(chosen + id) ? turned.filter((each) => each !== chosen + id)
    : [...turned, chosen + id]);
  if (findings.length === 0) {
    return html`<${Empty}>The requests wait nowhere.</${Empty}>`;
  }
  const [{ requests, kept = requests }] = findings;
  return html`
    ${rankings.length > 1 && html`<${Tabs} tabs=${rankings} chosen=${chosen}
      onChoose=${(ranking) => set({ ranking })} />`}
    <${Table} columns=${columnsOf(tree, open, turn, filterOf(params))} ordered
      rows=${tree.findings.filter(shownIn(tree, open))} rowKey=${({ id }) => id} label="Diagnoses"
      onRow=${({ id }) => set({ finding: id })} />
    <${AverageTrace} finding=${withTrace(tree, params.finding)} />
    <p class="muted table-note">${basisText({ requests, kept, exact: kept === requests })} The layers (tprof):
      an operation in all requests, then in those of one type, usually an endpoint, then in those with the
      same calls, then in those with the calls in the same order.</p>`;
}

/**
 * The findings of a ranking in order; `parents` are the ids of those with others below, and `first` the ids
 * on the first branch. A finding is the record of a part, rather than that of the whole operation or span.
 */
function treeOf(all, ranking) {
  const byId = new Map();
  for (const record of all.filter((each) => each.ranking === ranking)) {
    const whole = record.kind === "operation" || record.kind === "span";
    if (!whole || !byId.has(record.id)) {
      byId.set(record.id, record);
    }
  }
  const findings = [...byId.values()].sort((a, b) => a.id.localeCompare(b.id, "en", { numeric: true }));
  const branched = findings.findIndex(({ parent }, i) => i > 0 && parent !== findings[i - 1].id);
  const branch = branched < 0 ? findings : findings.slice(0, branched);
  return { findings, byId, first: new Set(branch.map(({ id }) => id)),
    parents: new Set(findings.map(({ parent }) => parent)), top: findings[0]?.layer };
}

/** A finding or the first one below it with an average trace; of all, if there is no such finding. */
function withTrace({ findings }, id = "") {
  const traced = findings.filter(({ trace }) => trace);
  return traced.find((each) => each.id === id) ?? traced.find((each) => each.id.startsWith(id + "."))
    ?? traced[0];
}

/** The average trace of a finding's requests, with the part that the finding is about. */
function AverageTrace({ finding }) {
  const { trace, position } = finding ?? {};
  const spans = useMemo(() => trace?.spans.map((span) =>
    ({ ...span, startNanos: span.fromNanos, durationNanos: span.toNanos - span.fromNanos })), [trace]);
  const sections = useMemo(() => trace?.spans.flatMap(({ critical }, span) =>
    critical.map((section) => ({ span, ...section }))), [trace]);
  const mark = useMemo(() => trace && { span: position, ...trace.part }, [trace]);
  return trace && html`
    <div data-test="average-trace" data-finding=${finding.id}>
      <h3 class="change-title">Average trace of finding ${finding.id}</h3>
      <p class="muted">Mean start and end of each call in ${number(trace.requests)} requests with this order of
        calls. The marked part takes ${duration(mark.toNanos - mark.fromNanos)}. Choose another finding above.</p>
      <${SwimLane} key=${finding.ranking + finding.id} spans=${spans} sections=${sections} mark=${mark}
        height="440px" /></div>`;
}

/** Tells which findings are shown: those whose ancestors are all open. */
function shownIn({ byId }, open) {
  return ({ parent }) => {
    let above = parent;
    while (byId.has(above) && open(above)) {
      above = byId.get(above).parent;
    }
    return !byId.has(above);
  };
}

function meanOf({ count, meanNanos }) {
  return count > 0 ? meanNanos : undefined;
}

/** Whether a finding distinguishes normal requests from the slowest. */
function isSplit({ normal, slowest }) {
  return normal.count > 0 && slowest.count > 0;
}

function columnsOf(tree, open, turn, { from, to }) {
  return [
    { key: "place", title: "Place", value: ({ id }) => id,
      cell: (row) => html`<${Finding} ...${{ row, tree, open, turn }} />` },
    { key: "layer", title: "Of requests", value: ({ layer }) => layer,
      hint: "Share of all requests; in the layers of calls and order, share of the type's requests",
      cell: ({ layer, coverage }) => html`
        <span class="muted nowrap">${LAYERS[layer]}, ${percent(coverage)}</span>` },
    figureColumn("diagnosis-explained", "Explains", percent, ({ explained }) => explained,
      { hint: "Share of the latency in which critical paths wait here, at least" }),
    figureColumn("count", "Count", number, ({ count }) => count, { hint: "Number of measured durations" }),
    figureColumn("mean", "Mean", duration, meanOf),
    figureColumn("p99", "p99", duration, ({ p99Nanos }) => p99Nanos),
    figureColumn("normal", "Normal", duration, (row) => (isSplit(row) ? row.normal.meanNanos : undefined),
      { hint: "Mean in normal requests" }),
    figureColumn("slowest", "Slowest", duration, (row) => (isSplit(row) ? row.slowest.meanNanos : undefined),
      { hint: "Mean in the slowest requests" }),
    { key: "trace", title: "Trace", value: ({ exemplar }) => exemplar,
      cell: ({ exemplar }) => exemplar && html`<${TraceLink} id=${exemplar} from=${from} to=${to} />` }
  ];
}

function Finding({ row, tree, open, turn }) {
  const { id, layer, operation, endpoint, tail, problematic } = row;
  return html`
    <div class="finding" style=${{ paddingLeft: (layer - tree.top) * 22 + "px" }}>
      ${tree.parents.has(id) ? html`
        <button type="button" class="quiet finding-turn" aria-expanded=${String(open(id))}
          aria-label="Findings below" onClick=${() => turn(id)}>${open(id) ? "▾" : "▸"}</button>`
        : html`<span class="finding-turn"></span>`}
      <span class="muted finding-id">${id}</span>
      <span>${layer === 2 && tree.top === 1 && html`<span class="muted">in </span>
          <${EndpointLink} endpoint=${endpoint} /><span class="muted">: </span>`}
        <${FrameName} frame=${operation} /> <span class="muted">${partText(row)}</span>
        ${tail && html`${" "}<${Badge} kind="warn"
          title="Only the slowest requests are slow here">tail</${Badge}>`}
        ${problematic && html`${" "}<${Badge} kind="info"
          title="The part that ends a branch">problematic</${Badge}>`}</span>
    </div>`;
}

/** The part of the operation or span, as text. */
function partText({ kind, part, after, before, operation }) {
  if (kind === "operation_self") {
    return "own time";
  } else if (part === undefined) {
    return "";
  }
  const text = ({ event, service, operation: name }) => EVENTS[event] + (event.startsWith("span") ? "" : " "
    + (service === operation.service ? "" : visible(service) + " ") + visible(name));
  return (after ? "from " + text(after) : "part " + part) + (before ? " to " + text(before) : "");
}
