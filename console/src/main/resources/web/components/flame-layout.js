/*
 * The layout of a flame graph: pure functions over flat arrays. A node's extent is its inclusive
 * value; siblings are side by side, largest first. There is no recursion, since senders choose the depth.
 */

/**
 * Lays out nodes. `parents[i]` is the index of the parent of node i, smaller than i, or -1.
 *
 * @param parents an array of indices
 * @param values an array of inclusive values of the same length
 * @returns `start` and `end` of each node between 0 and `total`, its `depth`; `order` has the nodes
 *     row by row and from left to right: row r is from `rowStart[r]` to `rowStart[r + 1]`, and the
 *     children of node i from `childrenStart[i]` to `childrenEnd[i]`
 */
export function layOut(parents, values) {
  const count = parents.length;
  const result = {
    count,
    parent: Int32Array.from(parents, (parent, i) => (parent >= 0 && parent < i ? parent : -1)),
    start: new Float64Array(count),
    end: new Float64Array(count),
    depth: new Int32Array(count),
    order: new Int32Array(count),
    rowStart: new Int32Array(count + 1),
    childrenStart: new Int32Array(count),
    childrenEnd: new Int32Array(count),
    rows: 0,
    total: 0,
  };
  const extent = Float64Array.from(values, (value) => (value > 0 ? value : 0));
  const children = childrenOf(result.parent, extent);
  for (let k = children.from[0]; k < children.from[1]; k++) {
    result.total += extent[children.nodes[k]];
  }
  placeRows(result, extent, children);
  return result;
}

/** The children of node i are `nodes[from[i + 1]]` to `nodes[from[i + 2]]`; the roots are those of -1. */
function childrenOf(parent, extent) {
  const count = parent.length;
  const from = new Int32Array(count + 2);
  for (let i = 0; i < count; i++) {
    from[parent[i] + 2]++;
  }
  for (let i = 1; i < from.length; i++) {
    from[i] += from[i - 1];
  }
  const bySize = Int32Array.from(parent, (_, i) => i).sort((a, b) => extent[b] - extent[a] || a - b);
  const next = from.slice();
  const nodes = new Int32Array(count);
  for (const node of bySize) {
    nodes[next[parent[node] + 1]++] = node;
  }
  return { from, nodes };
}

function placeRows(result, extent, children) {
  let placed = place(result, extent, children, -1, 0);
  let done = 0;
  while (done < placed) {
    const rowEnd = placed;
    result.rowStart[++result.rows] = rowEnd;
    for (; done < rowEnd; done++) {
      placed = place(result, extent, children, result.order[done], placed);
    }
  }
}

/** Places the children of a node. If they are larger than their parent, they are scaled down to fit. */
function place(result, extent, children, node, placed) {
  const from = children.from[node + 1];
  const to = children.from[node + 2];
  let sum = 0;
  for (let k = from; k < to; k++) {
    sum += extent[children.nodes[k]];
  }
  const room = node < 0 ? sum : result.end[node] - result.start[node];
  const scale = sum > room ? room / sum : 1;
  let at = node < 0 ? 0 : result.start[node];
  if (node >= 0) {
    result.childrenStart[node] = placed;
    result.childrenEnd[node] = placed + to - from;
  }
  for (let k = from; k < to; k++) {
    const child = children.nodes[k];
    result.start[child] = at;
    at += extent[child] * scale;
    result.end[child] = at;
    result.depth[child] = node < 0 ? 0 : result.depth[node] + 1;
    result.order[placed++] = child;
  }
  return placed;
}

/** A buffer for the visible frames, reused for each drawing. */
export function frameBuffer() {
  return { length: 0, node: new Int32Array(1024), row: new Int32Array(1024),
    x: new Float32Array(1024), width: new Float32Array(1024), folded: new Int32Array(1024) };
}

/**
 * Finds the frames to draw. It leaves out frames narrower than one pixel, and all frames below them. Such
 * siblings come last; together they are one folded frame if that has at least one pixel.
 *
 * @param view `{from, to, width}`: the shown range of values, and its width in pixels
 * @param into the buffer; a folded frame has its first node and, in `folded`, the number of nodes
 */
