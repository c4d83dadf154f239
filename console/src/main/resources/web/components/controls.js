// Controls: tabs, choices and dialogs.
import { html, useEffect, useRef } from "../html.js";
import { useAnswer } from "../api.js";
import { endpointName } from "../format.js";
import { namedEndpoint, sameEndpoint } from "./basics.js";

const LONGEST = 100;

/** Tabs: tabs is [{key, title}], chosen a key. Arrow keys move between them. */
export function Tabs({ tabs, chosen, onChoose }) {
  const list = useRef(null);
  const move = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) {
      const at = tabs.findIndex((tab) => tab.key === chosen);
      const next = (at + step + tabs.length) % tabs.length;
      event.preventDefault();
      onChoose(tabs[next].key);
      list.current.children[next].focus();
    }
  };
  return html`
    <div class="tabs" role="tablist" ref=${list} onKeyDown=${move}>
      ${tabs.map(({ key, title }) => html`
        <button key=${key} type="button" role="tab" class="tab" aria-selected=${String(key === chosen)}
          tabindex=${key === chosen ? 0 : -1} onClick=${() => onChoose(key)}>${title}</button>`)}
    </div>`;
}

/** A choice of one of `options`, [[value, text]], with a label. */
export function Choice({ label, value, options, onChoose, test, inline }) {
  return html`
    <label class=${inline ? "row muted" : "form-field"}>${label}
      <select value=${value} data-test=${test} onChange=${(event) => onChoose(event.target.value)}>
        ${options.map(([key, text]) => html`<option key=${key} value=${key}>${text}</option>`)}
      </select>
    </label>`;
}

/** A dialog that is open while it is shown. */
export function Dialog({ title, onClose, test, children }) {
  const dialog = useRef(null);
  useEffect(() => dialog.current.showModal(), []);
  return html`
    <dialog class="dialog" ref=${dialog} onClose=${onClose} aria-label=${title} data-test=${test}
      onClick=${(event) => event.target === dialog.current && dialog.current.close()}>
      <h2>${title}</h2>
      ${children}
      <button type="button" onClick=${() => dialog.current.close()}>Close</button>
    </dialog>`;
}

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
