// The path from an endpoint's root to the culprit, from the endpoint's profile.
import { html } from "../html.js";
import { useAnswer } from "../api.js";
import { Name } from "./basics.js";
import { Place } from "./place.js";

function leadsTo(node, culprit) {
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

/** The nodes from the root of the tree to the culprit's largest node; empty if the tree has none. */
function pathTo(tree, culprit) {
  let best = -1;
  tree.forEach((node, index) => {
    if (leadsTo(node, culprit) && (best < 0 || node.inclusiveNanos > tree[best].inclusiveNanos)) {
      best = index;
    }
  });
  const path = [];
  for (let at = best; at >= 0; at = tree[at].parent) {
    path.unshift(tree[at]);
  }
  return path;
}

/** The services on a path, without repetitions in a row. */
function servicesOn(path) {
  return path.map((node) => node.service).filter((service, index, all) => service !== all[index - 1]);
}

function unknownWay(endpoint, culprit) {
  const own = culprit.type === "edge" ? culprit.caller : culprit.service;
  return own === undefined || own === endpoint.service ? [] : [endpoint.service, "…"];
}

/** The services from the endpoint to the culprit. Before the profile arrives: endpoint … culprit. */
export function CulpritPath({ endpoint, culprit }) {
  const { data } = useAnswer("endpoint/profile", endpoint);
  const path = data?.tree ? pathTo(data.tree, culprit) : [];
  const services = servicesOn(path);
  const above = services.length > 0 ? services.slice(0, -1) : unknownWay(endpoint, culprit);
  return html`
    <ol class="path" data-test="culprit-path" aria-label="Path to the culprit">
      ${above.map((service, index) => html`<li key=${index}><${Name} value=${service} /></li>`)}
      <li class="path-end"><${Place} place=${culprit} /></li>
    </ol>`;
}
