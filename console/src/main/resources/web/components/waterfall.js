// A waterfall chart from one figure to another: the bars of the terms add up exactly.
import { html } from "../html.js";
import { duration, signed, visible } from "../format.js";

/**
 * Shows how `start` becomes `end` (nanoseconds) by terms `[{label, nanos, href?}]` and a `rest`, by default the
 * difference that the terms leave. A label is a text or an element.
 */
export function Waterfall({ start, end, terms, rest }) {
  const listed = terms.reduce((sum, term) => sum + term.nanos, 0);
  const left = rest ?? end - start - listed;
  const steps = [...terms, ...(left === 0 ? [] : [{ label: "everything else", nanos: left, rest: true }])];
  let at = start;
  const bars = steps.map((step) => ({ ...step, from: at, to: (at += step.nanos) }));
  const scale = scaleOf([start, end, at, ...bars.map((bar) => bar.to)]);
  return html`
    <div class="waterfall" data-test="waterfall" data-start=${start} data-end=${end} data-sum=${at}
      data-rest=${left}>
      <${Whole} label="before" nanos=${start} scale=${scale} />
      ${bars.map((bar, i) => html`<${Step} key=${i} bar=${bar} scale=${scale} />`)}
      <${Whole} label="after" nanos=${end} scale=${scale} />
      <p class="waterfall-sum muted">${duration(start)} ${signed(at - start)} = ${duration(at)}
        ${scale.low > 0 && html`; bars begin at ${duration(scale.low)}`}</p>
    </div>`;
}

/** The scale. Bars begin at 0, unless the changes would be too small to see. */
function scaleOf(values) {
  const most = Math.max(...values, 1);
  const least = Math.min(...values);
  const low = least > most * 0.7 ? Math.max(0, least - (most - least) * 1.5) : Math.min(0, least);
  return { low, place: (nanos) => ((Math.max(low, nanos) - low) / (most - low || 1)) * 100 };
}

function Whole({ label, nanos, scale }) {
  return html`
    <div class="waterfall-row waterfall-whole">
      <span class="waterfall-label">${label}</span>
      <span class="waterfall-track"><span class="waterfall-bar"
        style=${{ left: "0", width: scale.place(nanos) + "%" }}></span></span>
      <span class="end">${duration(nanos)}</span>
    </div>`;
}

function Step({ bar, scale }) {
  const from = scale.place(Math.min(bar.from, bar.to));
  const to = scale.place(Math.max(bar.from, bar.to));
  const kind = bar.rest ? "waterfall-rest" : bar.nanos > 0 ? "waterfall-more" : "waterfall-less";
  const label = typeof bar.label === "string" ? html`<bdi>${visible(bar.label)}</bdi>` : bar.label;
  return html`
    <div class=${"waterfall-row " + kind} data-test="waterfall-term" data-value=${bar.nanos}>
      <span class="waterfall-label">${bar.href ? html`<a href=${bar.href}>${label}</a>` : label}</span>
      <span class="waterfall-track"><span class="waterfall-bar"
        style=${{ left: from + "%", width: `max(2px, ${to - from}%)` }}></span></span>
      <span class="end">${signed(bar.nanos)}</span>
    </div>`;
}
