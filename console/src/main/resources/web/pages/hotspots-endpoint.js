// Shared by the parts of page Hotspots: the choice of an endpoint, and the times of a window.
import { html } from "../html.js";
import { useAnswer } from "../api.js";
import { navigate } from "../router.js";
import { endpointName } from "../format.js";
import { Time } from "../components/basics.js";
import { namedEndpoint } from "./shared/named.js";

/** Hook: `{endpoint, choice, endpoints}`: the endpoint in the address or the busiest one, a field for it, and all. */
export function useEndpoint(params) {
  const endpoints = useAnswer("endpoints");
  const named = namedEndpoint(params);
  const listed = [...(endpoints.data?.endpoints ?? [])].sort((a, b) => (b.traces ?? 0) - (a.traces ?? 0))
    .map((row) => row.endpoint);
  const same = (each) => each.service === named?.service && each.operation === named?.operation;
  const all = named && !listed.some(same) ? [named, ...listed] : listed;
  const chosen = Math.max(0, all.findIndex(same));
  const choose = (event) => {
    const next = all[event.currentTarget.value];
    navigate("hotspots", { ...params, ...next }, { replace: true });
  };
  const choice = all.length > 0 && html`
    <label class="row"><span class="muted">Endpoint</span>
      <select class="endpoint-choice" value=${chosen} onChange=${choose}>
        ${all.map((each, i) => html`<option key=${i} value=${i}>${endpointName(each)}</option>`)}
      </select></label>`;
  return { endpoint: all[chosen], choice, endpoints };
}

/** The start and end of a window. */
export function Window({ window }) {
  return html`<span class="muted">from <${Time} millis=${window.startMillis} /> to <${Time}
    millis=${window.endMillis} /></span>`;
}
