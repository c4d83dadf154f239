// Places, calls and categories of incidents, as text and as elements.
import { html } from "../html.js";
import { useProfile } from "../api.js";
import { visible, duration, points, signed, percent, shortId } from "../format.js";
import { Name } from "./basics.js";

/** A culprit or the subject of a mutation as a list of texts and names; names are objects {name}. */
function parts(place) {
  const frame = (service, operation) => [{ name: service }, " ", { name: operation }];
  switch (place?.type) {
    case "edge":
      return [{ name: place.caller }, " → ", { name: place.callee }];
    case "frame":
      return frame(place.service, place.operation);
    case "service":
      return [{ name: place.service }, " (whole service)"];
    case "call":
      return [...frame(place.caller.service, place.caller.operation), " calls ",
        ...frame(place.service, place.operation)];
    case "category":
      return ["requests of category ", shortId(place.category)];
    default:
      return ["the requests themselves"];
  }
}

/** A place as plain text. */
export function placeText(place) {
  return parts(place).map((part) => part.name === undefined ? part : visible(part.name)).join("");
}

/** A place as an element. */
export function Place({ place }) {
  return html`<span>${parts(place).map((part, index) => part.name === undefined
    ? part : html`<${Name} key=${index} value=${part.name} />`)}</span>`;
}

/** The kind of a place, in one or two words. */
export function placeKind(place) {
  const kinds = { edge: "between services", frame: "operation", service: "service", call: "call",
    category: "category" };
  return kinds[place?.type] ?? "requests";
}

/** The subject of a mutation as a place. */
export function subject({ call, category, place }) {
  if (call) {
    return { ...call, type: "call" };
  }
  return category ? { type: "category", category: category.id } : place;
}

/** A culprit's change as texts {before, after, change, unit}, and `rose`; undefined without figures. */
export function culpritChange({ type, beforeNanos, afterNanos, beforeShare, afterShare }) {
  const change = (before, after, text, difference, unit) => ({ before: text(before), after: text(after),
    change: difference(after - before), rose: after > before, unit });
  if (beforeNanos !== undefined || afterNanos !== undefined) {
    const unit = type === "service" ? "own time per request" : "own time per call";
    return change(beforeNanos ?? 0, afterNanos ?? 0, duration, signed, unit);
  } else if (beforeShare !== undefined || afterShare !== undefined) {
    const unit = type === "call" ? "of requests make the call" : "of requests fail";
    return change(beforeShare ?? 0, afterShare ?? 0, percent, points, unit);
  }
  return undefined;
}

/**
 * The services from an endpoint to the culprit, by the endpoint's profile in a range or in the newest window;
 * before it arrives: endpoint … culprit.
 */
export function CulpritPath({ endpoint, culprit, range }) {
  const { data } = useProfile(endpoint, range);
  const services = servicesTo(data?.tree ?? [], culprit);
  const own = culprit.type === "edge" ? culprit.caller : culprit.service;
  const unknown = own === undefined || own === endpoint.service ? [] : [endpoint.service, "…"];
  const above = services.length > 0 ? services.slice(0, -1) : unknown;
  return html`
    <ol class="path" data-test="culprit-path" aria-label="Path to the culprit">
      ${above.map((service, index) => html`<li key=${index}><${Name} value=${service} /></li>`)}
      <li class="path-end"><${Place} place=${culprit} /></li>
    </ol>`;
}

/** The services from the root of a tree to the culprit's largest node, without repetitions in a row. */
function servicesTo(tree, culprit) {
  const [largest] = tree.filter((node) => isAt(node, culprit))
    .sort((a, b) => b.inclusiveNanos - a.inclusiveNanos);
  const services = [];
  for (let node = largest; node; node = tree[node.parent]) {
    if (services[0] !== node.service) {
      services.unshift(node.service);
    }
  }
  return services;
}

function isAt(node, culprit) {
  switch (culprit.type) {
    case "edge":
      return node.service === culprit.caller && node.callee === culprit.callee;
    case "service":
      return node.service === culprit.service;
    case "frame":
    case "call":
      return node.service === culprit.service && node.operation === culprit.operation;
    default:
      return false;
  }
}
