// Lines over time, drawn by uPlot, with marks and with ranges that are chosen by dragging.
import { html, useLayoutEffect, useMemo, useRef } from "../html.js";
import { default as uPlot } from "../vendor/uPlot.esm.js";
import { preference, usePreferences } from "../preferences.js";
import { dateTime, duration, number, percent, rate, time, visible } from "../format.js";
import { colours, numbered, useWidth } from "./canvas.js";
import { gapOf } from "./row-charts.js";

const FORMATS = { nanos: duration, rate, percent, number };
const SERIES = numbered("--series-", 1, 6);
/** Lines that mean the same on all pages have one colour; orange is what became slower. */
const MEANINGS = { p50: "--series-3", p90: "--series-5", p95: "--series-1", p99: "--series-4",
  requests: "--series-6", failed: "--failed" };
const MARKS = { page: "--bad", ticket: "--warn", info: "--info", range: "--accent", second: "--series-2",
  deployment: "--muted" };
const FONT = "system-ui, sans-serif";
const LEGEND = 30;
const MINUTE = 60_000;
const DAY = 86_400_000;

/**
 * Draws series `[{label, points: [[millis, value or null]]}]`, from zero up. `marks` are times or, with
 * `toMillis`, ranges: `[{millis, toMillis?, label, kind}]`; kinds are page, ticket, info, range,
 * second and deployment.
 * A drag calls `onRange(fromMillis, toMillis)`; `second`: it is the second of two ranges. The axis shows the
 * times `span` {from, to}, or else those of the points.
 */
export function LineChart({ series, unit = "nanos", marks = [], onRange, second = false, span, height,
  label, test = "line-chart" }) {
  const preferences = usePreferences();
  const [box, width] = useWidth();
  const plot = useRef(null);
  const now = useRef({});
  now.current = { marks, onRange, span };
  const data = useMemo(() => align(series), [series]);
  const labels = series.map((each) => each.label);
  useLayoutEffect(() => {
    if (width === 0) {
      return undefined;
    }
    plot.current = new uPlot(options({ labels, unit, width, height, now }), data, box.current);
    return () => {
      plot.current.destroy();
      plot.current = null;
    };
  }, [labels.join("\n"), unit, preferences, width > 0, height]);
  useLayoutEffect(() => plot.current?.setData(data), [data, span?.from, span?.to]);
  useLayoutEffect(() => plot.current?.setSize({ width, height: height - LEGEND }), [width]);
  useLayoutEffect(() => plot.current?.redraw(false), [JSON.stringify(marks)]);
  return html`<div class=${second ? "lines lines-second" : "lines"} ref=${box} role="img"
    data-test=${test} data-points=${data[0].length} style=${{ minHeight: height + "px" }}
    aria-label=${label + ": " + labels.join(", ")}></div>`;
}

/** Lines from points {endMillis, ...} for the named figures, with gaps where windows are missing. */
export function seriesLines(points, names) {
  const gap = gapOf(points.map(({ endMillis }) => endMillis));
  return names.map((name) => ({
    label: name,
    points: points.flatMap((point, index) => {
      const before = points[index - 1]?.endMillis;
      const here = [point.endMillis, point[name] ?? null];
      return point.endMillis - before > gap ? [[before + 1, null], here] : [here];
    })
  }));
}

/** The lines that show an incident: the failed share of requests, or the percentiles of their time. */
export function IncidentLines({ points, marks, errors, percentiles, height }) {
  return errors ? html`
    <${LineChart} series=${[{ ...seriesLines(points, ["errorRatio"])[0], label: "failed" }]} unit="percent"
      marks=${marks} height=${height} label="Failed share of requests" />` : html`
    <${LineChart} series=${seriesLines(points, percentiles)} marks=${marks} height=${height}
      label="Response time of the first endpoint" />`;
}

