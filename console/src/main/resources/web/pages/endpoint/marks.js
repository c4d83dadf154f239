// Links to the incidents that an endpoint's chart marks.
import { html } from "../../html.js";
import { href } from "../../router.js";
import { Badge, Time } from "../../components/basics.js";

const SHOWN = 8;

/** Incidents from the answer of endpoint/series: firing ones first, then the newest. */
export function IncidentMarks({ marks }) {
  const ended = ({ endMillis }) => Number(endMillis !== undefined);
  const sorted = [...marks].sort((a, b) => ended(a) - ended(b) || b.sinceMillis - a.sinceMillis);
  return sorted.length > 0 && html`
    <p class="marks" data-test="marks" data-value=${marks.length}>
      <span class="muted">Incidents</span>
      ${sorted.slice(0, SHOWN).map((mark) => html`
        <a key=${mark.incident} href=${href("incident", { id: mark.incident })} data-test="mark"
          title=${ended(mark) ? "Ended incident" : "Firing incident"}>
          <${Badge} kind=${mark.severity}>${mark.severity} <${Time} millis=${mark.sinceMillis} />${
            ended(mark) ? "" : ", firing"}</${Badge}></a>`)}
      ${sorted.length > SHOWN && html`<span class="muted">and ${sorted.length - SHOWN} more</span>`}
    </p>`;
}
