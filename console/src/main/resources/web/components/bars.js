// Distributions: histograms with errors, and groups as violins.
import { html } from "../html.js";
import { duration, number, visible } from "../format.js";
import { useWidth } from "./canvas.js";
import { violin } from "./violin-shape.js";

const AXIS = 22;
const LEFT = 56;
const ROW = 46;
const LABEL = 190;

/**
 * Draws bins `[{from, to, count, error?}]` side by side, each as wide as the others, with whiskers of one
 * standard error. `marks` are `[{value, label}]`; `unit` "nanos" makes times of the bounds.
 */
export function Histogram({ bins, marks = [], unit = "nanos", height = 200, label }) {
  const [box, width] = useWidth();
  const format = unit === "nanos" ? duration : number;
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
          ${bins.map((bin, i) => html`<${Bin} key=${i} bin=${bin} x=${LEFT + i * wide} wide=${wide} y=${y}
            format=${format} />`)}
          ${bins.map((bin, i) => i % every === 0 && html`
            <text key=${"t" + i} class="bars-text" x=${LEFT + i * wide}
              y=${height - 6}>${format(bin.from)}</text>`)}
          ${marks.map((mark, i) => html`<${BarMark} key=${"m" + i} mark=${mark}
            x=${LEFT + placeIn(bins, mark.value) * wide}
            bottom=${y(0)} right=${width} />`)}
        </svg>`}
    </div>`;
}

function Bin({ bin, x, wide, y, format }) {
  const middle = x + wide / 2;
  const error = bin.error ? " ± " + number(Math.round(bin.error)) : "";
  return html`<g>
    <rect class="bars-bar" x=${x} y=${y(bin.count)} width=${Math.max(1, wide - 1)}
      height=${y(0) - y(bin.count)}>
      <title>${format(bin.from)} to ${format(bin.to)}: ${number(bin.count)}${error}</title></rect>
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

/** Where a value lies, in bins from the left. */
function placeIn(bins, value) {
  const i = bins.findIndex((bin) => value < bin.to);
  if (i < 0) {
    return bins.length;
  }
  return i + Math.max(0, (value - bins[i].from) / (bins[i].to - bins[i].from || 1));
}

/**
 * Draws groups `[{label, count, quantiles: [[share, value]], mean?}]` or `[{label, count, bins}]` one below
 * the other on one scale from zero: a shape is thick where many values are. Lines are the quantiles.
 */
export function Violins({ groups, unit = "nanos", label }) {
  const [box, width] = useWidth();
  const format = unit === "nanos" ? duration : number;
  const most = Math.max(1, ...groups.map(largest));
  const room = Math.max(1, width - LABEL - 20);
  const x = (value) => LABEL + (value / most) * room;
  const height = groups.length * ROW + AXIS;
  return html`
    <div ref=${box} data-test="violins" data-groups=${groups.length}>
      ${width > 0 && html`
        <svg class="bars" width=${width} height=${height} role="img"
          aria-label=${label ?? "Distributions by group"}>
          ${[0, 0.25, 0.5, 0.75, 1].map((part) => html`<g key=${part}>
            <line class="bars-grid" x1=${x(part * most)} x2=${x(part * most)} y1="0" y2=${height - AXIS} />
            <text class="bars-text" x=${x(part * most)} y=${height - 6}
              text-anchor=${part === 1 ? "end" : "middle"}
              >${format(part * most)}</text></g>`)}
          ${groups.map((group, i) => html`
            <${Violin} key=${i} group=${group} x=${x} y=${i * ROW + ROW / 2} format=${format} />`)}
        </svg>`}
    </div>`;
}

function largest(group) {
  return group.bins ? Math.max(...group.bins.map((bin) => bin.to))
    : Math.max(...group.quantiles.map(([, value]) => value));
}

function Violin({ group, x, y, format }) {
  const shape = violin(group).map(([value, part]) => [x(value), part * (ROW / 2 - 6)]);
  const outline = [...shape.map(([at, thick]) => `${at.toFixed(1)},${(y - thick).toFixed(1)}`),
    ...shape.reverse().map(([at, thick]) => `${at.toFixed(1)},${(y + thick).toFixed(1)}`)];
  const text = visible(group.label);
  const short = text.length > 27 ? text.slice(0, 26) + "…" : text;
  return html`<g>
    <text class="bars-name" x="0" y=${y - 1}>${short}<title>${text}</title></text>
    <text class="bars-text" x="0" y=${y + 13}>${number(group.count)} requests</text>
    <polygon class="bars-violin" points=${outline.join(" ")} />
    ${(group.quantiles ?? []).map(([share, value]) => html`
      <line key=${share} class="bars-quantile" x1=${x(value)} x2=${x(value)} y1=${y - 8} y2=${y + 8}>
        <title>${"p" + Math.round(share * 100)}: ${format(value)}</title></line>`)}
    ${group.mean !== undefined && html`<circle class="bars-mean" cx=${x(group.mean)} cy=${y} r="3.5">
      <title>mean: ${format(group.mean)}</title></circle>`}
  </g>`;
}
