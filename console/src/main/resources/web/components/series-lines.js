// Points of a series of the API as lines of a chart.

const GAP_STEPS = 3;

/** The distance that most neighbouring points have. */
function usualStep(points) {
  const steps = points.slice(1).map((point, index) => point.endMillis - points[index].endMillis);
  return steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
}

/** Lines for LineChart, one for each name of a figure; where windows are missing the line has a gap. */
export function seriesLines(points, names) {
  const gap = GAP_STEPS * usualStep(points);
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
