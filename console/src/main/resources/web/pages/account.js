// The account of a change: why a mean response time changed, as terms that add up.
import { visible } from "../format.js";

const SHOWN = 10;

function stepLabel(node) {
  const step = node[node.length - 1];
  const name = visible(step.service) + " " + visible(step.operation);
  return step.callee ? name + " → " + visible(step.callee) : name;
}

function label(term) {
  return term.kind === "mix" ? "different mix of fast and slow requests" : stepLabel(term.node);
}

/** The terms summed by place, over all categories; largest absolute value first. */
function byPlace(terms) {
  const sums = new Map();
  for (const term of terms) {
    const name = label(term);
    sums.set(name, (sums.get(name) ?? 0) + term.nanos);
  }
  const places = [...sums].map(([name, nanos]) => ({ label: name, nanos }));
  return places.sort((a, b) => Math.abs(b.nanos) - Math.abs(a.nanos));
}

/** A record of the stream changes as {start, end, terms, rest}: start + terms + rest = end. */
export function accountOf(change) {
  const places = byPlace(change.terms);
  const terms = places.slice(0, SHOWN);
  const rest = places.slice(SHOWN).reduce((sum, { nanos }) => sum + nanos, change.restNanos);
  return { start: change.beforeMeanNanos, end: change.afterMeanNanos, terms, rest };
}

/** For each endpoint the change during the incident that is closest to the incident's window, if any. */
export function closest(changes, incident) {
  const { sinceMillis, judgedMillis } = incident;
  const distance = (change) => Math.abs(change.window.endMillis - incident.window.endMillis);
  const found = new Map();
  const during = ({ window }) => window.endMillis > sinceMillis && window.startMillis <= judgedMillis;
  for (const change of changes.filter(during)) {
    const key = change.endpoint.service + "\u0000" + change.endpoint.operation;
    const known = found.get(key);
    if (!known || distance(change) < distance(known)) {
      found.set(key, change);
    }
  }
  return [...found.values()];
}
