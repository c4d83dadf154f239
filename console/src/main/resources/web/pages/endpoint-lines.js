// Latency, rate and errors of an endpoint over the same time, one chart below the other.
import { html, useMemo } from "../html.js";
import { useStatus } from "../status.js";
import { Empty, SEVERITY_WORDS } from "../components/basics.js";
import { deploymentMarks } from "../components/deployment.js";
import { LineChart, seriesLines } from "../components/line-chart.js";

const SHARES = [["p50", 0.5], ["p90", 0.9], ["p95", 0.95], ["p99", 0.99]];
const HEIGHT = 240;
const LOW = 150;

export function Lines({ series, grid, view, deployments, first, second, picksSecond, onRange }) {
  const windowMillis = useStatus().status?.windowMillis;
  const lines = useMemo(() => linesOf(series?.points ?? [], grid.data, view.fromStore, windowMillis),
    [series, grid.data, view.fromStore, windowMillis]);
  if (!series) {
    return html`<div class="chart-place"></div>`;
  } else if (!lines) {
    return html`<${Empty}>${view.fromStore && !grid.error ? "Asking the store …"
      : "No window of this endpoint yet. The first one appears when it ends."}</${Empty}>`;
  }
  const mark = (range, label, kind) => range && { millis: range.from, toMillis: range.to, label, kind };
  const incidents = series.marks.map(({ sinceMillis, endMillis, severity }) =>
    ({ millis: sinceMillis, toMillis: endMillis, label: SEVERITY_WORDS[severity], kind: severity }));
  const marks = [...incidents, ...deploymentMarks(deployments), mark(first, "1", "range"),
    mark(second, "2", "second")].filter(Boolean);
  const shared = { marks, onRange, second: picksSecond, span: spanOf(grid.data) };
  const below = { ...shared, marks: marks.map((each) => ({ ...each, label: "" })), height: LOW };
  return html`
    <${LineChart} ...${shared} series=${lines.latency} height=${HEIGHT}
      label="Percentiles of the response time" />
    <${LineChart} ...${below} series=${lines.rate} unit="rate" test="line-chart-rate"
      label="Requests per second" />
    <${LineChart} ...${below} series=${lines.errors} unit="percent" test="line-chart-errors"
      label="Share of the requests that failed" />
    ${view.fromStore && html`<p class="muted table-note">Of the complete requests in the store; percentiles are
      as exact as the bins of the heat map.</p>`}`;
}

/** The time of the heat map, so that all charts have the same axis. */
function spanOf(grid) {
  return grid?.columns.length > 0 ? { from: grid.columns[0].timeMillis, to: grid.columns.at(-1).timeMillis
    + grid.bucketMillis } : undefined;
}

/** Lines from the windows that the console keeps; from the grid if these do not go back far enough. */
function linesOf(points, grid, fromStore, windowMillis) {
  if (fromStore && grid) {
    return linesOfGrid(grid);
  }
  const figures = points.map((point) => ({ ...point, requests: (point.traces * 1000) / windowMillis,
    failed: point.errorRatio }));
  return points.length > (fromStore ? 1 : 0) ? {
    latency: seriesLines(figures, SHARES.map(([label]) => label)),
    rate: seriesLines(figures, ["requests"]),
    errors: seriesLines(figures, ["failed"])
  } : undefined;
}

function linesOfGrid({ columns, bucketMillis, edgesNanos }) {
  const line = (label, figure) => ({ label, points: columns.map((column) =>
    [column.timeMillis + bucketMillis / 2, figure(column)]) });
  const sum = (counts) => counts.reduce((all, count) => all + count, 0);
  return {
    latency: SHARES.map(([label, share]) => line(label, ({ counts }) => percentile(counts, edgesNanos, share))),
    rate: [line("requests", ({ counts }) => (sum(counts) * 1000) / bucketMillis)],
    errors: [line("failed", ({ counts, failed }) => (sum(counts) > 0 ? failed / sum(counts) : null))]
  };
}

function percentile(counts, edges, share) {
  const wanted = counts.reduce((sum, count) => sum + count, 0) * share;
  let below = 0;
  for (let bin = 0; bin < counts.length; bin++) {
    if (counts[bin] > 0 && below + counts[bin] >= wanted) {
      const part = (wanted - below) / counts[bin];
      return edges[bin] * (edges[bin + 1] / edges[bin]) ** part;
    }
    below += counts[bin];
  }
  return null;
}
