// The mean swim lane of a category, as a diagnosis measured it.
import { pathHashes } from "../components/flame-layout.js";

const SAME = 0.001;

/**
 * The newest aggregate trace (tprof section 3.5) in a range, if any, with exactly the calls of a category
 * among records of diagnoses, or undefined. Diagnoses also distinguish the order of starts, so several may
 * have these calls.
 */
export function aggregateOf(records, nodes, range) {
  const wanted = callsOf(withParents(nodes), ({ callsPerRequest }) => callsPerRequest);
  const inRange = ({ window }) => !range || (window.endMillis > range.from && window.startMillis < range.to);
  const record = records.find((each) =>
    each.trace && inRange(each) && sameCalls(wanted, callsOf(each.trace.spans, () => 1)));
  return record && {
    requests: record.trace.requests,
    tail: record.tail,
    window: record.window,
    spans: record.trace.spans.map((span) =>
      ({ ...span, startNanos: span.fromNanos, durationNanos: span.toNanos - span.fromNanos })),
    sections: record.trace.spans.flatMap((span, index) =>
      span.critical.map((section) => ({ span: index, ...section })))
  };
}

/** The count of calls by their call path; nodes `{parent, service, operation}`, parents first. */
function callsOf(nodes, count) {
  const paths = pathHashes(nodes);
  const calls = new Map();
  nodes.forEach((node, i) => calls.set(paths[i], (calls.get(paths[i]) ?? 0) + count(node)));
  return calls;
}

function sameCalls(first, second) {
  return first.size === second.size
    && [...first].every(([call, count]) => Math.abs(count - (second.get(call) ?? 0)) < SAME);
}

/** Nodes with a `depth`, in the order of the calls, as nodes with a `parent`. */
function withParents(nodes) {
  const above = [];
  return nodes.map((node, i) => {
    above[node.depth] = i;
    return { ...node, parent: node.depth > 0 ? above[node.depth - 1] : -1 };
  });
}
