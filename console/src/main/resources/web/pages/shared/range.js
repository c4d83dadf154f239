// Ranges of time: as text in an address, and as the reader types them.
import { preference } from "../../preferences.js";

const NUMBER = /^\d{11,15}$/;
const DATED = new RegExp("^(\\d{4})-(\\d{2})-(\\d{2})(?:[T ]+(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:\\.\\d+)?)?)?"
  + "\\s*(Z|UTC|[+-]\\d{2}:?\\d{2})?$", "i");
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(Z|UTC)?$/i;
const AGO = /^-?\s*(\d+)\s*(s|m|min|h|d)$/i;
const UNITS = { s: 1000, m: 60000, min: 60000, h: 3600000, d: 86400000 };

/** The half-open range of a text "A/B" (epoch millis), or undefined. */
export function parseRange(text) {
  const [from, to, more] = String(text ?? "").split("/").map(millisOf);
  return from !== undefined && to !== undefined && more === undefined && from < to ? { from, to } : undefined;
}

/** The range of the parameters from and to, or undefined. */
export function rangeOf({ from, to }) {
  return parseRange(from + "/" + to);
}

function millisOf(text) {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** A range as "A/B"; undefined without one. */
export function rangeText(range) {
  return range ? range.from + "/" + range.to : undefined;
}

/** The range of the same length, earlier by so many milliseconds. */
export function earlier(range, millis) {
  return { from: range.from - millis, to: range.to - millis };
}

/**
 * A typed time as epoch millis, or undefined: "2026-01-31 12:30:05", "12:30" (the day of `nowMillis`),
 * "-15m" (before `nowMillis`), epoch millis. Without a zone, the time is in the chosen zone.
 */
export function parseTime(text, nowMillis) {
  const typed = text.trim();
  if (NUMBER.test(typed)) {
    return Number(typed);
  }
  const ago = AGO.exec(typed);
  if (ago) {
    return nowMillis - Number(ago[1]) * UNITS[ago[2].toLowerCase()];
  }
  const clock = CLOCK.exec(typed);
  if (clock) {
    return clockTime(clock, nowMillis);
  }
  const dated = DATED.exec(typed);
  return dated ? datedTime(dated) : undefined;
}

function clockTime([, hour, minute, second, zone], nowMillis) {
  const day = new Date(nowMillis);
  return isUtc(zone)
    ? checked([day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate(), hour, minute, second], "UTC")
    : checked([day.getFullYear(), day.getMonth() + 1, day.getDate(), hour, minute, second], undefined);
}

function datedTime([, year, month, day, hour, minute, second, zone]) {
  return checked([year, month, day, hour, minute, second], isUtc(zone) ? "UTC" : zone);
}

function isUtc(zone) {
  return zone ? /^(z|utc)$/i.test(zone) : preference("zone") === "utc";
}

/**
 * The time of the fields from year to second; undefined if one is out of range. zone: UTC, an offset or
 * none.
 */
function checked(fields, zone) {
  const [year, month, day, hour, minute, second] = fields.map((field) => Number(field ?? 0));
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 59) {
    return undefined;
  }
  if (zone === undefined) {
    return new Date(year, month - 1, day, hour, minute, second).getTime();
  }
  return Date.UTC(year, month - 1, day, hour, minute, second) - offsetMillis(zone);
}

function offsetMillis(zone) {
  const offset = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  return offset ? (offset[1] === "-" ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3])) * 60000 : 0;
}
