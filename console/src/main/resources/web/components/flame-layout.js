/*
 * The layout of a flame graph: pure functions over flat arrays. A node's extent is its inclusive
 * value; siblings are side by side, largest first. There is no recursion, since senders choose the depth.
 */
import { hash } from "./canvas.js";

/**
 * Lays out nodes `{parent}`, parents first; `values` are their inclusive values. If the children of a node
 * are larger than the node, they are scaled down to fit.
 *
 * @returns `start` and `end` of each node between 0 and `total`; its `depth`, below `rows`; `order` has the
 *     nodes row by row, in each row largest first
 */
export function layOut(nodes, values) {
  const count = nodes.length;
  const depth = new Int32Array(count);
  const inside = new Float64Array(count); // the sum of the children's values
  let total = 0;
  nodes.forEach(({ parent }, i) => {
    if (parent >= 0) {
      depth[i] = depth[parent] + 1;
      inside[parent] += values[i];
    } else {
      total += values[i];
    }
  });
  const order = Int32Array.from(nodes, (_, i) => i)
    .sort((a, b) => depth[a] - depth[b] || values[b] - values[a] || a - b);
  const start = new Float64Array(count);
  const end = new Float64Array(count);
  const next = new Float64Array(count); // where the next child of a node begins
  let nextRoot = 0;
  for (const i of order) {
    const { parent } = nodes[i];
    const room = parent >= 0 ? end[parent] - start[parent] : total;
    const scale = parent >= 0 && inside[parent] > room ? room / inside[parent] : 1;
    start[i] = parent >= 0 ? next[parent] : nextRoot;
    end[i] = start[i] + values[i] * scale;
    next[i] = start[i];
    if (parent >= 0) {
      next[parent] = end[i];
    } else {
      nextRoot = end[i];
    }
  }
  return { count, start, end, depth, order, total, rows: count > 0 ? depth[order[count - 1]] + 1 : 0 };
}

/**
 * The nodes to draw in a view `{from, to, width, firstRow, lastRow}`, which shows values from `from` to `to`
 * on `width` pixels. Nodes narrower than a pixel are left out.
 */
export function visibleNodes({ order, start, end, depth }, { from, to, width, firstRow, lastRow }) {
  const least = (to - from) / width;
  return order.filter((i) => end[i] - start[i] >= least && end[i] > from && start[i] < to
    && depth[i] >= firstRow && depth[i] <= lastRow);
}

/** The node of a row at a value, or -1. */
export function nodeAt({ order, start, end, depth }, row, value) {
  return order.find((i) => depth[i] === row && start[i] <= value && value < end[i]) ?? -1;
}

/** A sibling of a node: the next for `step` 1, the previous for `step` -1; -1 if there is none. */
export function sibling({ order }, nodes, node, step) {
  const siblings = order.filter((i) => nodes[i].parent === nodes[node].parent);
  return siblings[siblings.indexOf(node) + step] ?? -1;
}

/** The largest child of a node, or -1. */
export function largestChild({ order }, nodes, node) {
  return order.find((i) => nodes[i].parent === node) ?? -1;
}

/** A hash of each node's call path. It names a node in an address, and when newer nodes arrive. */
export function pathHashes(nodes) {
  const hashes = new Uint32Array(nodes.length);
  nodes.forEach((node, i) => {
    const text = "\u0001" + node.service + "\u0000" + node.operation + "\u0000" + (node.callee ?? "");
    hashes[i] = hash(text, node.parent >= 0 ? hashes[node.parent] : undefined);
  });
  return hashes;
}

/** Searches nodes by `test(i)`: the set of matches, and their time without matches below other matches. */
export function search(nodes, values, test) {
  const matched = new Set();
  const covered = new Uint8Array(nodes.length);
  let value = 0;
  nodes.forEach(({ parent }, i) => {
    const above = parent >= 0 && covered[parent];
    const matches = test(i);
    covered[i] = above || matches ? 1 : 0;
    if (matches) {
      matched.add(i);
      value += above ? 0 : values[i];
    }
  });
  return { matched, value };
}
