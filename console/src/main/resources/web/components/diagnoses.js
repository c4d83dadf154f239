// Where requests are slow, in tprof's layers: from operations down to parts of single spans.
import { html, useMemo, useState } from "../html.js";
import { duration, number, percent, visible } from "../format.js";
import { Badge, EndpointLink, Tabs, Time, TraceLink } from "./basics.js";
import { FrameName } from "./frame-name.js";
import { Table } from "./table.js";

const RANKINGS = [{ key: "critical-path", title: "By critical path" },
  { key: "self-time", title: "By self time" }];
const LAYERS = ["", "all", "one type", "same calls", "same order"];
const EVENTS = { span_begin: "its start", span_end: "its end", call_begin: "the call of",
  call_end: "the end of" };

/** The findings of the newest window among records, as a tree that expands; `ranking` is the chosen ranking. */
export function Diagnoses({ records, ranking, onRanking }) {
  const newest = useMemo(() => newestOf(records), [records]);
  const rankings = RANKINGS.filter(({ key }) => newest.some((record) => record.ranking === key));
  const chosen = rankings.some(({ key }) => key === ranking) ? ranking : rankings[0].key;
  const tree = useMemo(() => treeOf(newest, chosen), [newest, chosen]);
  const [turned, setTurned] = useState(new Set());
  const open = (id) => tree.first.has(id) !== turned.has(chosen + id);
  const turn = (id) => {
    const next = new Set(turned);
    if (!next.delete(chosen + id)) {
      next.add(chosen + id);
    }
    setTurned(next);
  };
  const { window, requests } = newest[0];
  return html`
    <div data-test="diagnoses">
      ${rankings.length > 1 && html`<${Tabs} tabs=${rankings} chosen=${chosen} onChoose=${onRanking} />`}
      <${Table} columns=${columnsOf(tree, open, turn)} rows=${tree.findings.filter(shownIn(tree, open))}
        rowKey=${({ id }) => id} label="Diagnoses" />
      <p class="muted table-note">${number(requests)} requests from${" "}
        <${Time} millis=${window.startMillis} /> to <${Time} millis=${window.endMillis} />. The layers (tprof):
        an operation in all requests, then in those of one type, usually an endpoint, then in those with the
        same calls, then in those with the calls in the same order.</p>
    </div>`;
}

function newestOf(records) {
  const newest = Math.max(...records.map(({ window }) => window.endMillis));
  return records.filter(({ window }) => window.endMillis === newest);
}

/**
 * The findings of a ranking in order; `parents` are the ids of those with others below, and `first` the ids on
 * the first branch. A finding is the record of a part, rather than that of the whole operation or span.
 */
function treeOf(records, ranking) {
  const byId = new Map();
  for (const record of records.filter((each) => each.ranking === ranking)) {
    const whole = record.kind === "operation" || record.kind === "span";
    if (!whole || !byId.has(record.id)) {
      byId.set(record.id, record);
    }
  }
  const key = (id) => id.split(".").map((rank) => rank.padStart(4, "0")).join(".");
  const findings = [...byId.values()].sort((a, b) => (key(a.id) < key(b.id) ? -1 : 1));
  const deepest = findings.findIndex(({ parent }, i) => i > 0 && parent !== findings[i - 1].id);
  const branch = deepest < 0 ? findings : findings.slice(0, deepest);
  return { findings, byId, first: new Set(branch.map(({ id }) => id)),
    parents: new Set(findings.map(({ parent }) => parent)), top: findings[0].layer };
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

function columnsOf(tree, open, turn) {
  const mean = (key, title, of, hint) => ({ key, title, hint, align: "end",
    value: (row) => of(row).meanNanos,
    cell: (row) => (of(row).count > 0 ? duration(of(row).meanNanos) : "–") });
  return [
    { key: "place", title: "Place", value: ({ id }) => id,
      cell: (row) => html`<${Place} ...${{ row, tree, open, turn }} />` },
    { key: "layer", title: "Of requests", value: ({ layer }) => layer,
      hint: "Share of all requests; in the layers of calls and order, share of the type's requests",
      cell: ({ layer, coverage }) => html`
        <span class="muted nowrap">${LAYERS[layer]}, ${percent(coverage)}</span>` },
    { key: "explained", title: "Explains", align: "end", value: ({ explained }) => explained,
      hint: "Share of the latency in which critical paths wait here, at least", cell: ({ explained }) => html`
        <span data-test="diagnosis-explained" data-value=${explained}>${percent(explained)}</span>` },
    { key: "count", title: "Count", align: "end", hint: "Number of measured durations",
      value: ({ count }) => count, cell: ({ count }) => number(count) },
    mean("mean", "Mean", (row) => row),
    { key: "p99", title: "p99", align: "end", value: (row) => row.p99Nanos,
      cell: (row) => duration(row.p99Nanos) },
    mean("normal", "Normal", ({ normal }) => normal, "Mean in normal requests"),
    mean("slowest", "Slowest", ({ slowest }) => slowest, "Mean in the slowest requests"),
    { key: "trace", title: "Trace", value: ({ exemplar }) => exemplar,
      cell: ({ exemplar, window }) => exemplar && html`
        <${TraceLink} id=${exemplar} from=${window.startMillis} to=${window.endMillis} />` },
  ];
}

function Place({ row, tree, open, turn }) {
  const { id, layer, operation, endpoint, tail, problematic } = row;
  const isOpen = open(id);
  return html`
    <div class="finding" style=${{ paddingLeft: (layer - tree.top) * 22 + "px" }}>
      ${!tree.parents.has(id) ? html`<span class="finding-turn"></span>` : html`
        <button type="button" class="quiet finding-turn" aria-expanded=${String(isOpen)}
          aria-label="Findings below" onClick=${() => turn(id)}>${isOpen ? "▾" : "▸"}</button>`}
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
  const text = ({ event, ...frame }) => EVENTS[event] + (event.startsWith("span") ? "" : " "
    + (frame.service === operation.service ? "" : visible(frame.service) + " ") + visible(frame.operation));
  const parts = [after ? "from " + text(after) : "part " + part, before && "to " + text(before)];
  return parts.filter(Boolean).join(" ");
}
