// Ranges of time {from, to} (epoch millis): as text in an address, and in fields.
import { html, useEffect, useState } from "../html.js";
import { usePreferences, preference } from "../preferences.js";
import { useNow } from "../status.js";
import { dateTime } from "../format.js";

const UNITS = { s: 1000, m: 60000, h: 3600000, d: 86400000 };
const FORMS = "2026-01-31 12:30:05, 12:30, or -15m";
const HINT = "A time such as " + FORMS + " (before the newest window's end). "
  + "The zone is the chosen one; Z at the end means UTC.";

/** The half-open range of a text "A/B", or undefined. */
export function parseRange(text) {
  const [, from, to] = /^(\d{1,15})\/(\d{1,15})$/.exec(text ?? "") ?? [];
  return Number(from) < Number(to) ? { from: Number(from), to: Number(to) } : undefined;
}

/** The range of the parameters from and to, or undefined. */
export function rangeOf({ from, to }) {
  return parseRange(from + "/" + to);
}

/** A range as "A/B"; undefined without one. */
export function rangeText(range) {
  return range ? range.from + "/" + range.to : undefined;
}

/** The range of the same length, earlier by so many milliseconds. */
export function earlier({ from, to }, millis) {
  return { from: from - millis, to: to - millis };
}

/** A typed time as epoch millis; NaN for any other text. A time of day is on the day of `now`. */
function parseTime(text, now) {
  const [, count, unit] = /^-?(\d+) ?([smhd])(?: ago)?$/.exec(text) ?? [];
  if (count) {
    return now - Number(count) * UNITS[unit];
  }
  const dated = /^\d\d:/.test(text) ? dateTime(now).slice(0, 10) + " " + text : text;
  const [, date, clock = "00:00", zone = preference("zone") === "utc" ? "Z" : ""] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?))?(Z|[+-]\d\d:\d\d)?$/.exec(dated) ?? [];
  return Date.parse(date + "T" + clock + zone);
}

/** The typed range; undefined for two empty fields, null for anything else. */
function typedRange({ from, to }, now) {
  if (!from.trim() && !to.trim()) {
    return undefined;
  }
  const range = { from: parseTime(from.trim(), now), to: parseTime(to.trim(), now) };
  return range.from < range.to ? range : null;
}

/** Two fields for a range. onRange gets the range if both fields are times, undefined if both are empty. */
export function RangeField({ range, onRange, label, test }) {
  const { zone } = usePreferences();
  const now = useNow();
  const shown = { from: range ? dateTime(range.from) : "", to: range ? dateTime(range.to) : "" };
  const [draft, setDraft] = useState(shown);
  useEffect(() => setDraft(shown), [range?.from, range?.to, zone]);
  const typed = typedRange(draft, now);
  const wrong = typed === null && draft.from !== "" && draft.to !== "";
  const commit = () => {
    if (typed !== null && (draft.from !== shown.from || draft.to !== shown.to)) {
      onRange(typed);
    }
  };
  const field = (side) => html`
    <input type="text" class="range-input" aria-label=${label + ": " + side} title=${HINT} spellcheck="false"
      placeholder=${side} value=${draft[side]} aria-invalid=${String(wrong)} data-test=${test + "-" + side}
      onInput=${(event) => setDraft({ ...draft, [side]: event.target.value })} onBlur=${commit}
      onKeyDown=${(event) => event.key === "Enter" && commit()} />`;
  return html`
    <span class="range-field">${field("from")}<span class="muted">–</span>${field("to")}
      ${wrong && html`<span class="bad" role="alert">Not a range. Type times
        such as ${FORMS}.</span>`}</span>`;
}

/** The field of a form for the range of a question to the store, kept in the parameters from and to. */
export function StoreRangeField({ params, change }) {
  return html`
    <div class="form-field">Range of time (empty: the whole store)
      <${RangeField} label="Time" test="time" range=${rangeOf(params)}
        onRange=${(range) => change({ from: range?.from, to: range?.to })} /></div>`;
}
