// Two call trees as one, for a differential flame graph.
import { pathHashes } from "./flame-layout.js";

/**
 * Two trees `{tree, traces}` as one, as of store/change: `{parent, ..., exclusive, inclusive}`. Their nodes
 * are those of FlameGraph; times are divided by `traces`.
 */
export function treePair(before, after) {
  const nodes = new Map();
  enter(before, "beforeNanos", nodes);
  enter(after, "afterNanos", nodes);
  const all = [...nodes.values()];
  all.forEach(({ exclusive }) => {
    exclusive.deltaNanos = exclusive.afterNanos - exclusive.beforeNanos;
  });
  return all;
}

/** Adds the mean times of a tree to the nodes by the hash of their call path. */
function enter({ tree, traces }, side, nodes) {
  const hashes = pathHashes(tree);
  const places = new Map([...nodes.keys()].map((hash, place) => [hash, place]));
  tree.forEach(({ parent, service, operation, callee, inclusiveNanos, exclusiveNanos }, i) => {
    if (!nodes.has(hashes[i])) {
      places.set(hashes[i], nodes.size);
      nodes.set(hashes[i], { parent: parent < 0 ? -1 : places.get(hashes[parent]), service, operation, callee,
        inclusive: { beforeNanos: 0, afterNanos: 0 }, exclusive: { beforeNanos: 0, afterNanos: 0 } });
    }
    nodes.get(hashes[i]).inclusive[side] += inclusiveNanos / traces;
    nodes.get(hashes[i]).exclusive[side] += exclusiveNanos / traces;
  });
}

/** A tree of two as nodes of FlameGraph: with the figures after, and those before in `before`. */
export function flameNodes(tree) {
  return tree.map(({ parent, service, operation, callee, inclusive, exclusive }) => ({
    parent, service, operation, callee,
    inclusiveNanos: inclusive.afterNanos, exclusiveNanos: exclusive.afterNanos,
    before: { inclusiveNanos: inclusive.beforeNanos, exclusiveNanos: exclusive.beforeNanos }
  }));
}
