// The points of a series from the API as lines of a chart.

const GAP_STEPS = 2;

/** The distance above which a line has a gap between two points: twice the usual distance. */
export function gapOf(times) {
  const steps = times.slice(1).map((time, index) => time - times[index]);
  return GAP_STEPS * (steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0);
}

/** Lines for LineChart, one for each named figure; a line has a gap where windows are missing. */
export function seriesLines(points, names) {
  const gap = gapOf(points.map((point) => point.endMillis));
  return names.map((name) => {
    const line = [];
    points.forEach((point, index) => {
      const before = points[index - 1];
      if (before && point.endMillis - before.endMillis > gap) {
        line.push([before.endMillis + 1, null]);
      }
      line.push([point.endMillis, point[name] ?? null]);
    });
    return { label: name, points: line };
  });
}
