// The texts of a flame graph: labels, the details of a frame, the legend and the table.
import { html, useMemo, useState } from "../html.js";
import { duration, percent, signed, visible } from "../format.js";
import { FrameName } from "./frame-name.js";
import { Table } from "./table.js";

const LISTED = 100;

/** The label of a frame; without the service if the parent has the same one. */
export function frameLabel(node, parent) {
  if (node.callee !== undefined) {
    return "→ " + visible(node.callee) + "  " + visible(node.operation);
  }
  const operation = visible(node.operation);
  const sameService = parent?.service === node.service && parent.callee === undefined;
  return sameService ? operation : visible(node.service) + " " + operation;
}

/**
 * One line about a frame: its total time, its own time, their shares, and the change. With `spoken`, screen
 * readers announce it.
 */
export function FlameDetails({ nodes, index, spoken, whole, difference }) {
  const node = nodes[index];
  if (!node) {
    return html`<p class="flame-details muted">Point at a frame, or choose one with the arrow keys.
      Click or press Enter to zoom in, Backspace to zoom out, Esc to show all.</p>`;
  }
  const before = node.before ?? { inclusiveNanos: 0, exclusiveNanos: 0 };
  return html`
    <p class="flame-details" aria-live=${spoken ? "polite" : "off"} data-test="flame-details">
      <span class="flame-name"><${FrameName} frame=${node} /></span>
      <${Part} name="total" nanos=${node.inclusiveNanos} whole=${whole} />
      <${Part} name=${node.callee === undefined ? "own" : "between the services"} nanos=${node.exclusiveNanos}
        whole=${whole} />
      ${node.traces !== undefined
        && html`<span><span class="muted">requests</span> <b>${node.traces}</b></span>`}
      ${difference && html`
        <${Change} name="change" nanos=${node.inclusiveNanos - before.inclusiveNanos} />
        <${Change} name="own change" nanos=${node.exclusiveNanos - before.exclusiveNanos} />`}
    </p>`;
}

function Part({ name, nanos, whole }) {
  return html`<span><span class="muted">${name}</span> <b data-value=${nanos}>${duration(nanos)}</b>
    ${whole > 0 && html`<span class="muted"> ${percent(nanos / whole)}</span>`}</span>`;
}

function Change({ name, nanos }) {
  return html`<span><span class="muted">${name}</span> <b data-value=${nanos}>${signed(nanos)}</b></span>`;
}

/** The meaning of the colours in a differential graph, and the choice of the side that sets the widths. */
export function FlameLegend({ side, onSide, most }) {
  const steps = ["less-3", "less-2", "less-1", "same", "more-1", "more-2", "more-3"];
  return html`
    <span class="legend" aria-label="Colours: blue for less own time than before, orange for more">
      <span class="muted">own time ${signed(-most)}</span>
      ${steps.map((step) => html`<span key=${step} class=${"legend-box flame-" + step}></span>`)}
      <span class="muted">${signed(most)}</span>
    </span>
    <label class="legend"><span class="muted">widths</span>
      <select value=${side} onChange=${(event) => onSide(event.currentTarget.value)}>
        <option value="after">after</option><option value="before">before</option>
      </select></label>`;
}

/** The frames with the most own time, or with its largest changes. */
export function FlameTable({ nodes, whole, difference, onChoose }) {
  const [sort, setSort] = useState(difference ? "-change" : "-own");
  const rows = useMemo(() => biggest(nodes, difference), [nodes, difference]);
  const time = (key, title, value, text) => ({ key, title, align: "end", value, cell: (row) => html`
    <span data-test=${key} data-value=${value(row)}>${text(value(row))}</span>` });
  const columns = [
    { key: "frame", title: "Frame", value: (row) => row.node.service + " " + row.node.operation,
      cell: (row) => html`<${FrameName} frame=${row.node} />` },
    time("own", "Own time", (row) => row.node.exclusiveNanos, duration),
    time("share", "Share", (row) => (whole > 0 ? row.node.exclusiveNanos / whole : 0), percent),
    time("total", "Total", (row) => row.node.inclusiveNanos, duration),
    ...(difference ? [time("change", "Own change", (row) => row.change, signed)] : []),
  ];
  return html`
    <div class="flame-table" data-test="flame-table">
      <${Table} columns=${columns} rows=${rows} rowKey=${(row) => row.index} sort=${sort} onSort=${setSort}
        onRow=${(row) => onChoose(row.index)} height="320px" label="Frames with the most own time" />
      ${nodes.length > LISTED
        && html`<p class="muted">The ${LISTED} frames with
          the ${difference ? "largest changes" : "most own time"}
        of ${nodes.length}.</p>`}
    </div>`;
}

function biggest(nodes, difference) {
  const rows = nodes.map((node, index) =>
    ({ node, index, change: node.exclusiveNanos - (node.before?.exclusiveNanos ?? 0) }));
  const size = (row) => (difference ? Math.abs(row.change) : row.node.exclusiveNanos);
  return rows.sort((a, b) => size(b) - size(a)).slice(0, LISTED);
}
