// A waterfall chart from one figure to another: the bars of the terms add up exactly.
import { html } from "../html.js";
import { duration, signed, visible } from "../format.js";
import { jointed } from "./basics.js";

/** Shows how `start` becomes `end` (nanoseconds) by terms `[{label, nanos}]`, and what these leave. */
export function Waterfall({ account }) {
  const { start, end, terms } = account;
  const rest = restOf(account);
  const steps = rest === 0 ? terms : [...terms, { label: "everything else", nanos: rest, kind: "rest" }];
  let at = start;
  const bars = steps.map((step) => ({ ...step, from: at, to: (at += step.nanos) }));
  const scale = scaleOf([start, end, ...bars.map(({ to }) => to)]);
  const whole = (label, nanos) => html`<${Bar} label=${label} from=${scale.low} to=${nanos} scale=${scale}
    kind="whole" text=${duration(nanos)} />`;
  return html`
    <div class="waterfall" data-test="waterfall" data-start=${start} data-end=${end} data-sum=${at}
      data-rest=${rest}>
      ${whole("before", start)}
      ${bars.map((bar, i) => html`<${Bar} key=${i} ...${bar} scale=${scale} text=${signed(bar.nanos)}
        kind=${bar.kind ?? (bar.nanos > 0 ? "more" : "less")} />`)}
      ${whole("after", end)}
      <p class="waterfall-sum muted">${duration(start)} ${signed(at - start)} = ${duration(at)}${
        scale.low > 0 && html`. The broken bars begin at ${duration(scale.low)}, not at zero.`}</p>
    </div>`;
}

/** What the terms of an account leave unexplained. */
export function restOf({ start, end, terms }) {
  return end - start - terms.reduce((sum, { nanos }) => sum + nanos, 0);
}

/** The scale. Bars begin at 0, unless the changes would be too small to see. */
function scaleOf(values) {
  const most = Math.max(...values, 1);
  const least = Math.min(...values);
  const low = least > most * 0.7 ? Math.max(0, least - (most - least) * 1.5) : Math.min(0, least);
  return { low, place: (nanos) => ((nanos - low) / (most - low || 1)) * 100 };
}

function Bar({ label, from, to, nanos, scale, kind, text }) {
  const left = scale.place(Math.min(from, to));
  const width = scale.place(Math.max(from, to)) - left;
  return html`
    <div class=${"waterfall-row waterfall-" + kind + (scale.low > 0 ? " broken" : "")} data-value=${nanos}
      data-test=${nanos === undefined ? undefined : "waterfall-term"}>
      <bdi class="waterfall-label">${jointed(visible(label))}</bdi>
      <span class="waterfall-track"><span class="waterfall-bar"
        style=${{ left: left + "%", width: `max(2px, ${width}%)` }}></span></span>
      <span class="end">${text}</span>
    </div>`;
}
