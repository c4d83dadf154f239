// The texts of a swim lane.
import { html } from "../html.js";
import { duration, signed, visible } from "../format.js";
import { FrameName } from "./frame-name.js";
import { criticalNanos, ownParts } from "./swim-layout.js";

/** The meaning of the colours. */
export function SwimLegend({ moved }) {
  return html`<span class="legend">
    <span class="legend-box swim-key-critical"></span><span class="muted">own time on the critical path</span>
    <span class="legend-box swim-key-own"></span><span class="muted">own time off the critical path</span>
    <span class="legend-box swim-key-waiting"></span><span class="muted">waits for child spans</span>
    ${moved > 0 && html`<span class="swim-key-moved">┆┈</span>
      <span class="muted" data-test="swim-moved" data-value=${moved}>${moved} moved to correct
        clock skew</span>`}</span>`;
}

/** One line about a span. With `spoken`, screen readers announce it. */
export function SwimDetails({ spans, sections, arrangement, index, spoken }) {
  const span = spans[index];
  if (!span) {
    return html`<p class="flame-details muted">Point at a span, or choose one with the arrow keys. Left
      and right collapse and expand it. Drag over the bars to zoom in.</p>`;
  }
  const own = ownParts(spans, arrangement, index).reduce((sum, [from, to]) => sum + to - from, 0);
  const figure = (name, text) => html`<span><span class="muted">${name}</span> <b>${text}</b></span>`;
  return html`
    <p class="flame-details" aria-live=${spoken ? "polite" : "off"} data-test="swim-details">
      <span class="flame-name"><${FrameName} frame=${span} /></span>
      ${figure("starts at", duration(span.startNanos))}
      ${figure("duration", duration(span.durationNanos))}
      ${figure("own time", duration(own))}
      ${figure("on the critical path", duration(criticalNanos(sections, arrangement, index)))}
      ${span.failed && html`<b class="bad">failed</b>`}
      ${span.shiftNanos ? figure("moved by", signed(span.shiftNanos)) : ""}
      ${span.host && figure("host", visible(span.host))}
      ${span.kind && figure("kind", visible(span.kind))}
    </p>`;
}
