/*
 * The rows of a swim lane: pure functions, without recursion. Spans are flat, each after its parent.
 */

/**
 * Arranges spans `{parent, startNanos, durationNanos, shiftNanos?}` and sections `{span, fromNanos,
 * toNanos}`.
 *
 * @returns `order` has the spans in preorder, siblings by start; for each span `children`, its `sections`,
 * its
 *     `depth`, and how many spans are `below`; `from` and `to` are the earliest start and the latest end;
 *     `moved` is the number of spans moved by clock-skew correction
 */
export function arrange(spans, sections) {
  const children = spans.map(() => []);
  const own = spans.map(() => []);
  const depth = new Int32Array(spans.length);
  const below = new Int32Array(spans.length);
  const roots = [];
  spans.forEach(({ parent }, i) => {
    depth[i] = parent >= 0 ? depth[parent] + 1 : 0;
    (parent >= 0 ? children[parent] : roots).push(i);
  });
  for (let i = spans.length - 1; i >= 0; i--) {
    if (spans[i].parent >= 0) {
      below[spans[i].parent] += below[i] + 1;
    }
  }
  sections.forEach((section) => own[section.span].push(section));
  const byStart = (a, b) => spans[a].startNanos - spans[b].startNanos || a - b;
  [roots, ...children].forEach((list) => list.sort(byStart));
  return {
    order: preorder(roots, children), children, sections: own, depth, below,
    from: spans.reduce((least, { startNanos }) => Math.min(least, startNanos), Infinity),
    to: spans.reduce((most, span) => Math.max(most, endOf(span)), -Infinity),
    moved: spans.filter(({ shiftNanos }) => shiftNanos).length
  };
}

function endOf({ startNanos, durationNanos }) {
  return startNanos + durationNanos;
}

function preorder(roots, children) {
  const order = [];
  const stack = [...roots].reverse();
  while (stack.length > 0) {
    const span = stack.pop();
    order.push(span);
    for (let k = children[span].length - 1; k >= 0; k--) {
      stack.push(children[span][k]);
    }
  }
  return order;
}

/** The spans with a row: all except those below a span in the set `collapsed`. */
export function rowsOf({ order, below }, collapsed) {
  const rows = [];
  for (let at = 0; at < order.length; at++) {
    rows.push(order[at]);
    at += collapsed.has(order[at]) ? below[order[at]] : 0;
  }
  return rows;
}

/** Whether a span does not wait for its child: a consumer below a producer (semantics 4). */
function asynchronous(parent, child) {
  return parent.kind === "producer" && child.kind === "consumer";
}

/** The parts of a span in which it waits for no child: `[{fromNanos, toNanos}]`. */
export function ownParts(spans, { children }, index) {
  const parts = [];
  const end = endOf(spans[index]);
  let at = spans[index].startNanos;
  for (const child of children[index].map((i) => spans[i])) {
    if (!asynchronous(spans[index], child)) {
      if (Math.min(end, child.startNanos) > at) {
        parts.push({ fromNanos: at, toNanos: Math.min(end, child.startNanos) });
      }
      at = Math.max(at, Math.min(end, endOf(child)));
    }
  }
  return end > at ? [...parts, { fromNanos: at, toNanos: end }] : parts;
}

/** The sum of the lengths of parts. */
export function lengthOf(parts) {
  return parts.reduce((sum, { fromNanos, toNanos }) => sum + toNanos - fromNanos, 0);
}

/** The parts within a view {from, to}; those closer than a thousandth of the view are joined. */
export function partsIn({ from, to }, parts) {
  const seen = [];
  for (const { fromNanos, toNanos } of parts) {
    const last = seen.at(-1);
    if (last && fromNanos - last.toNanos < (to - from) / 1000) {
      last.toNanos = Math.max(last.toNanos, Math.min(to, toNanos));
    } else if (toNanos >= from && fromNanos <= to) {
      seen.push({ fromNanos: Math.max(from, fromNanos), toNanos: Math.min(to, toNanos) });
    }
  }
  return seen;
}

/** Round times for an axis, about `wanted` of them. */
export function ticks({ from, to }, wanted) {
  const rough = (to - from) / wanted || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((each) => each * power >= rough) * power;
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, i) => (first + i) * step);
}
