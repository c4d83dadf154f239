// Two fields for a range of time.
import { html, useEffect, useState } from "../../html.js";
import { usePreferences } from "../../preferences.js";
import { useAsOf } from "../../status.js";
import { dateTime, span } from "../../format.js";
import { Time } from "../../components/basics.js";
import { parseTime } from "./range.js";

const HINT = "A time such as 2026-01-31 12:30:05, 12:30, or -15m (before the newest window's end). The zone is "
  + "the chosen one; Z at the end means UTC.";

/** The end of the newest window; this computer's time before the first window. */
export function useNow() {
  return useAsOf() ?? Date.now();
}

/**
 * Edits a range {from, to} or none. onRange gets the range if both fields are times, undefined if both are
 * empty.
 */
export function RangeField({ range, onRange, label, test }) {
  const { zone } = usePreferences();
  const now = useNow();
  const shown = { from: range ? dateTime(range.from) : "", to: range ? dateTime(range.to) : "" };
  const [draft, setDraft] = useState(shown);
  useEffect(() => setDraft(shown), [range?.from, range?.to, zone]);
  const commit = () => {
    if (draft.from === shown.from && draft.to === shown.to) {
      return;
    }
    const typed = typedRange(draft, now);
    if (typed !== null) {
      onRange(typed);
    }
  };
  const wrong = typedRange(draft, now) === null && draft.from !== "" && draft.to !== "";
  const field = (side, name) => html`
    <input type="text" class="range-input" aria-label=${label + ": " + name} title=${HINT} spellcheck="false"
      placeholder=${name} value=${draft[side]} aria-invalid=${String(wrong)} data-test=${test && test + "-"
        + side}
      onInput=${(event) => setDraft({ ...draft, [side]: event.target.value })} onBlur=${commit}
      onKeyDown=${(event) => event.key === "Enter" && commit()} />`;
  return html`
    <span class="range-field">${field("from", "from")}<span class="muted">–</span>${field("to", "to")}
      ${wrong && html`<span class="bad" role="alert">Not a range</span>`}</span>`;
}

/** The typed range; undefined for two empty fields, null for anything else. */
function typedRange({ from, to }, now) {
  if (!from.trim() && !to.trim()) {
    return undefined;
  }
  const start = parseTime(from, now);
  const end = parseTime(to, now);
  return start !== undefined && end !== undefined && start < end ? { from: start, to: end } : null;
}

/** A range as text: "12:30:00 – 12:45:00, 15 min". */
export function RangeLabel({ range }) {
  return html`<span class="nowrap"><${Time} millis=${range.from} /> – <${Time} millis=${range.to} />,${" "}
    ${span(range.to - range.from)}</span>`;
}
