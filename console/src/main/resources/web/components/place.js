// Places, calls and categories of incidents, as text and as elements.
import { html } from "../html.js";
import { visible, duration, signed, percent, shortId } from "../format.js";
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
      return ["requests of category ", shortId(place.flow)];
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
  return html`<span class="place">${parts(place).map((part, index) => part.name === undefined
    ? part : html`<${Name} key=${index} value=${part.name} />`)}</span>`;
}

/** The kind of a place, in one or two words. */
export function placeKind(place) {
  const kinds = { edge: "between services", frame: "operation", service: "service", call: "call" };
  return kinds[place?.type] ?? (place?.type === "category" ? "category" : "requests");
}

/** The subject of a mutation as a place. */
export function subject(mutation) {
  if (mutation.call) {
    return { ...mutation.call, type: "call" };
  } else if (mutation.category) {
    return { type: "category", flow: mutation.category.flow };
  }
  return mutation.place;
}

/** A culprit's change as texts {before, after, change, unit}, and `rose`; undefined without figures. */
export function culpritChange(culprit) {
  if (culprit.beforeNanos !== undefined || culprit.afterNanos !== undefined) {
    const before = culprit.beforeNanos ?? 0;
    const after = culprit.afterNanos ?? 0;
    const change = signed(after - before);
    return { before: duration(before), after: duration(after), change, rose: after > before,
      unit: "own time per call" };
  }
  if (culprit.beforeShare !== undefined || culprit.afterShare !== undefined) {
    const before = culprit.beforeShare ?? 0;
    const after = culprit.afterShare ?? 0;
    const unit = culprit.type === "call" ? "of requests make the call" : "of requests fail";
    return { before: percent(before), after: percent(after), change: points(after - before),
      rose: after > before, unit };
  }
  return undefined;
}

/** A difference of two shares, in percentage points. */
export function points(difference) {
  const text = percent(Math.abs(difference)).replace("%", "points");
  return (difference > 0 ? "+" : difference < 0 ? "−" : "±") + text;
}
