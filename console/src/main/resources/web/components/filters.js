// Which requests a question to the store is about: their time, an attribute, whether they failed, duration.
import { html, useEffect, useState } from "../html.js";
import { inReport, useAnswer } from "../api.js";
import { duration } from "../format.js";
import { AnswerCard } from "./basics.js";
import { Choice, EndpointChoice, useEndpoints } from "./controls.js";
import { StoreRangeField, rangeOf } from "./range.js";

const UNITS = { ns: 1, us: 1e3, "µs": 1e3, ms: 1e6, s: 1e9, min: 6e10 };
const STATUS = [["", "any"], ["true", "failed only"], ["false", "without failure"]];

/** The parameters of a filter among those of a page. */
export function filterOf({ from, to, where, failed, minNanos, maxNanos }) {
  return { ...rangeOf({ from, to }), where, failed, minNanos, maxNanos };
}

/** The fields of a filter. */
export function Filters({ params, change }) {
  const nanos = (key, title, hint) => html`
    <${TextField} title=${title} hint=${hint} test=${key} narrow
      value=${params[key] ? duration(Number(params[key])) : undefined}
      onValue=${(text) => change({ [key]: nanosOf(text) })} />`;
  return html`
    <${StoreRangeField} params=${params} change=${change} />
    <${TextField} title="Attribute" hint="service.version=v2" value=${params.where} test="where"
      onValue=${(where) => change({ where })} />
    <${Choice} label="Status" value=${params.failed ?? ""} options=${STATUS} test="failed"
      onChoose=${(failed) => change({ failed })} />
    ${nanos("minNanos", "At least", "250ms")}
    ${nanos("maxNanos", "Below", "2s")}`;
}

/** A text field that reports its value on Enter and when it loses the focus. */
export function TextField({ title, hint, value = "", onValue, test, narrow }) {
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  const commit = () => draft.trim() !== value && onValue(draft.trim());
  return html`
    <label class="form-field">${title}
      <input type="text" class=${narrow ? "narrow" : undefined} value=${draft} placeholder=${hint}
        spellcheck="false" data-test=${test} onInput=${(event) => setDraft(event.target.value)}
        onBlur=${commit} onKeyDown=${(event) => event.key === "Enter" && commit()} /></label>`;
}

/** "250ms" as nanoseconds, as is a plain number. Any other text is passed on, and the API refuses it. */
function nanosOf(text) {
  const [, figure, unit = "ns"] = /^([\d.,]+)\s*(ns|us|µs|ms|s|min)?$/i.exec(text) ?? [];
  return figure ? Math.round(Number(figure.replaceAll(",", "")) * UNITS[unit.toLowerCase()]) : text;
}

/**
 * Hook: {scope, form}. `scope` has the endpoint and the filter in the address as parameters of a question to
 * the store, `form` their fields. `ofEndpoint`: the question is about one endpoint, the busiest if the address
 * names none; `scope` is undefined until it is known, and `answer` is the one that is waited for.
 */
export function useScope({ params, change }, ofEndpoint) {
  const { answer, endpoints, chosen } = useEndpoints(params);
  const endpoint = endpoints[chosen] ?? (ofEndpoint ? endpoints[0] : undefined);
  const form = (!inReport() || ofEndpoint) && html`
    <div class="form">
      <${EndpointChoice} params=${endpoint ?? {}} none=${ofEndpoint ? undefined : "all endpoints"}
        onChoose=${change} />
      ${!inReport() && html`<${Filters} params=${params} change=${change} />`}</div>`;
  return { scope: endpoint || !ofEndpoint ? { ...endpoint, ...filterOf(params) } : undefined, form, answer };
}

/** A card with the answer of the store to a question about the requests of useScope, whose form it shows. */
export function StoreCard({ path, title, test, ofEndpoint, children, ...page }) {
  const { scope, form, answer: known } = useScope(page, ofEndpoint);
  const answer = useAnswer(scope ? path : null, scope);
  return html`
    <${AnswerCard} title=${title} test=${test} answer=${scope ? answer : known} lines=${10} above=${form}
      >${(data) => scope && children(data)}</${AnswerCard}>`;
}
