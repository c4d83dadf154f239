// Figures, times and names as text.
import { preference } from "./preferences.js";

const SPACE = "\u00a0";
const NONE = "–";
const LEAST_PROBABILITY = 1e-300;
const WHOLE = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const PLAIN = new Intl.NumberFormat("en-US", { maximumFractionDigits: 6 });
/** Units of durations below a number of nanoseconds: [below, length, unit]. */
const SHORT_UNITS = [[999.5, 1, "ns"], [999.5e3, 1e3, "µs"], [999.5e6, 1e6, "ms"], [119.5e9, 1e9, "s"]];
const LAST_MILLIS = 8.6e15;
const LONGEST = 300;
const LONGEST_PROSE = 1200;
const HIDDEN = new RegExp(
  "[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f"
  + "\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}\\p{Cs}]", "gu");

function known(x) {
  return typeof x === "number" && Number.isFinite(x);
}

/** Three significant digits, without an exponent. */
function short(x) {
  const size = Math.abs(x);
  return size >= 100 ? WHOLE.format(x) : PLAIN.format(Number(x.toPrecision(3)));
}

/** Nanoseconds as "12.3 ms", "2 min 5 s" or "3 h 10 min". */
export function duration(nanos) {
  if (!known(nanos)) {
    return NONE;
  }
  const size = Math.abs(nanos);
  const [, length, unit] = SHORT_UNITS.find(([below]) => size < below) ?? [];
  return unit ? short(nanos / length) + SPACE + unit : (nanos < 0 ? "−" : "") + long(Math.round(size / 1e9));
}

function long(seconds) {
  const units = [["d", 86400], ["h", 3600], ["min", 60], ["s", 1]];
  const first = Math.max(0, units.findIndex(([, length]) => seconds >= length));
  const [unit, length] = units[first];
  const rest = units[first + 1];
  const more = rest ? Math.floor((seconds % length) / rest[1]) : 0;
  return Math.floor(seconds / length) + SPACE + unit + (more ? SPACE + more + SPACE + rest[0] : "");
}

/** A difference of nanoseconds with its sign. */
export function signed(nanos) {
  if (!known(nanos)) {
    return NONE;
  }
  const sign = nanos > 0 ? "+" : nanos < 0 ? "−" : "±";
  return sign + duration(Math.abs(nanos));
}

/** A count or another plain number. */
export function number(x) {
  if (!known(x)) {
    return NONE;
  }
  return Number.isInteger(x) ? WHOLE.format(x) : short(x);
}

/** A ratio as "6.8 %"; 0 % and 100 % are shown only for these exact values. */
export function percent(x) {
  if (!known(x)) {
    return NONE;
  }
  const size = Math.abs(x) * 100;
  if (size > 0 && size < 0.01) {
    return (x < 0 ? "> −0.01" : "< 0.01") + SPACE + "%";
  }
  const nearlyAll = size > 99.5 && size < 100;
  const digits = size === 0 || size >= 9.95 ? 0 : size >= 0.095 ? 1 : 2;
  const text = nearlyAll ? (Math.floor(size * 100) / 100).toFixed(2) : size.toFixed(digits);
  return (x < 0 ? "−" : "") + text + SPACE + "%";
}

/** A ratio as a change: "+6.8 %". */
export function signedPercent(x) {
  return known(x) && x > 0 ? "+" + percent(x) : percent(x);
}

/** A difference of two ratios, in percentage points. */
export function points(difference) {
  return signedPercent(difference).replace("%", "points");
}

/** Requests per second. */
export function rate(x) {
  if (!known(x)) {
    return NONE;
  }
  return (x !== 0 && Math.abs(x) < 1 ? Number(x.toPrecision(2)).toString() : short(x)) + "/s";
}

