// The mean swim lane of a category: measured by a diagnosis, or estimated from the means of its calls.

/**
 * The newest aggregate trace (tprof section 3.5) with the calls of a category among records of diagnoses, or
 * undefined. Diagnoses tell requests apart by the order of their starts too, so several may have these calls.
 */
export function aggregateOf(records, nodes) {
  const numbers = new Map();
  const wanted = callsOf(numbers, nodes, parentsOf(nodes), (node) => node.callsPerRequest);
  const record = records.find(({ trace }) => trace && sameCalls(wanted,
    callsOf(numbers, trace.spans, trace.spans.map((span) => span.parent), () => 1)));
  return record && {
    measured: true,
    requests: record.trace.requests,
    spans: record.trace.spans.map((span) =>
      ({ ...span, startNanos: span.fromNanos, durationNanos: span.toNanos - span.fromNanos })),
    sections: record.trace.spans.flatMap((span, index) =>
      span.critical.map((section) => ({ span: index, ...section }))),
  };
}

/** The number of calls by the number of their call path; `numbers` has the numbers of all paths. */
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
    && [...first].every(([call, count]) => Math.abs(count - (second.get(call) ?? 0)) < 0.5);
}

/**
 * Places nodes `{depth, meanNanos, ownNanos, criticalNanos}`, which are in the order of the calls, one after
 * the other below their callers. The caller's own time is spread evenly before, between and after them; calls
 * that together take longer than their caller overlap.
 */
export function meanLane(nodes) {
  const parents = parentsOf(nodes);
  const children = nodes.map(() => []);
  parents.forEach((parent, i) => parent >= 0 && children[parent].push(i));
  const starts = new Float64Array(nodes.length);
  nodes.forEach((node, i) => placeChildren(nodes, children[i], starts, i));
  return {
    measured: false,
    spans: nodes.map((node, i) => ({ parent: parents[i], service: node.service, operation: node.operation,
      startNanos: starts[i], durationNanos: node.meanNanos })),
    sections: nodes.flatMap((node, i) => (node.criticalNanos > 0 ? sectionsOf(nodes, children[i], starts, i)
      : [])),
  };
}

function parentsOf(nodes) {
  const above = [];
  return nodes.map((node, i) => {
    above.length = Math.min(above.length, node.depth);
    above.push(i);
    return node.depth > 0 ? above[above.length - 2] ?? -1 : -1;
  });
}

function placeChildren(nodes, children, starts, caller) {
  const gap = nodes[caller].ownNanos / (children.length + 1);
  const step = stepOf(nodes, children, caller);
  let at = starts[caller] + gap;
  for (const child of children) {
    const last = starts[caller] + nodes[caller].meanNanos - nodes[child].meanNanos;
    starts[child] = Math.max(starts[caller], Math.min(at, last));
    at += nodes[child].meanNanos * step + gap;
  }
}

/** How far the next call begins after another, as a part of the other's mean; below 1 they overlap. */
function stepOf(nodes, children, caller) {
  const sum = children.reduce((all, child) => all + nodes[child].meanNanos, 0);
  return Math.min(1, Math.max(0, nodes[caller].meanNanos - nodes[caller].ownNanos) / (sum || 1));
}

/** The critical own time, spread evenly as the own time is. */
function sectionsOf(nodes, children, starts, i) {
  const step = stepOf(nodes, children, i);
  const gaps = [starts[i], ...children.map((child) => starts[child] + nodes[child].meanNanos * step)];
  const length = nodes[i].criticalNanos / gaps.length;
  return gaps.map((from) => ({ span: i, fromNanos: from, toNanos: from + length }));
}
