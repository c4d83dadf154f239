// A choice of the endpoints that the console knows.
import { html } from "../../html.js";
import { useAnswer } from "../../api.js";
import { endpointName } from "../../format.js";
import { namedEndpoint } from "./named.js";

const LONGEST = 100;

/**
 * Chooses an endpoint {service, operation}. `all` is the label for no endpoint; undefined if one must be
 * chosen.
 */
export function EndpointChoice({ endpoint, all, onChoose }) {
  const { data } = useAnswer("endpoints", {});
  const known = (data?.endpoints ?? []).map((each) => each.endpoint);
  const is = (one) => one.service === endpoint.service && one.operation === endpoint.operation;
  const given = namedEndpoint(endpoint);
  const listed = given && !known.some(is) ? [...known, given] : known;
  const sorted = [...listed].sort((a, b) => (name(a) < name(b) ? -1 : 1));
  return html`
    <label class="form-field">Endpoint
      <select value=${given ? sorted.findIndex(is) : -1} data-test="endpoint-choice"
        onChange=${(event) => onChoose(sorted[Number(event.target.value)])}>
        <option value="-1">${all ?? "choose an endpoint"}</option>
        ${sorted.map((one, index) => html`<option key=${index} value=${index}>${name(one)}</option>`)}
      </select>
    </label>`;
}

function name(endpoint) {
  const text = endpointName(endpoint);
  return text.length > LONGEST ? text.slice(0, LONGEST) + "…" : text;
}
