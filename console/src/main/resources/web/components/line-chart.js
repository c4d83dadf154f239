// Lines over time, drawn by uPlot, with marks and with ranges that are chosen by dragging.
import { html, useLayoutEffect, useMemo, useRef } from "../html.js";
import { default as uPlot } from "../vendor/uPlot.esm.js";
import { usePreferences } from "../preferences.js";
import { dateTime, duration, percent, rate, time } from "../format.js";
import { useWidth } from "./canvas.js";
import { colours } from "./colours.js";
import { drawBands, drawLines } from "./line-marks.js";

const FORMATS = { nanos: duration, rate, percent };
const SERIES = 6;
const MINUTE = 60_000;
const DAY = 86_400_000;

/**
 * Draws series `[{label, points: [[millis, value or null]]}]`, from zero up. `marks` are times or, with
 * `toMillis`, ranges: `[{millis, toMillis?, label, kind}]`; kinds are page, ticket, info, range and second.
 * A drag calls `onRange(fromMillis, toMillis, second)`; `second` is true for the second of two ranges.
 */
export function LineChart({ series, unit = "nanos", marks = [], onRange, second = false, height = 240,
  label }) {
  const { shown: theme, zone } = usePreferences();
  const [box, width] = useWidth();
  const plot = useRef(null);
  const now = useRef({});
  now.current = { marks, onRange, second };
  const data = useMemo(() => align(series), [series]);
  const labels = series.map((each) => each.label).join("\n");
  useLayoutEffect(() => {
    if (width === 0) {
      return undefined;
    }
    plot.current = new uPlot(
      options({ labels: labels.split("\n"), unit, zone, width, height, now }), data, box.current);
    return () => {
      plot.current.destroy();
      plot.current = null;
    };
  }, [labels, unit, zone, theme, width > 0, height]);
  useLayoutEffect(() => plot.current?.setData(data), [data]);
  useLayoutEffect(() => plot.current?.setSize({ width, height: plotHeight(height) }), [width]);
  useLayoutEffect(() => plot.current?.redraw(false), [JSON.stringify(marks)]);
  return html`<div class=${second ? "lines lines-second" : "lines"} ref=${box} role="img"
    data-test="line-chart"
    data-points=${data[0].length} style=${{ minHeight: height + "px" }}
    aria-label=${(label ?? "Values over time") + ": " + series.map((each) => each.label).join(", ")}></div>`;
}

/** The form of uPlot: one column of times, and one of values for each series; null is a gap. */
function align(series) {
  const times = [...new Set(series.flatMap((each) => each.points.map(([millis]) => millis)))];
  times.sort((a, b) => a - b);
  const columns = series.map((each) => {
    const values = new Map(each.points);
    return times.map((millis) => values.get(millis));
  });
  return [times, ...columns];
}

/** The height without the legend, which is below the plot. */
function plotHeight(height) {
  return height - 30;
}

function options({ labels, unit, zone, width, height, now }) {
  const [text, line] = colours(["--muted", "--line"]);
  const strokes = colours(Array.from({ length: SERIES }, (_, i) => "--series-" + (i + 1)));
  const format = FORMATS[unit] ?? String;
  const axis = { stroke: text, grid: { stroke: line, width: 1 }, ticks: { stroke: line, size: 4 },
    font: "12px system-ui, sans-serif" };
  const drag = { x: true, y: false, setScale: false, dist: 4 };
  return {
    width,
    height: plotHeight(height),
    ms: 1,
    tzDate: zone === "utc" ? (millis) => uPlot.tzDate(new Date(millis), "Etc/UTC") : undefined,
    cursor: { drag: now.current.onRange ? drag : { x: false, y: false }, points: { size: 7 } },
    select: { show: Boolean(now.current.onRange) },
    scales: { y: { range: (_, __, most) => [0, most > 0 ? most * 1.08 : 1] } },
    axes: [
      { ...axis, values: (_, splits) => timeTexts(splits), space: 72, size: 32 },
      { ...axis, values: (_, splits) => splits.map(format), size: 72 },
    ],
    series: [
      { value: (_, millis) => (millis === null ? "–" : dateTime(millis)), label: "Time" },
      ...labels.map((label, i) => ({
        label, stroke: strokes[i % SERIES], width: 1.75, points: { show: true, filter: isolated, size: 5 },
        value: (_, value) => (value === null || value === undefined ? "–" : format(value)),
      })),
    ],
    hooks: {
      drawClear: [(plot) => drawBands(plot, now.current.marks)],
      draw: [(plot) => drawLines(plot, now.current.marks)],
      setSelect: [(plot) => chosen(plot, now.current)],
    },
  };
}

/** The points with a gap on both sides, which no line shows. */
function isolated(plot, index) {
  const values = plot.data[index];
  const known = values.flatMap((value, i) => (value === undefined ? [] : [i]));
  return known.filter((at, k) => Number.isFinite(values[at])
    && !Number.isFinite(values[known[k - 1]]) && !Number.isFinite(values[known[k + 1]]));
}

function timeTexts(splits) {
  const step = splits.length > 1 ? splits[1] - splits[0] : MINUTE;
  if (step >= DAY) {
    return splits.map((millis) => dateTime(millis).slice(0, 10));
  }
  return splits.map((millis) => (step >= MINUTE ? time(millis).slice(0, 5) : time(millis)));
}

function chosen(plot, { onRange, second }) {
  const { left, width } = plot.select;
  if (onRange && width > 3) {
    const from = Math.round(plot.posToVal(left, "x"));
    const to = Math.round(plot.posToVal(left + width, "x"));
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    onRange(from, to, second);
  }
}
