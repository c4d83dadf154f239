// Points of a series of the API as lines of a chart.

const GAP_STEPS = 2;

/** From which distance of two points on a line has a gap: twice the one that most neighbours have. */
export function gapOf(times) {
  const steps = times.slice(1).map((time, index) => time - times[index]);
  return GAP_STEPS * (steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0);
}

/** Lines for LineChart, one for each name of a figure; where windows are missing the line has a gap. */
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
