// Call trees as tables: one tree with figures, or two trees side by side.
import { html, useMemo, useState } from "../html.js";
import { FrameName } from "./basics.js";
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
  const call = { key: "call", title: "Call", value: ({ operation }) => operation,
    cell: (node) => html`<${Call} node=${node} run=${node.run} />` };
  const indices = useMemo(() => new Map(nodes.map((node, index) => [node, index])), [nodes]);
  return html`<div class="call-tree" data-test="call-tree" data-nodes=${nodes.length}>
    <${Table} columns=${[call, ...columns]} rows=${nodes} rowKey=${(node) => indices.get(node)} ordered
      label="Call tree" height=${height} onRow=${onRow} /></div>`;
}

/**
 * Calls `[{depth, service, operation, firstRun, secondRun, async?}]` of two trees, line by line. At first it
 * shows only calls that differ, with their callers.
 */
export function TreeDifference({ calls, firstTitle, secondTitle, height }) {
  const [all, setAll] = useState(false);
  const numbered = useMemo(() => calls.map((call, index) => ({ ...call, index })), [calls]);
  const rows = useMemo(() => (all ? numbered : differences(numbered)), [numbered, all]);
  const differing = calls.filter(({ firstRun, secondRun }) => firstRun !== secondRun).length;
  const side = (title, mine, other, kind) => ({ key: mine, title, value: (call) => call[mine],
    cell: (call) => call[mine] > 0 && html`
      <${Call} node=${call} run=${call[mine]} kind=${call[mine] > call[other] ? kind : ""} />` });
  const columns = [
    { key: "sign", title: "", width: "28px", value: sign, cell: (call) => html`<b>${sign(call)}</b>` },
    side(firstTitle, "firstRun", "secondRun", "tree-less"),
    side(secondTitle, "secondRun", "firstRun", "tree-more")
  ];
  return html`
    <div class="call-tree" data-test="tree-difference" data-calls=${calls.length} data-differing=${differing}>
      <div class="flame-bar"><span>${differing === 0 ? "Both trees have the same calls."
        : `${differing} of ${calls.length} calls differ.`}</span><span class="grow"></span>
        <button type="button" aria-pressed=${String(all)}
          onClick=${() => setAll(!all)}>Show equal calls</button></div>
      ${rows.length > 0 && html`<${Table} label="Two call trees" columns=${columns} rows=${rows} ordered
        rowKey=${({ index }) => index} height=${height} />`}
    </div>`;
}

/** The calls that differ, and their callers. */
function differences(calls) {
  let wanted = 0;
  const kept = calls.toReversed().filter(({ depth, firstRun, secondRun }) => {
    const keep = firstRun !== secondRun || depth < wanted;
    wanted = keep ? depth : wanted;
    return keep;
  });
  return kept.reverse();
}

function sign({ firstRun, secondRun }) {
  return firstRun === secondRun ? "" : firstRun < secondRun ? "+" : "−";
}
