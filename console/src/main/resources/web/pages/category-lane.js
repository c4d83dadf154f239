// The mean swim lane of a category, as a diagnosis measured it.

const SAME = 0.001;

/**
 * The newest aggregate trace (tprof section 3.5) with exactly the calls of a category among records of
 * diagnoses, or undefined. Diagnoses also distinguish the order of starts, so several may have these calls.
 */
export function aggregateOf(records, nodes) {
  const numbers = new Map();
  const wanted = callsOf(numbers, nodes, parentsOf(nodes), (node) => node.callsPerRequest);
  const record = records.find(({ trace }) => trace && sameCalls(wanted,
    callsOf(numbers, trace.spans, trace.spans.map((span) => span.parent), () => 1)));
  return record && {
    requests: record.trace.requests,
    tail: record.tail,
    window: record.window,
    spans: record.trace.spans.map((span) =>
      ({ ...span, startNanos: span.fromNanos, durationNanos: span.toNanos - span.fromNanos })),
    sections: record.trace.spans.flatMap((span, index) =>
      span.critical.map((section) => ({ span: index, ...section }))),
  };
}

/** The count of calls by the number of their call path; `numbers` numbers the paths. */
function callsOf(numbers, nodes, parents, count) {
  const paths = [];
  const calls = new Map();
  nodes.forEach((node, i) => {
    const key = JSON.stringify([parents[i] < 0 ? -1 : paths[parents[i]], node.service, node.operation]);
    const path = numbers.get(key) ?? numbers.size;
    numbers.set(key, path);
    paths.push(path);
    calls.set(path, (calls.get(path) ?? 0) + count(node));
  });
  return calls;
}

function sameCalls(first, second) {
  return first.size === second.size
    && [...first].every(([call, count]) => Math.abs(count - (second.get(call) ?? 0)) < SAME);
}

function parentsOf(nodes) {
  const above = [];
  return nodes.map((node, i) => {
    above.length = Math.min(above.length, node.depth);
    above.push(i);
    return node.depth > 0 ? above[above.length - 2] ?? -1 : -1;
  });
}
