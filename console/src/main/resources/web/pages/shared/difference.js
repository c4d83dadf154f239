// The difference of two ranges of an endpoint: nodes for a flame graph, and the account of the change.
import { visible } from "../../format.js";
import { accountOf } from "../account.js";

const SHOWN = 10;

/** Whether an entry belongs to an endpoint. */
export function isOf(entry, { service, operation }) {
  return entry.endpoint.service === service && entry.endpoint.operation === operation;
}

/** The tree of index/change as nodes of FlameGraph: with the figures after, and those before in `before`. */
export function flameNodes(tree) {
  return tree.map((node) => ({
    parent: node.parent,
    service: node.service,
    operation: node.operation,
    callee: node.callee,
    inclusiveNanos: node.inclusive.afterNanos,
    exclusiveNanos: node.exclusive.afterNanos,
    before: { inclusiveNanos: node.inclusive.beforeNanos, exclusiveNanos: node.exclusive.beforeNanos }
  }));
}

/**
 * The account {start, end, terms, rest, categories} of a change. It comes from the change's record, which also
 * has the mix of categories; without a record, from the own times of the tree.
 */
export function account(answer, entry) {
  const record = answer.changes.find((change) => isOf(change, entry.endpoint));
  return record ? { ...accountOf(record), categories: true } : { ...treeAccount(entry.tree),
    categories: false };
}

function treeAccount(tree) {
  const roots = tree.filter((node) => node.parent < 0);
  const sum = (side) => roots.reduce((nanos, node) => nanos + node.inclusive[side], 0);
  const places = new Map();
  for (const node of tree) {
    const label = place(node);
    places.set(label, (places.get(label) ?? 0) + node.exclusive.deltaNanos);
  }
  const sorted = [...places].map(([label, nanos]) => ({ label, nanos }))
    .sort((a, b) => Math.abs(b.nanos) - Math.abs(a.nanos));
  const terms = sorted.slice(0, SHOWN).filter(({ nanos }) => nanos !== 0);
  const start = sum("beforeNanos");
  const end = sum("afterNanos");
  const rest = end - start - terms.reduce((nanos, term) => nanos + term.nanos, 0);
  return { start, end, terms, rest };
}

function place({ service, operation, callee }) {
  const name = visible(service) + " " + visible(operation);
  return callee === undefined ? name : name + " → " + visible(callee);
}
