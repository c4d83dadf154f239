// Charts that fit into a row of a table.
import { html } from "../html.js";

const WIDTH = 120;
const HEIGHT = 26;
const EDGE = 2.5;
const FOOT = HEIGHT - EDGE;

/** The distance above which a line has a gap between two points: twice the usual distance. */
export function gapOf(times) {
  const steps = times.slice(1).map((time, index) => time - times[index]);
  return 2 * (steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0);
}

/** A small line of points `[[millis, value]]` in order of time, from zero up, with gaps. */
export function Spark({ points = [] }) {
  if (points.length === 0) {
    return html`<span class="muted">–</span>`;
  }
  const parts = unbroken(points);
  const [first] = points[0];
  const [lastMillis, lastValue] = points.at(-1);
  const most = Math.max(...points.map(([, value]) => value)) || 1;
  const scale = (WIDTH - 2 * EDGE) / (lastMillis - first || 1);
  const x = (millis) => (EDGE + (millis - first) * scale).toFixed(1);
  const y = (value) => (FOOT - (value / most) * (HEIGHT - 2 * EDGE)).toFixed(1);
  return html`
    <svg class="spark" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label="Values over time"
      data-test="spark" data-value=${lastValue} data-parts=${parts.length}>
      ${parts.map((part, i) => {
        const line = part.map(([millis, value]) => x(millis) + "," + y(value)).join(" ");
        const area = `${x(part[0][0])},${FOOT} ${line} ${x(part.at(-1)[0])},${FOOT}`;
        return html`<g key=${i}>
          <polygon class="spark-area" points=${area} />
          <polyline class="spark-line" points=${part.length > 1 ? line : line + " " + line} /></g>`;
      })}
      <circle class="spark-dot" cx=${x(lastMillis)} cy=${y(lastValue)} r="2" />
    </svg>`;
}

/** The points in parts without a gap. */
function unbroken(points) {
  const gap = gapOf(points.map(([millis]) => millis));
  const parts = [[points[0]]];
  points.slice(1).forEach((point, index) => {
    if (point[0] - points[index][0] <= gap) {
      parts.at(-1).push(point);
    } else {
      parts.push([point]);
    }
  });
  return parts;
}

/**
 * A distribution `{mean, p50?, p90?, p95?, p99?, max?}` on one line: a box to the median, lighter ones to p90,
 * p95 and p99, a dot for the mean, and a line to the largest value. The scale ends at `most`.
 */
export function Strip({ distribution, format, most }) {
  const { mean, p50, p90 = p50, p95 = p90, p99 = p95, max = p99 } = distribution;
  if (p50 === undefined) {
    return null;
  }
  const place = (value) => Math.min(100, (value / (most || 1)) * 100);
  const parts = [[0, p50, 6], [p50, p90, 5], [p90, p95, 4], [p95, p99, 2]];
  return html`
    <span class="strip" role="img" aria-label=${`median ${format(p50)}, p99 ${format(p99)}`}>
      <span class="strip-line" style=${{ width: place(max) + "%" }}></span>
      ${parts.map(([from, to, heat]) => html`<span key=${heat} class="strip-part"
        style=${{ left: place(from) + "%", right: 100 - place(to) + "%", background: `var(--heat-${heat})` }}
        ></span>`)}
      <span class="strip-mean" style=${{ left: place(mean) + "%" }} title=${"mean " + format(mean)}></span>
    </span>`;
}

/** A share from 0 to 1 as a bar. */
export function ShareBar({ share }) {
  return html`<span class="cell-bar"><span style=${{ width: Math.min(1, share) * 100 + "%" }}></span></span>`;
}

/** Two bars: the time before, and below it the time after. */
export function Pair({ before, after, most }) {
  const bar = (kind, nanos) => html`
    <span class=${kind} style=${{ width: (nanos / most) * 100 + "%" }}></span>`;
  return html`
    <span class="pair" aria-hidden="true">
      ${bar("pair-before", before)}${bar("pair-after", after)}</span>`;
}
