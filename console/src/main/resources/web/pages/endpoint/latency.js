// The latency of an endpoint over time: lines, a heat map, and the chosen ranges.
import { html, useMemo, useState } from "../../html.js";
import { inReport, useAnswer } from "../../api.js";
import { href, navigate } from "../../router.js";
import { useKeys } from "../../keys.js";
import { duration, moment, number } from "../../format.js";
import { Card, Empty } from "../../components/basics.js";
import { HeatMap } from "../../components/heat.js";
import { LineChart } from "../../components/line-chart.js";
import { seriesLines } from "../../components/series-lines.js";
import { Answered } from "../shared/answered.js";
import { IncidentMarks } from "./marks.js";
import { Ranges } from "./ranges.js";
import { SHOWN, percentiles } from "./view.js";

const SHARES = [["p50", 0.5], ["p90", 0.9], ["p95", 0.95], ["p99", 0.99]];
const AXIS = 72;
const KEYS = [{ keys: "r", does: "Type a range of time", run: focusRange }];

export function LatencyCard({ endpoint, series, view, first, second, setRanges, params, change }) {
  const grid = useAnswer(series ? "index/grid" : null, { ...endpoint, ...view.index });
  const [picking, pick] = useState(undefined);
  const at = picking ?? (first ? 2 : 1);
  useKeys(KEYS);
  const setRange = (which, range) => {
    pick(undefined);
    return which === 1 ? setRanges(range, second) : setRanges(first ?? range, first ? range : undefined);
  };
  const chosen = (from, to) => setRange(first ? at : 1, { from, to });
  return html`
    <${Card} title="Latency over time" test="latency"
      actions=${!inReport() && html`<${ShowChoice} show=${params.show} onChoose=${(show) => change({ show },
        { replace: true })} />`}>
      <${IncidentMarks} marks=${series?.marks ?? []} />
      <${Lines} ...${{ series, grid, view, first, second, chosen, picksSecond: first && at === 2 }} />
      ${!inReport() && html`<${Ranges} ...${{ first, second, setRange, setRanges, at, pick }} />`}
      <${Answered} answer=${grid} lines=${8}>${(data) => html`
        <${Heat} grid=${data} endpoint=${endpoint} />`}</${Answered}>
    </${Card}>`;
}

/** Moves to the fields of the first range; of the second once the first is chosen. */
function focusRange() {
  const fields = ["second-from", "first-from"].map((test) => document.querySelector(`[data-test="${test}"]`));
  fields.find((field) => field)?.focus();
}

function ShowChoice({ show, onChoose }) {
  return html`
    <label class="row muted">Show
      <select value=${show ?? ""} data-test="show" onChange=${(event) => onChoose(event.target.value)}>
        <option value="">what the console keeps</option>
        ${Object.keys(SHOWN).map((key) => html`<option key=${key} value=${key}>${key}, from the
          index</option>`)}
      </select>
    </label>`;
}

function Lines({ series, grid, view, first, second, chosen, picksSecond }) {
  const lines = useMemo(() => linesOf(series, grid.data, view), [series, grid.data, view.fromIndex]);
  const marks = useMemo(() => marksOf(series, first, second),
    [series, first?.from, first?.to, second?.from, second?.to]);
  if (!series) {
    return html`<div class="chart-place"></div>`;
  } else if (lines === undefined) {
    return html`<${Empty}>${view.fromIndex && !grid.error ? "Asking the index …"
      : "No window of this endpoint yet. The first one appears when it ends."}</${Empty}>`;
  }
  return html`
    <${LineChart} series=${lines} marks=${marks} onRange=${inReport() ? undefined : chosen}
      second=${Boolean(picksSecond)} height=${260}
      label="Percentiles of the response time" />
    ${view.fromIndex && html`<p class="muted table-note">Percentiles of the complete requests in the index, as
      exact as the bins of the heat map.</p>`}`;
}

/** Lines from the windows that the console keeps; from the grid if these do not go back far enough. */
function linesOf(series, grid, view) {
  if (view.fromIndex && grid) {
    return percentiles(grid, SHARES);
  }
  const points = series?.points ?? [];
  const usable = points.length > 0 && !(view.fromIndex && points.length < 2);
  return usable ? seriesLines(points, SHARES.map(([label]) => label)) : undefined;
}

function marksOf(series, first, second) {
  const incidents = (series?.marks ?? []).map((mark) => ({ millis: mark.sinceMillis, toMillis: mark.endMillis,
    label: mark.severity, kind: mark.severity }));
  const range = (chosen, label, kind) => chosen ? [{ millis: chosen.from, toMillis: chosen.to, label, kind }]
    : [];
  return [...incidents, ...range(first, "1", "range"), ...range(second, "2", "second")];
}

function Heat({ grid, endpoint }) {
  const values = useMemo(() => grid.columns.map(({ counts }) => counts), [grid]);
  const xs = useMemo(() => grid.columns.map(({ timeMillis }) => timeMillis), [grid]);
  const ys = useMemo(() => grid.edgesNanos.slice(0, -1), [grid]);
  const end = (x) => xs[x] + grid.bucketMillis;
  const describe = (x, y) => `${moment(xs[x])} – ${moment(end(x))}, ${duration(ys[y])} to ${
    duration(grid.edgesNanos[y + 1])}: ${number(values[x][y])} requests${
    inReport() ? "" : ". Click or press Enter to list their traces."}`;
  const open = (x, y) => navigate("query", { ...endpoint, q: "traces", from: xs[x], to: end(x),
    minNanos: ys[y], maxNanos: grid.edgesNanos[y + 1] });
  return html`
    <${HeatMap} xs=${xs} ys=${ys} values=${values} up=${true} height=${230} left=${AXIS}
      xLabel=${heatLabel(grid)}
      yLabel="response time" formatX=${moment} formatY=${duration} describe=${describe}
      onCell=${inReport() ? undefined : open} />
    ${!inReport() && html`<p class="muted table-note">Click a cell to list its traces. <a
      href=${href("query", { ...endpoint, q: "histogram",
      from: xs[0], to: end(xs.length - 1) })}>Distribution of all requests</a></p>`}`;
}

function heatLabel(grid) {
  return `${number(grid.requests)} complete requests` + (grid.rows < grid.requests
    ? `, ${number(grid.rows)} of them in the index` : "");
}
