// A small line without axes, for rows of a table.
import { html } from "../html.js";
import { gapOf } from "./series-lines.js";

const WIDTH = 120;
const HEIGHT = 26;
const EDGE = 2.5;
const FOOT = HEIGHT - EDGE;

/** Draws points `[[millis, value]]` in order of time, from zero up, with gaps where points are missing. */
export function Spark({ points, label }) {
  const parts = unbroken(points ?? []);
  if (parts.length === 0) {
    return html`<span class="muted">–</span>`;
  }
  const first = parts[0][0][0];
  const [lastMillis, lastValue] = parts.at(-1).at(-1);
  const most = Math.max(...parts.flat().map(([, value]) => value)) || 1;
  const span = lastMillis - first || 1;
  const x = (millis) => (EDGE + ((millis - first) / span) * (WIDTH - 2 * EDGE)).toFixed(1);
  const y = (value) => (FOOT - (value / most) * (HEIGHT - 2 * EDGE)).toFixed(1);
  return html`
    <svg class="spark" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} width=${WIDTH} height=${HEIGHT} role="img"
      aria-label=${label ?? "Values over time"} data-test="spark" data-value=${lastValue}
      data-parts=${parts.length}>
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

/** The points in parts without a gap; a point without a value ends a part too. */
function unbroken(points) {
  const gap = gapOf(points.map(([millis]) => millis));
  const parts = [];
  let before;
  for (const point of points) {
    if (!Number.isFinite(point[1])) {
      before = undefined;
      continue;
    }
    if (before && point[0] - before[0] <= gap) {
      parts.at(-1).push(point);
    } else {
      parts.push([point]);
    }
    before = point;
  }
  return parts;
}
