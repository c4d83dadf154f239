// A distribution on one line, from its percentiles.
import { html } from "../html.js";

/**
 * Draws a distribution `{mean, p50, p90?, p95, p99, max?}`: a box to the median, lighter ones to p90, p95 and
 * p99, a dot for the mean, and a line to the largest value. The scale ends at `most`.
 */
export function Strip({ distribution, format, most }) {
  const { mean, p50, p90 = p50, p95, p99, max } = distribution;
  const place = (value) => Math.min(100, (value / (most || 1)) * 100);
  const parts = [[0, p50, 4], [p50, p90, 3], [p90, p95, 2], [p95, p99, 1]];
  return html`
    <span class="strip" role="img" aria-label=${`median ${format(p50)}, p99 ${format(p99)}`}>
      <span class="strip-line" style=${{ width: place(max ?? p99) + "%" }}></span>
      ${parts.map(([from, to, level]) => html`<span key=${level} class=${"strip-part strip-" + level}
        style=${{ left: place(from) + "%", width: place(to) - place(from) + "%" }}></span>`)}
      <span class="strip-mean" style=${{ left: place(mean) + "%" }} title=${"mean " + format(mean)}></span>
      ${max !== undefined && html`<span class="strip-max" style=${{ left: place(max) + "%" }}></span>`}
    </span>`;
}
