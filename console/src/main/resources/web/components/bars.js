// Histograms with standard errors.
import { html } from "../html.js";
import { duration, number } from "../format.js";
import { useWidth } from "./canvas.js";

const AXIS = 22;
const LEFT = 56;

/**
 * Draws bins `[{from, to, count, error?}]` side by side with equal widths, and whiskers of one standard error.
 * `marks` are `[{value, label}]`; bounds are in nanoseconds.
 */
export function Histogram({ bins, marks = [], height = 200, label }) {
  const [box, width] = useWidth();
  const most = Math.max(1, ...bins.map((bin) => bin.count + (bin.error ?? 0)));
  const wide = Math.max(0, width - LEFT - 8) / Math.max(1, bins.length);
  const y = (count) => 14 + (1 - count / most) * (height - AXIS - 14);
  const every = Math.max(1, Math.ceil(84 / (wide || 1)));
  return html`
    <div ref=${box} data-test="histogram" data-bins=${bins.length}
      data-sum=${bins.reduce((sum, bin) => sum + bin.count, 0)}>
      ${width > 0 && html`
        <svg class="bars" width=${width} height=${height} role="img"
          aria-label=${`${label ?? "Histogram"}: ${bins.length} bins, at most ${number(most)}`}>
          ${[0, 0.5, 1].map((part) => html`<g key=${part}>
            <line class="bars-grid" x1=${LEFT} x2=${width} y1=${y(part * most)} y2=${y(part * most)} />
            <text class="bars-text" x=${LEFT - 6} y=${y(part * most) + 4}
              text-anchor="end">${number(Math.round(part * most))}</text></g>`)}
          ${bins.map((bin, i) => html`
            <${Bin} key=${i} bin=${bin} x=${LEFT + i * wide} wide=${wide} y=${y} />`)}
          ${bins.map((bin, i) => i % every === 0 && html`
            <text key=${"t" + i} class="bars-text" x=${LEFT + i * wide}
              y=${height - 6}>${duration(bin.from)}</text>`)}
          ${marks.map((mark, i) => html`<${BarMark} key=${"m" + i} mark=${mark}
            x=${LEFT + placeIn(bins, mark.value) * wide}
            bottom=${y(0)} right=${width} />`)}
        </svg>`}
    </div>`;
}

function Bin({ bin, x, wide, y }) {
  const middle = x + wide / 2;
  const error = bin.error ? " ± " + number(Math.round(bin.error)) : "";
  return html`<g>
    <rect class="bars-bar" x=${x} y=${y(bin.count)} width=${Math.max(1, wide - 1)}
      height=${y(0) - y(bin.count)}>
      <title>${duration(bin.from)} to ${duration(bin.to)}: ${number(bin.count)}${error}</title></rect>
    ${bin.error > 0 && html`<line class="bars-whisker" x1=${middle} x2=${middle}
      y1=${y(bin.count + bin.error)} y2=${y(Math.max(0, bin.count - bin.error))} />`}
  </g>`;
}

function BarMark({ mark, x, bottom, right }) {
  const end = x > right - 80;
  return html`<g>
    <line class="bars-mark" x1=${x} x2=${x} y1="2" y2=${bottom} />
    <text class="bars-label" x=${end ? x - 4 : x + 4} y="11"
      text-anchor=${end ? "end" : "start"}>${mark.label}</text></g>`;
}

/** The position of a value, in bins from the left. */
function placeIn(bins, value) {
  const i = bins.findIndex((bin) => value < bin.to);
  if (i < 0) {
    return bins.length;
  }
  return i + Math.max(0, (value - bins[i].from) / (bins[i].to - bins[i].from || 1));
}
