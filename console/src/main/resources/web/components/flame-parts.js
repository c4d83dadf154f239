// The parts around a flame graph: the details of a frame, the legend and the table.
import { html, useMemo } from "../html.js";
import { duration, percent, signed } from "../format.js";
import { FrameName } from "./basics.js";
import { Table, figureColumn } from "./table.js";
import { STEPS } from "./flame-paint.js";

const LISTED = 100;
/** The words of a difference: the names of its two sides, and the text of a change. */
export const BEFORE_AFTER = { before: "before", after: "after", change: signed };

/**
 * One line about a frame: its total time, its own time, their shares, and the change, told by the words
 * in `difference`. With `spoken`, screen readers announce it.
 */
export function FlameDetails({ nodes, index, spoken, whole, difference }) {
  const node = nodes[index];
  if (!node) {
    return html`<p class="flame-details muted">Point at a frame, or choose one with the arrow keys.
      Click or press Enter to zoom in, Backspace to zoom out, Esc to show all.</p>`;
  }
  const before = node.before ?? { inclusiveNanos: 0, exclusiveNanos: 0 };
  const part = (name, nanos, text, share) => html`
    <span><span class="muted">${name}</span> <b data-value=${nanos}>${text(nanos)}</b>
      ${share && whole > 0 && html`<span class="muted"> ${percent(nanos / whole)}</span>`}</span>`;
  return html`
    <p class="flame-details" aria-live=${spoken ? "polite" : "off"} data-test="flame-details">
      <span class="flame-name"><${FrameName} frame=${node} /></span>
      ${part("total", node.inclusiveNanos, duration, true)}
      ${part(node.callee === undefined ? "own" : "between the services", node.exclusiveNanos, duration, true)}
      ${node.traces !== undefined && part("requests", node.traces, String)}
      ${difference && part("change", node.inclusiveNanos - before.inclusiveNanos, difference.change)}
      ${difference && part("own change", node.exclusiveNanos - before.exclusiveNanos, difference.change)}
    </p>`;
}

/** The meaning of the colours in a differential graph, and the choice of the side that sets the widths. */
export function FlameLegend({ words, side, onSide, most }) {
  return html`
    <span class="legend" aria-label=${`Colours: blue for more own time ${words.before}, orange for more ${words.after}`}>
      <span class="muted">own time ${words.change(-most)}</span>
      ${STEPS.map((step) => html`
        <span key=${step} class="legend-box" style=${{ background: `var(${step})` }}></span>`)}
      <span class="muted">${words.change(most)}</span>
    </span>
    <label class="legend"><span class="muted">widths</span>
      <select value=${side} onChange=${(event) => onSide(event.target.value)}>
        <option value="after">${words.after}</option><option value="before">${words.before}</option>
      </select></label>`;
}

/** The frames with the most own time, or with its largest changes. */
export function FlameTable({ nodes, whole, difference, onChoose }) {
  const rows = useMemo(() => biggest(nodes, difference), [nodes, difference]);
  const columns = [
    { key: "frame", title: "Frame", value: ({ node }) => node.service + " " + node.operation,
      cell: ({ node }) => html`<${FrameName} frame=${node} />` },
    figureColumn("own", "Own time", duration, ({ node }) => node.exclusiveNanos),
    figureColumn("share", "Share", percent, ({ node }) => node.exclusiveNanos / (whole || 1)),
    figureColumn("total", "Total", duration, ({ node }) => node.inclusiveNanos),
    ...(difference ? [figureColumn("change", "Own change", difference.change)] : [])
  ];
  return html`
    <div class="flame-table" data-test="flame-table">
      <${Table} columns=${columns} rows=${rows} rowKey=${({ index }) => index} height="320px"
        sort=${difference ? "-change" : "-own"} onRow=${({ index }) => onChoose(index)}
        label="Frames with the most own time" />
      ${nodes.length > LISTED && html`<p class="muted">The ${LISTED} frames with
        the ${difference ? "largest changes" : "most own time"} of ${nodes.length}.</p>`}
    </div>`;
}

function biggest(nodes, difference) {
  const rows = nodes.map((node, index) =>
    ({ node, index, change: node.exclusiveNanos - (node.before?.exclusiveNanos ?? 0) }));
  const size = ({ node, change }) => (difference ? Math.abs(change) : node.exclusiveNanos);
  return rows.sort((a, b) => size(b) - size(a)).slice(0, LISTED);
}
