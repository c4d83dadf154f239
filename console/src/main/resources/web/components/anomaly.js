// Anomalies, which are requests unlike the others of their endpoint, in words.
import { duration, visible } from "../format.js";

const MARGIN_MILLIS = 600000;
const REASONS = {
  "unseen-path": "a call path that training never saw",
  "unseen-set": "a combination of call paths that training never saw",
  score: "unusual times"
};

/** What is strange about a request, without a full stop. */
export function reasonText({ reason }) {
  return REASONS[reason] ?? visible(reason);
}

/** The own time of a call path: "seen 412 ms, expected 12 ms"; 0 is a path that is absent. */
export function seenText({ seenNanos, expectedNanos }) {
  return (seenNanos > 0 ? "seen " + duration(seenNanos) : "not seen") + ", "
    + (expectedNanos > 0 ? "expected " + duration(expectedNanos) : "expected none");
}

/** The parameters of the page of its trace, with a range of time that speeds up the search. */
export function traceOf({ traceId, startNanos, durationNanos }) {
  const millis = Math.floor(startNanos / 1e6);
  const end = Math.ceil(millis + durationNanos / 1e6);
  return { id: traceId, from: millis - MARGIN_MILLIS, to: end + MARGIN_MILLIS };
}

/** A key for a record. */
export function anomalyKey({ traceId, startNanos, endpoint }) {
  return [traceId, startNanos, endpoint.service, endpoint.operation].join("\u0000");
}
