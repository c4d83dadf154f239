// The time that an endpoint's charts show, and percentiles from a grid of the index.
import { inReport } from "../../api.js";

const MINUTE = 60000;
const STEPS = 30;

/** How far back the charts can go, besides the windows that the console keeps. */
export const SHOWN = { "1h": 3600000, "6h": 21600000, "1d": 86400000, "7d": 604800000 };

/**
 * The time to show: `{from, to, fromIndex, index}`. `index` is the range for questions to the index, rounded so
 * that pages that show the same time ask the same. `fromIndex` is true if the console's windows do not go back
 * far enough.
 */
export function viewOf(points, first, second, show, now) {
  const length = Object.hasOwn(SHOWN, show ?? "") ? SHOWN[show] : undefined;
  const kept = points?.length > 1 ? { from: points[0].endMillis, to: points[points.length - 1].endMillis }
    : undefined;
  const chosen = length ? { from: now - length, to: now } : kept ?? { from: now - SHOWN["1h"], to: now };
  const whole = [first, second].filter((range) => range).reduce(reaching, chosen);
  const inMemory = kept && whole.from >= kept.from && whole.to <= kept.to;
  return { ...whole, fromIndex: points !== undefined && !inMemory, index: rounded(whole) };
}

/** A view that also contains a range, with some time around a range outside. */
function reaching(view, range) {
  const around = (range.to - range.from) / 2;
  return {
    from: range.from < view.from ? range.from - around : view.from,
    to: range.to > view.to ? range.to + around : view.to
  };
}

/** Rounds a range; undefined in a report, which has one answer for all time. */
function rounded({ from, to }) {
  if (inReport()) {
    return undefined;
  }
  const step = Math.max(MINUTE, Math.round((to - from) / STEPS / MINUTE) * MINUTE);
  return { from: Math.floor(from / step) * step, to: Math.ceil(to / step) * step };
}

/** Percentiles over time from an answer of index/grid: series for LineChart, as exact as the grid's bins. */
export function percentiles(grid, shares) {
  return shares.map(([label, share]) => ({
    label,
    points: grid.columns.map(({ timeMillis, counts }) => [
      timeMillis + grid.bucketMillis / 2, percentile(counts, grid.edgesNanos, share)])
  }));
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
