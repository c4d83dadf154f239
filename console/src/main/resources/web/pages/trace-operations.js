// The statistics of one trace by operation: a pure function.
import { endpointKey } from "../components/basics.js";

/**
 * The operations of spans `{service, operation, durationNanos, failed?}`: how many spans, how many of these
 * failed, the sum of their durations, and their own time in sections `{span, fromNanos, toNanos}` of the
 * critical path.
 */
export function operationsOf(spans, sections) {
  const operations = new Map();
  for (const span of spans) {
    const { service, operation, durationNanos, failed } = span;
    const known = operations.get(endpointKey(span))
      ?? { service, operation, count: 0, failed: 0, totalNanos: 0, criticalNanos: 0 };
    known.count++;
    known.failed += failed ? 1 : 0;
    known.totalNanos += durationNanos;
    operations.set(endpointKey(span), known);
  }
  for (const { span, fromNanos, toNanos } of sections) {
    operations.get(endpointKey(spans[span])).criticalNanos += toNanos - fromNanos;
  }
  return [...operations.values()];
}
