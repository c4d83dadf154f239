/** The outline of a violin, pure. */

/**
 * Points `[value, thickness]` from left to right; thickness is from 0 to 1. Quantiles `[[share, value]]` give
 * the density between two neighbours. Below the first nothing is known: the outline rises from zero to it.
 */
export function violin({ quantiles, bins }) {
  const parts = bins ? bins.map(({ from, to, count }) => ({ from, to, mass: count })) : partsOf(quantiles);
  const densities = parts.map(({ from, to, mass }) => mass / (to - from || 1));
  const most = Math.max(...densities) || 1;
  const points = parts.map(({ from, to }, i) => {
    const share = !bins && i === 0 ? 0.85 : 0.5;
    return [from + (to - from) * share, Math.sqrt(densities[i] / most)];
  });
  return [[parts[0].from, 0.05], ...points, [parts[parts.length - 1].to, 0.02]];
}

function partsOf(quantiles) {
  let from = 0;
  let below = 0;
  return quantiles.map(([share, value]) => {
    const part = { from, to: value, mass: share - below };
    from = value;
    below = share;
    return part;
  });
}
