// Call trees as tables: one tree with figures, or two trees side by side.
import { html, useMemo, useState } from "../html.js";
import { FrameName } from "./frame-name.js";
import { Table } from "./table.js";

const DEEPEST = 30;

/** A call, indented by its depth. */
function Call({ node, run, kind = "" }) {
  const style = { paddingLeft: 6 + Math.min(node.depth, DEEPEST) * 14 + "px" };
  return html`<span class=${"tree-call " + kind} style=${style}>
    <${FrameName} frame=${node} />
    ${run > 1 && html`<span class="tree-run" title="Equal calls in a row, at least">×${run}</span>`}
    ${node.async && html`<span class="tree-run"
      title="The caller does not wait for this call">async</span>`}</span>`;
}

/** Nodes `[{depth, service, operation, run, async?}]` in the order of the calls, with columns of a table. */
export function CallTree({ nodes, columns, onRow, height }) {
  const rows = nodes.map((node, index) => ({ node, index }));
  const mine = columns.map((column) => ({
    ...column,
    value: (row) => column.value(row.node),
    cell: column.cell && ((row) => column.cell(row.node)),
  }));
  const call = { key: "call", title: "Call", value: ({ node }) => node.operation, fixed: true,
    cell: ({ node }) => html`<${Call} node=${node} run=${node.run} />` };
  return html`<div class="call-tree" data-test="call-tree" data-nodes=${nodes.length}>
    <${Table} columns=${[call, ...mine]} rows=${rows} rowKey=${(row) => row.index} label="Call tree"
      height=${height}
      onRow=${onRow && ((row) => onRow(row.node))} /></div>`;
}

/**
 * Calls `[{depth, service, operation, firstRun, secondRun, async?}]` of two trees, line by line. At first it
 * shows only calls that differ, with their callers.
 */
export function TreeDifference({ calls, firstTitle, secondTitle, height }) {
  const [all, setAll] = useState(false);
  const differing = calls.filter((call) => call.firstRun !== call.secondRun).length;
  const rows = useMemo(() => (all ? calls.map((call, index) => ({ call, index })) : differences(calls)),
    [calls, all]);
  const side = (key, title, mine, other, kind) => ({
    key, title, value: ({ call }) => call[mine], cell: ({ call }) => call[mine] > 0 && html`
      <${Call} node=${call} run=${call[mine]} kind=${call[mine] > call[other] ? kind : ""} />`,
  });
  const columns = [
    { key: "sign", title: "", width: "28px", value: ({ call }) => sign(call),
      cell: ({ call }) => html`<b class="tree-sign">${sign(call)}</b>` },
    side("first", firstTitle ?? "First", "firstRun", "secondRun", "tree-less"),
    side("second", secondTitle ?? "Second", "secondRun", "firstRun", "tree-more"),
  ];
  return html`
    <div class="tree-difference" data-test="tree-difference" data-calls=${calls.length}
      data-differing=${differing}>
      <div class="flame-bar"><span>${differing === 0 ? "Both trees have the same calls."
        : `${differing} of ${calls.length} calls differ.`}</span><span class="grow"></span>
        <button type="button" aria-pressed=${String(all)} 
          onClick=${() => setAll(!all)}>Show equal calls</button></div>
      ${rows.length > 0 && html`<${Table} columns=${columns} rows=${rows} rowKey=${(row) => row.index}
        label="Two call trees" height=${height} />`}
    </div>`;
}

/** The calls that differ, and their callers. */
function differences(calls) {
  const kept = new Set();
  let wanted = 0;
  for (let i = calls.length - 1; i >= 0; i--) {
    const { depth, firstRun, secondRun } = calls[i];
    if (firstRun !== secondRun || depth < wanted) {
      kept.add(i);
      wanted = depth;
    }
  }
  return calls.map((call, index) => ({ call, index })).filter(({ index }) => kept.has(index));
}

function sign({ firstRun, secondRun }) {
  return firstRun === secondRun ? "" : firstRun < secondRun ? "+" : "−";
}