/** Date and time, in the chosen zone ("local" or "utc") or another. */
export function dateTime(millis, zone = preference("zone")) {
  if (!known(millis) || Math.abs(millis) > LAST_MILLIS) {
    return NONE;
  }
  const shift = zone === "utc" ? 0 : new Date(millis).getTimezoneOffset() * 60000;
  return new Date(millis - shift).toISOString().slice(0, 19).replace("T", " ");
}

/** Time of day, in the chosen zone. */
export function time(millis) {
  return dateTime(millis).slice(11) || NONE;
}

/** The chosen zone at a time: "UTC" or "UTC−5". */
export function zoneName(millis) {
  const minutes = preference("zone") === "utc" ? 0 : new Date(millis).getTimezoneOffset();
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return "UTC" + (minutes === 0 ? "" : (minutes > 0 ? "−" : "+") + hours + (rest ? ":" + rest : ""));
}

/** A text with times in UTC, such as "03:12 UTC" or with a date before it, in the chosen zone instead. */
export function inZone(text, atMillis) {
  return text.replace(/(?:(\d{4}-\d\d-\d\d) )?(\d\d:\d\d) UTC(?![−+])/g, (_, day, clock) => {
    const millis = Date.parse((day ?? dateTime(atMillis, "utc").slice(0, 10)) + "T" + clock + ":00Z");
    return (day ? dateTime(millis) : time(millis)).slice(0, -3) + " " + zoneName(millis);
  });
}

let pictureMillis;

/** Sets the time of the data; times of the same day are shown without a date. */
export function setPictureTime(millis) {
  pictureMillis = millis;
}

/** Time of day; with the date if it is not the day of the data. */
export function moment(millis) {
  return sameDay(millis, pictureMillis ?? Date.now()) ? time(millis) : dateTime(millis);
}

/** Whether two times are on the same day, in the chosen zone. */
export function sameDay(one, other) {
  return dateTime(one).slice(0, 10) === dateTime(other).slice(0, 10);
}

/** A probability: "0.031", "5.8 × 10⁻⁷", or "below 10⁻³⁰⁰". */
export function probability(p) {
  if (!known(p) || p >= 0.001) {
    return known(p) ? short(p) : NONE;
  }
  if (p < LEAST_PROBABILITY) {
    return "below" + SPACE + "10⁻³⁰⁰";
  }
  const [digits, exponent] = p.toExponential(1).split("e-");
  return digits + SPACE + "×" + SPACE + "10⁻" + exponent.replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]);
}

/** The time since a moment: "3 min ago". */
export function ago(millis, now) {
  if (!known(millis) || !known(now)) {
    return NONE;
  }
  const seconds = Math.round((now - millis) / 1000);
  return seconds < 1 ? "now" : long(seconds) + " ago";
}

/** A length of time: "3 min". */
export function span(millis) {
  return known(millis) ? long(Math.max(0, Math.round(millis / 1000))) : NONE;
}

function escape(text) {
  const code = (c) => c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
  return text.replace(HIDDEN, (c) => "⟨" + code(c) + "⟩");
}

/** A whole name, with control and bidi characters as codes: ⟨202E⟩. */
export function whole(text) {
  return escape(String(text ?? ""));
}

/** A name to show: as whole(), but without the middle if it is longer than 300 characters. */
export function visible(text) {
  return cut(String(text ?? ""), LONGEST);
}

/** A sentence with names in it: as visible(), but up to 1,200 characters. */
export function prose(text) {
  return cut(String(text ?? ""), LONGEST_PROSE);
}

function cut(text, longest) {
  if (text.length <= longest) {
    return escape(text);
  }
  const left = WHOLE.format(text.length - longest);
  return escape(text.slice(0, longest / 2)) + " … " + left + " more … " + escape(text.slice(-longest / 2));
}

/** Service and operation in one text. */
export function endpointName(endpoint) {
  return visible(endpoint?.service) + " " + visible(endpoint?.operation);
}

/** The first eight characters of an id. */
export function shortId(id) {
  return visible(String(id ?? "").slice(0, 8));
}