/** The form of uPlot: one column of times, and one of values for each series; null is a gap. */
function align(series) {
  const times = [...new Set(series.flatMap(({ points }) => points.map(([millis]) => millis)))];
  times.sort((a, b) => a - b);
  const columns = series.map(({ points }) => {
    const values = new Map(points);
    return times.map((millis) => values.get(millis));
  });
  return [times, ...columns];
}

function options({ labels, unit, width, height, now }) {
  const [text, line, ...strokes] = colours(["--muted", "--line",
    ...labels.map((label, i) => MEANINGS[label] ?? SERIES[i % SERIES.length])]);
  const format = FORMATS[unit];
  const axis = { stroke: text, grid: { stroke: line, width: 1 }, ticks: { stroke: line, size: 4 },
    font: "12px " + FONT };
  const dragged = Boolean(now.current.onRange);
  return {
    width,
    height: height - LEGEND,
    ms: 1,
    tzDate: (millis) => (preference("zone") === "utc" ? uPlot.tzDate(new Date(millis), "Etc/UTC")
      : new Date(millis)),
    cursor: { drag: { x: dragged, y: false, setScale: false, dist: 4 }, points: { size: 7 } },
    select: { show: dragged },
    padding: [null, () => (now.current.span ? 0 : 8), null, null], // to end as the heat map below
    scales: {
      x: { range: (_, least, most) => [now.current.span?.from ?? least, now.current.span?.to ?? most] },
      y: { range: (_, __, most) => [0, most > 0 ? most * 1.08 : 1] }
    },
    axes: [
      { ...axis, values: (_, splits) => timeTexts(splits), space: 72, size: 32 },
      { ...axis, values: (_, splits) => splits.map(format), size: 72 }
    ],
    series: [
      { value: (_, millis) => dateTime(millis), label: "Time" },
      ...labels.map((label, i) => ({
        label, stroke: strokes[i], width: 1.75,
        points: { show: true, filter: isolated, size: 5 }, value: (_, value) => format(value)
      }))
    ],
    hooks: {
      drawClear: [(plot) => drawMarks(plot, now.current.marks)],
      setSelect: [(plot) => chosen(plot, now.current.onRange)]
    }
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
  return splits.map((millis) => (step >= DAY ? dateTime(millis).slice(0, 10)
    : step >= MINUTE ? time(millis).slice(0, 5) : time(millis)));
}

function chosen(plot, onRange) {
  const { left, width } = plot.select;
  if (onRange && width > 3) {
    const millisAt = (x) => Math.round(plot.posToVal(x, "x"));
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    onRange(millisAt(left), millisAt(left + width));
  }
}

/** Fills ranges, and draws a line at the start of each mark, with its label if there is room. */
function drawMarks({ ctx, bbox, valToPos }, marks) {
  const ratio = globalThis.devicePixelRatio || 1;
  const right = bbox.left + bbox.width;
  const place = (millis) => Math.max(bbox.left, Math.min(right, valToPos(millis, "x", true)));
  let labelled = -Infinity;
  ctx.save();
  ctx.font = `${11 * ratio}px ${FONT}`;
  ctx.textBaseline = "top";
  ctx.textAlign = "left";
  for (const { millis, toMillis = millis, label, kind } of [...marks].sort((a, b) => a.millis - b.millis)) {
    const x = place(millis);
    [ctx.fillStyle] = colours([MARKS[kind]]);
    ctx.globalAlpha = 0.13;
    ctx.fillRect(x, bbox.top, place(toMillis) - x, bbox.height);
    ctx.globalAlpha = 1;
    if (x === valToPos(millis, "x", true)) {
      for (let y = bbox.top; y < bbox.top + bbox.height; y += 7 * ratio) {
        ctx.fillRect(x - 0.75 * ratio, y, 1.5 * ratio, 4 * ratio);
      }
      if (x > labelled) {
        ctx.fillText(visible(label), x + 4 * ratio, bbox.top + 2 * ratio);
        labelled = x + 4 * ratio + ctx.measureText(visible(label)).width;
      }
    }
  }
  ctx.restore();
}
