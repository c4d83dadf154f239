// The order of page Endpoints: incidents first, the worst severity before others; then what grew; then time.
import { SEVERITIES } from "../components/basics.js";

/** Growth is of p95, against the median of earlier windows, if there are so many and so many requests. */
const LEAST_WINDOWS = 10;
const LEAST_REQUESTS = 20;
const LEAST_GROWTH = 0.25;

/** The endpoints of an answer, worst first, with `order`, `totalNanos`, and `growth` of those that grew. */
export function byTrouble(endpoints) {
  const rows = endpoints.map((row) => ({ ...row, growth: growthOf(row),
    totalNanos: row.latencyNanos.mean * row.traces }));
  rows.sort((a, b) => rank(a) - rank(b) || (b.growth ?? 0) - (a.growth ?? 0) || b.totalNanos - a.totalNanos);
  return rows.map((row, order) => ({ ...row, order }));
}

function rank({ severity }) {
  return severity ? SEVERITIES.indexOf(severity) : SEVERITIES.length;
}

/** How much the newest p95 is above the usual one; undefined if it is not much, or not known. */
function growthOf({ spark, traces }) {
  const earlier = spark.slice(0, -1).map(([, nanos]) => nanos).sort((a, b) => a - b);
  const growth = spark.at(-1)?.[1] / earlier[Math.floor(earlier.length / 2)] - 1;
  return earlier.length >= LEAST_WINDOWS && traces >= LEAST_REQUESTS && growth >= LEAST_GROWTH
    ? growth : undefined;
}