export function visibleFrames(layout, view, firstRow, lastRow, into) {
  into.length = 0;
  const { rowStart, childrenStart, childrenEnd } = layout;
  const scale = view.width / (view.to - view.from || 1);
  if (firstRow < layout.rows) {
    framesBetween(layout, view, firstRow, rowStart[firstRow], rowStart[firstRow + 1], scale, into);
  }
  let above = 0;
  for (let row = firstRow + 1; row < Math.min(lastRow, layout.rows); row++) {
    for (const rowEnd = into.length; above < rowEnd; above++) {
      const node = into.node[above];
      if (into.folded[above] === 0 && childrenStart[node] < childrenEnd[node]) {
        framesBetween(layout, view, row, childrenStart[node], childrenEnd[node], scale, into);
      }
    }
  }
  return into;
}

/** Adds the frames of a part of `order`, which is all of a row or the children of a node. */
function framesBetween(layout, view, row, from, to, scale, into) {
  const { start, end, order, parent } = layout;
  let k = firstEndingAfter(layout, from, to, view.from);
  while (k < to && start[order[k]] < view.to) {
    const node = order[k];
    if ((end[node] - start[node]) * scale >= 1) {
      add(into, node, row, start[node], end[node], view, scale, 0);
      k++;
      continue;
    }
    const next = siblingsEnd(layout, node);
    const foldEnd = end[order[next - 1]];
    const above = parent[node];
    if ((foldEnd - start[node]) * scale >= 1 && (above < 0 || widthOf(layout, above) * scale >= 1)) {
      add(into, node, row, start[node], foldEnd, view, scale, next - k);
    }
    k = next;
  }
}

function add(into, node, row, start, end, view, scale, folded) {
  if (into.length === into.node.length) {
    grow(into);
  }
  const i = into.length++;
  const from = Math.max(start, view.from);
  into.node[i] = node;
  into.row[i] = row;
  into.x[i] = (from - view.from) * scale;
  into.width[i] = (Math.min(end, view.to) - from) * scale;
  into.folded[i] = folded;
}

function grow(into) {
  for (const key of ["node", "row", "x", "width", "folded"]) {
    const old = into[key];
    into[key] = new old.constructor(old.length * 2);
    into[key].set(old);
  }
}

function widthOf(layout, node) {
  return layout.end[node] - layout.start[node];
}

/** The index of the first node that ends after a value, in a part of `order`. */
function firstEndingAfter(layout, from, to, value) {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (layout.end[layout.order[middle]] > value) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

function firstInRow(layout, row, value) {
  return firstEndingAfter(layout, layout.rowStart[row], layout.rowStart[row + 1], value);
}

/** The node of a row at a value, or -1. */
export function nodeAt(layout, row, value) {
  if (row < 0 || row >= layout.rows) {
    return -1;
  }
  const k = firstInRow(layout, row, value);
  const node = k < layout.rowStart[row + 1] ? layout.order[k] : -1;
  return node >= 0 && layout.start[node] <= value ? node : -1;
}

/** A sibling of a node: the next for `step` 1, the previous for `step` -1; -1 if there is none. */
export function sibling(layout, node, step) {
  const parent = layout.parent[node];
  const from = parent < 0 ? 0 : layout.childrenStart[parent];
  const k = layout.order.indexOf(node, from) + step;
  return k >= from && k < siblingsEnd(layout, node) ? layout.order[k] : -1;
}

/** The largest child of a node, or -1. */
export function largestChild({ order, childrenStart, childrenEnd }, node) {
  return childrenStart[node] < childrenEnd[node] ? order[childrenStart[node]] : -1;
}

/** Where the children of a node's parent end in `order`. */
function siblingsEnd(layout, node) {
  const parent = layout.parent[node];
  return parent < 0 ? layout.rowStart[1] : layout.childrenEnd[parent];
}
