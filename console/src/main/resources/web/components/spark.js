// A small line without axes, for rows of a table.
import { html } from "../html.js";

const WIDTH = 120;
const HEIGHT = 26;
const EDGE = 2.5;

/** Draws points `[[millis, value]]` in order of time, from zero up; `mark` (millis) is a vertical line. */
export function Spark({ points, mark, label }) {
  const known = (points ?? []).filter(([, value]) => Number.isFinite(value));
  if (known.length === 0) {
    return html`<span class="muted">–</span>`;
  }
  const first = known[0][0];
  const span = known[known.length - 1][0] - first || 1;
  const most = known.reduce((largest, [, value]) => Math.max(largest, value), 0) || 1;
  const x = (millis) => EDGE + ((millis - first) / span) * (WIDTH - 2 * EDGE);
  const y = (value) => HEIGHT - EDGE - (value / most) * (HEIGHT - 2 * EDGE);
  const line = known.map(([millis, value]) => x(millis).toFixed(1) + "," + y(value).toFixed(1)).join(" ");
  const [lastMillis, lastValue] = known[known.length - 1];
  const marked = mark >= first && mark <= first + span;
  return html`
    <svg class="spark" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} width=${WIDTH} height=${HEIGHT} role="img"
      aria-label=${label ?? "Course over time"} data-test="spark" data-value=${lastValue}>
      <polygon class="spark-area"
        points=${`${x(first)},${HEIGHT - EDGE} ${line} ${x(lastMillis)},${HEIGHT - EDGE}`} />
      ${marked && html`<line class="spark-mark" x1=${x(mark)} x2=${x(mark)} y1="0" y2=${HEIGHT} />`}
      <polyline class="spark-line" points=${line} />
      <circle class="spark-dot" cx=${x(lastMillis)} cy=${y(lastValue)} r="2" />
    </svg>`;
}
