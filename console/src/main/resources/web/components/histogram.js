// A histogram with standard errors.
import { html } from "../html.js";
import { duration, number, percent } from "../format.js";
import { useWidth } from "./canvas.js";

const TOP = 14;
const AXIS = 22;
const LEFT = 56;
const RIGHT = 8;

/**
 * Draws bins `[{fromNanos, toNanos, requests, requestsError?}]` side by side with equal widths, and whiskers
 * of one standard error. `marks` are `[[nanos, label]]`.
 */
export function Histogram({ bins, marks = [], height }) {
  const [box, width] = useWidth();
  const most = Math.max(1, ...bins.map(({ requests, requestsError = 0 }) => requests + requestsError));
  const wide = Math.max(1, width - LEFT - RIGHT) / bins.length;
  const x = (i) => LEFT + i * wide;
  const y = (count) => TOP + (1 - Math.max(0, count) / most) * (height - AXIS - TOP);
  const every = Math.ceil(84 / wide);
  return html`
    <div ref=${box} data-test="histogram" data-bins=${bins.length}
      data-sum=${bins.reduce((sum, { requests }) => sum + requests, 0)}>
      <svg class="bars" width=${width} height=${height} role="img"
        aria-label=${`Requests by response time: ${bins.length} bins, at most ${number(most)}`}>
        ${[0, most / 2, most].map((count) => html`
          <line class="bars-grid" x1=${LEFT} x2=${width} y1=${y(count)} y2=${y(count)} />
          <text class="bars-text" x=${LEFT - 6} y=${y(count) + 4} text-anchor="end"
            >${number(Math.round(count))}</text>`)}
        ${bins.map((bin, i) => html`<${Bin} key=${i} bin=${bin} x=${x(i)} wide=${wide} y=${y} />`)}
        ${bins.map(({ fromNanos }, i) => i % every === 0 && x(i) < width - LEFT && html`
          <text class="bars-text" x=${x(i)} y=${height - 6}>${duration(fromNanos)}</text>`)}
        ${marks.map(([nanos, label]) => html`
          <${Mark} x=${x(placeIn(bins, nanos))} bottom=${y(0)} label=${label} />`)}
      </svg>
    </div>`;
}

/**
 * Draws two histograms with the same bins beside each other, each as shares of its own requests: before and
 * after, in the colours of Pair.
 */
export function HistogramPair({ before, after, height }) {
  const [box, width] = useWidth();
  const sides = [["before", before], ["after", after]];
  const shareOf = ({ requests }, all) => (all > 0 ? requests / all : 0);
  const most = Math.max(...sides.flatMap(([, { bins, requests }]) => bins.map((bin) => shareOf(bin, requests)))) || 1;
  const wide = Math.max(1, width - LEFT - RIGHT) / before.bins.length;
  const x = (i) => LEFT + i * wide;
  const y = (share) => TOP + (1 - share / most) * (height - AXIS - TOP);
  const every = Math.ceil(84 / wide);
  return html`
    <div ref=${box} data-test="histogram-pair" data-bins=${before.bins.length} data-before=${before.requests}
      data-after=${after.requests}>
      <p class="legend">${sides.map(([name, { requests }]) => html`<span class=${"legend-box pair-" + name}></span>
        <span class="muted">${name}, ${number(requests)} requests</span>`)}</p>
      <svg class="bars" width=${width} height=${height} role="img"
        aria-label="Shares of the requests by response time, before and after">
        ${[0, most / 2, most].map((share) => html`
          <line class="bars-grid" x1=${LEFT} x2=${width} y1=${y(share)} y2=${y(share)} />
          <text class="bars-text" x=${LEFT - 6} y=${y(share) + 4} text-anchor="end">${percent(share)}</text>`)}
        ${sides.flatMap(([name, { bins, requests }], side) => bins.map((bin, i) => html`
          <rect class=${"bars-" + name} x=${x(i) + (side * wide) / 2} y=${y(shareOf(bin, requests))}
            width=${Math.max(1, wide / 2 - 0.5)} height=${y(0) - y(shareOf(bin, requests))}><title>${name}:${" "}
            ${duration(bin.fromNanos)} to ${duration(bin.toNanos)}: ${number(bin.requests)} requests,${" "}
            ${percent(shareOf(bin, requests))}</title></rect>`))}
        ${before.bins.map(({ fromNanos }, i) => i % every === 0 && x(i) < width - LEFT && html`
          <text class="bars-text" x=${x(i)} y=${height - 6}>${duration(fromNanos)}</text>`)}
      </svg>
    </div>`;
}

function Bin({ bin, x, wide, y }) {
  const { fromNanos, toNanos, requests, requestsError = 0 } = bin;
  const middle = x + wide / 2;
  const error = requestsError > 0 ? " ± " + number(Math.round(requestsError)) : "";
  return html`
    <rect class="bars-bar" x=${x} y=${y(requests)} width=${Math.max(1, wide - 1)}
      height=${y(0) - y(requests)}>
      <title>${duration(fromNanos)} to ${duration(toNanos)}: ${number(requests)}${error}</title></rect>
    ${requestsError > 0 && html`<line class="bars-whisker" x1=${middle} x2=${middle}
      y1=${y(requests + requestsError)} y2=${y(requests - requestsError)} />`}`;
}

function Mark({ x, bottom, label }) {
  return html`
    <line class="bars-mark" x1=${x} x2=${x} y1="2" y2=${bottom} />
    <text class="bars-label" x=${x + 4} y="11">${label}</text>`;
}

/** The position of a value, in bins from the left. */
function placeIn(bins, nanos) {
  const i = bins.findIndex(({ toNanos }) => nanos < toNanos);
  if (i < 0) {
    return bins.length;
  }
  const { fromNanos, toNanos } = bins[i];
  return i + Math.max(0, (nanos - fromNanos) / (toNanos - fromNanos || 1));
}
