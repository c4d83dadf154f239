// A choice of the endpoints that the console knows.
import { html } from "../html.js";
import { useAnswer } from "../api.js";
import { endpointName } from "../format.js";
import { Choice, namedEndpoint, sameEndpoint } from "./basics.js";

const LONGEST = 100;

/** Hook: the endpoints that the console knows, the busiest first, and the one in the parameters. */
export function useEndpoints(params) {
  const answer = useAnswer("endpoints");
  const named = namedEndpoint(params);
  const rows = [...(answer.data?.endpoints ?? [])].sort((a, b) => (b.traces ?? 0) - (a.traces ?? 0));
  const known = rows.map(({ endpoint }) => endpoint);
  const listed = !named || known.some((each) => sameEndpoint(each, named)) ? known : [named, ...known];
  return { answer, endpoints: listed, chosen: listed.findIndex((each) => sameEndpoint(each, named)) };
}

/**
 * Chooses an endpoint {service, operation}; onChoose gets both undefined for none. `none` is the text for
 * none; without it, one must be chosen.
 */
export function EndpointChoice({ params, none, onChoose, inline }) {
  const { endpoints, chosen } = useEndpoints(params);
  const options = endpoints.map((endpoint, index) => [index, endpointName(endpoint).slice(0, LONGEST)]);
  return html`<${Choice} label="Endpoint" value=${chosen} test="endpoint-choice" inline=${inline}
    options=${none ? [[-1, none], ...options] : options}
    onChoose=${(index) => onChoose(endpoints[index] ?? { service: undefined, operation: undefined })} />`;
}
