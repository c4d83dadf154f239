/* Finds nodes of a flame graph; pure, and without recursion. */

/**
 * Searches nodes: `matched[i]` is 1 where `test(i)` is true; `value` is the time of all matches, without
 * matches below other matches.
 */
export function search(layout, test) {
  const matched = new Uint8Array(layout.count);
  const covered = new Uint8Array(layout.count);
  let value = 0;
  let count = 0;
  for (let i = 0; i < layout.count; i++) {
    const above = layout.parent[i] >= 0 && covered[layout.parent[i]];
    matched[i] = test(i) ? 1 : 0;
    covered[i] = above || matched[i] ? 1 : 0;
    count += matched[i];
    value += matched[i] && !above ? layout.end[i] - layout.start[i] : 0;
  }
  return { matched, count, value };
}

/**
 * The node with the same call path in other nodes, or -1. It keeps the choice when newer nodes arrive.
 *
 * @param key returns the text that identifies a node's frame
 */
export function samePath(nodes, index, otherNodes, key) {
  const path = [];
  for (let i = index; i >= 0; i = nodes[i].parent) {
    path.push(key(nodes[i]));
  }
  path.reverse();
  const matched = new Int32Array(otherNodes.length);
  for (let i = 0; i < otherNodes.length && path.length > 0; i++) {
    const { parent } = otherNodes[i];
    const length = parent < 0 ? 0 : matched[parent];
    if ((parent < 0 || length > 0) && path[length] === key(otherNodes[i])) {
      matched[i] = length + 1;
      if (length + 1 === path.length) {
        return i;
      }
    }
  }
  return -1;
}
