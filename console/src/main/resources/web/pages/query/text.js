// Values of an answer as text.
import { dateTime, duration, number, percent } from "../../format.js";

const FORMATS = { nanos: duration, share: percent, number, millis: dateTime };

/** A value of a kind as text. */
export function textOf(kind, value) {
  return FORMATS[kind] ? FORMATS[kind](value) : String(value ?? "");
}
