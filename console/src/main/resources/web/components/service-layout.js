/*
 * The layout of a service graph: pure functions. Callers are left of the services that they call; calls
 * against that order, which close a circle, go back.
 */
const SWEEPS = 8;

/**
 * The busiest part of a graph: at most `most` edges, those with the most requests, and of services at most
 * `mostServices`.
 */
export function busiest(edges, most, mostServices) {
  const services = new Set();
  return [...edges].sort((a, b) => b.figures.requests - a.figures.requests).filter(({ caller, callee }) => {
    const added = new Set([caller, callee].filter((name) => !services.has(name)));
    const fits = services.size + added.size <= mostServices;
    if (fits) {
      added.forEach((name) => services.add(name));
    }
    return fits;
  }).slice(0, most);
}

/**
 * Places services in columns, from callers to called ones, so that few edges cross.
 *
 * @param edges `[{caller, callee}]`
 * @returns the columns from left to right, each from top to bottom with names and, where an edge passes a
 *     column, with its passId
 */
export function columnsOf(edges) {
  const names = [...new Set(edges.flatMap(({ caller, callee }) => [caller, callee]))].sort();
  const below = new Map(names.map((name) => [name, []]));
  edges.filter(({ caller, callee }) => caller !== callee)
    .forEach(({ caller, callee }) => below.get(caller).push(callee));
  const order = callersFirst(names, below);
  const place = new Map(order.map((name, at) => [name, at]));
  const column = new Map(names.map((name) => [name, 0]));
  for (const caller of order) {
    for (const callee of below.get(caller)) {
      if (place.get(callee) > place.get(caller)) {
        column.set(callee, Math.max(column.get(callee), column.get(caller) + 1));
      }
    }
  }
  const columns = Array.from({ length: Math.max(0, ...column.values()) + 1 }, () => []);
  names.forEach((name) => columns[column.get(name)].push(name));
  const near = new Map(names.map((name) => [name, []]));
  const link = (one, other) => {
    near.get(one).push(other);
    near.get(other).push(one);
  };
  for (const edge of edges) {
    let last = edge.caller;
    for (let at = column.get(edge.caller) + 1; at < column.get(edge.callee); at++) {
      const pass = passId(edge, at);
      near.set(pass, []);
      columns[at].push(pass);
      link(last, pass);
      last = pass;
    }
    link(last, edge.callee);
  }
  return uncrossed(columns, near);
}

/** Names the place where an edge passes a column; no service has such a name. */
export function passId({ caller, callee }, column) {
  return JSON.stringify([caller, callee, column]) + "\u0000";
}

/** An order with callers before the called, but for circles: depth first, without recursion. */
function callersFirst(names, below) {
  const called = new Set([...below.values()].flat());
  const seen = new Set();
  const finished = [];
  for (const root of [...names.filter((name) => !called.has(name)), ...names]) {
    const stack = seen.has(root) ? [] : [[root, 0]];
    seen.add(root);
    while (stack.length > 0) {
      const top = stack.at(-1);
      const next = below.get(top[0])[top[1]++];
      if (next === undefined) {
        finished.push(stack.pop()[0]);
      } else if (!seen.has(next)) {
        seen.add(next);
        stack.push([next, 0]);
      }
    }
  }
  return finished.reverse();
}

/** Sorts each column by the mean height of the neighbours in other columns, a few times. */
function uncrossed(columns, near) {
  const height = new Map();
  const settle = (column) => column.forEach((name, at) => height.set(name, (at + 0.5) / column.length));
  columns.forEach(settle);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const column of sweep % 2 === 0 ? columns : [...columns].reverse()) {
      const wish = new Map(column.map((name) => [name, mean(near.get(name).map((one) => height.get(one)))
        ?? height.get(name)]));
      column.sort((a, b) => wish.get(a) - wish.get(b));
      settle(column);
    }
  }
  return columns;
}

function mean(values) {
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : undefined;
}
