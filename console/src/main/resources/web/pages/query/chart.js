// An answer as a chart: lines if the horizontal axis is time, otherwise bars.
import { html, useMemo } from "../../html.js";
import { shortId, visible } from "../../format.js";
import { Empty, Name } from "../../components/basics.js";
import { Histogram } from "../../components/bars.js";
import { LineChart } from "../../components/line-chart.js";
import { isNumber } from "./sql-result.js";
import { textOf } from "./text.js";

const MAX_BARS = 100;
const MAX_LINES = 6;
const UNITS = { nanos: "nanos", share: "percent" };

export function ResultChart({ result, params, change }) {
  const { columns, chart } = result;
  const find = (key) => columns.find((column) => column.key === key);
  const x = find(params.x) ?? find(chart.x);
  const y = find(params.y) ?? find(chart.y);
  const by = params.by === "-" ? undefined : find(params.by) ?? find(chart.by);
  const set = (some) => change(some, { replace: true });
  if (!y) {
    return html`<${Empty}>No column of the answer has numbers to draw. Select one in the
      statement.</${Empty}>`;
  }
  return html`
    <div class="form form-row">
      <${ColumnChoice} title="Horizontal" columns=${columns} chosen=${x} onChoose=${(key) => set({ x: key })} />
      <${ColumnChoice} title="Vertical" columns=${columns.filter(({ kind }) => isNumber(kind))} chosen=${y}
        onChoose=${(key) => set({ y: key })} />
      ${x.kind === "millis" && html`<${ColumnChoice} title="One line per" none="one line"
        columns=${columns.filter(({ kind }) => ["text", "flow", "truth"].includes(kind))} chosen=${by}
        onChoose=${(key) => set({ by: key })} />`}
    </div>
    <div class="form-row"><${Drawn} result=${result} x=${x} y=${y} by=${by} /></div>`;
}

function ColumnChoice({ title, columns, chosen, none, onChoose }) {
  return html`
    <label class="form-field">${title}
      <select value=${chosen?.key ?? "-"} onChange=${(event) => onChoose(event.target.value)}>
        ${none && html`<option value="-">${none}</option>`}
        ${columns.map((column) => html`<option key=${column.key}
          value=${column.key}>${visible(column.title)}</option>`)}
      </select></label>`;
}

function Drawn({ result, x, y, by }) {
  if (x.kind === "millis") {
    return html`<${Lines} result=${result} x=${x} y=${y} by=${by} />`;
  } else if (result.histogram && x.key === "fromNanos" && y.key === "requests") {
    return html`<${Histogram} height=${300} bins=${result.rows.map(({ fromNanos, toNanos, requests,
      requestsError }) =>
      ({ from: fromNanos, to: toNanos, count: requests, error: requestsError }))} label="Response times" />`;
  }
  return html`<${Bars} result=${result} x=${x} y=${y} />`;
}

function Lines({ result, x, y, by }) {
  const series = useMemo(() => linesOf(result.rows, x, y, by), [result, x, y, by]);
  return html`
    <${LineChart} series=${series.slice(0, MAX_LINES)} unit=${UNITS[y.kind] ?? "number"} height=${340} />
    ${series.length > MAX_LINES && html`<p class="muted table-note">The ${MAX_LINES} largest
      of ${series.length}.</p>`}`;
}

/**
 * A line for each value of `by`, largest sums first. Several values of the same time are drawn in their
 * order.
 */
function linesOf(rows, x, y, by) {
  const lines = new Map();
  for (const row of rows) {
    const name = by ? String(row[by.key]) : y.title;
    const line = lines.get(name) ?? { label: by?.kind === "flow" ? shortId(name) : visible(name), points: [],
      sum: 0 };
    line.points.push([row[x.key], row[y.key] ?? null]);
    line.sum += row[y.key] ?? 0;
    lines.set(name, line);
  }
  return [...lines.values()].sort((a, b) => b.sum - a.sum);
}

function Bars({ result, x, y }) {
  const shown = result.rows.slice(0, MAX_BARS);
  const most = shown.reduce((largest, row) => Math.max(largest, row[y.key] ?? 0), 0) || 1;
  return html`
    <div class="bar-list" data-test="bar-list">${shown.map((row) => html`
      <span class="name">${x.kind === "flow" ? shortId(row[x.key])
        : html`<${Name} value=${textOf(x.kind, row[x.key])} />`}</span>
      <span class="cell-bar"><span style=${{ width: (Math.max(0, row[y.key] ?? 0) / most) * 100
        + "%" }}></span></span>
      <span class="end">${textOf(y.kind, row[y.key])}</span>`)}</div>
    ${result.rows.length > shown.length && html`<p class="muted table-note">The
      first ${MAX_BARS} rows.</p>`}`;
}
