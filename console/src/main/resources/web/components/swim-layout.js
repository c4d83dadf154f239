/*
 * The rows of a swim lane: pure functions over flat arrays, without recursion. Spans are flat, each after
 * its parent.
 */

/**
 * Arranges spans `{parent, startNanos, durationNanos}` and sections `{span, fromNanos, toNanos}`.
 *
 * @returns `order` has the spans in preorder, siblings by start; `below` says how many are below a span,
 *     `depth` how deep it is; `childrenOf(i)` and `sectionsOf(i)` are lists; `from` and `to` are the earliest
 *     start and the latest end; `moved` is the number of spans moved by clock-skew correction
 */
export function arrange(spans, sections) {
  const count = spans.length;
  const parent = Int32Array.from(spans,
    (span, i) => (span.parent >= 0 && span.parent < i ? span.parent : -1));
  const children = grouped(count + 1, count, (i) => parent[i] + 1);
  for (let i = -1; i < count; i++) {
    sortByStart(children.list(i + 1), spans);
  }
  const own = grouped(count, sections.length, (k) => sections[k].span);
  const depth = new Int32Array(count);
  const below = new Int32Array(count);
  let moved = 0;
  let from = Infinity;
  let to = -Infinity;
  for (let i = 0; i < count; i++) {
    depth[i] = parent[i] < 0 ? 0 : depth[parent[i]] + 1;
    moved += spans[i].shiftNanos ? 1 : 0;
    from = Math.min(from, spans[i].startNanos);
    to = Math.max(to, spans[i].startNanos + spans[i].durationNanos);
  }
  for (let i = count - 1; i > 0; i--) {
    if (parent[i] >= 0) {
      below[parent[i]] += below[i] + 1;
    }
  }
  return {
    count, parent, depth, below, moved,
    order: preorder(count, children),
    from: count > 0 ? from : 0,
    to: count > 0 ? to : 0,
    childrenOf: (i) => children.list(i + 1),
    sectionsOf: (i) => own.list(i),
  };
}

/** Lists of the numbers from 0 to `items` - 1, by group. */
function grouped(groups, items, groupOf) {
  const from = new Int32Array(groups + 1);
  for (let i = 0; i < items; i++) {
    from[groupOf(i) + 1]++;
  }
  for (let g = 0; g < groups; g++) {
    from[g + 1] += from[g];
  }
  const next = from.slice();
  const all = new Int32Array(items);
  for (let i = 0; i < items; i++) {
    all[next[groupOf(i)]++] = i;
  }
  return { list: (group) => all.subarray(from[group], from[group + 1]) };
}

/** Sorts spans by start, unless they are sorted already, as most lists are. */
function sortByStart(list, spans) {
  const sorted = list.every((span, k) => k === 0 || spans[list[k - 1]].startNanos <= spans[span].startNanos);
  if (!sorted) {
    list.sort((a, b) => spans[a].startNanos - spans[b].startNanos || a - b);
  }
}

function preorder(count, children) {
  const order = new Int32Array(count);
  const stack = new Int32Array(count);
  let top = 0;
  let done = 0;
  const push = (list) => {
    for (let k = list.length - 1; k >= 0; k--) {
      stack[top++] = list[k];
    }
  };
  push(children.list(0));
  while (top > 0) {
    const span = stack[--top];
    order[done++] = span;
    push(children.list(span + 1));
  }
  return order;
}

/** The spans with a row: all except those below a span in the set `collapsed`. */
export function rowsOf(arrangement, collapsed) {
  const { order, below, count } = arrangement;
  if (collapsed.size === 0) {
    return order;
  }
  const rows = new Int32Array(count);
  let length = 0;
  for (let at = 0; at < count; at++) {
    rows[length++] = order[at];
    at += collapsed.has(order[at]) ? below[order[at]] : 0;
  }
  return rows.subarray(0, length);
}

/** Whether a span does not wait for its child: a consumer below a producer (semantics 4). */
function asynchronous(parent, child) {
  return parent.kind === "producer" && child.kind === "consumer";
}

/** The parts of a span in which it waits for no child: `[[fromNanos, toNanos]]`. */
export function ownParts(spans, arrangement, span) {
  const parts = [];
  const end = spans[span].startNanos + spans[span].durationNanos;
  let at = spans[span].startNanos;
  for (const child of arrangement.childrenOf(span)) {
    if (asynchronous(spans[span], spans[child])) {
      continue;
    }
    const from = Math.min(end, spans[child].startNanos);
    if (from > at) {
      parts.push([at, from]);
    }
    at = Math.max(at, Math.min(end, spans[child].startNanos + spans[child].durationNanos));
  }
  if (end > at) {
    parts.push([at, end]);
  }
  return parts;
}

/** The total length of a span's sections of the critical path. */
export function criticalNanos(sections, arrangement, span) {
  let sum = 0;
  for (const k of arrangement.sectionsOf(span)) {
    sum += sections[k].toNanos - sections[k].fromNanos;
  }
  return sum;
}

/** Round times for an axis, about `wanted` of them. */
export function ticks(from, to, wanted) {
  const rough = (to - from) / Math.max(1, wanted) || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((each) => each * power >= rough) * power;
  const result = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
    result.push(at);
  }
  return result;
}
