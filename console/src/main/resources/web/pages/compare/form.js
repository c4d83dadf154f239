// The form of page Compare.
import { html } from "../../html.js";
import { useAnswer } from "../../api.js";
import { useStatus } from "../../status.js";
import { dateTime, endpointName } from "../../format.js";
import { Card, Tabs } from "../../components/basics.js";
import { EndpointChoice } from "../shared/endpoint-choice.js";
import { RangeField, useNow } from "../shared/range-field.js";
import { earlier, parseRange, rangeText } from "../shared/range.js";
import { Values } from "./values.js";

const KINDS = [{ key: "times", title: "Two ranges of time" }, { key: "values", title: "Two values of an attribute" }];
const AGO = [["an hour ago", 3600000], ["a day ago", 86400000], ["a week ago", 604800000]];
const WINDOW_MILLIS = 300000;
const BEFORE_MILLIS = 1800000;

export function CompareForm({ params, change }) {
  const kind = params.kind === "values" ? "values" : "times";
  return html`
    <${Card} test="compare-form">
      <div class="form">
        <${EndpointChoice} endpoint=${params} all="all endpoints"
          onChoose=${(endpoint) => change({ service: undefined, operation: undefined, ...endpoint,
            flow: undefined })} />
        <${Tabs} tabs=${KINDS} chosen=${kind} onChoose=${(key) => change({ kind: key === "values" ? key
          : undefined })} />
      </div>
      ${kind === "times" ? html`<${Times} params=${params} change=${change} />`
        : html`<${Values} params=${params} change=${change} />`}
    </${Card}>`;
}

function Times({ params, change }) {
  const before = parseRange(params.before);
  const after = parseRange(params.after);
  const set = (one, two) => change({ before: rangeText(one), after: rangeText(two) });
  return html`
    <div class="form form-row">
      <div class="form-field">Before
        <${RangeField} label="Before" test="before" range=${before}
          onRange=${(range) => set(range, after)} /></div>
      <div class="form-field">After
        <${RangeField} label="After" test="after" range=${after} onRange=${(range) => set(before,
          range)} /></div>
      ${before && after && html`<button type="button" onClick=${() => set(after, before)}>Swap</button>`}
      <${Quick} params=${params} set=${set} />
    </div>`;
}

function Quick({ params, set }) {
  const { status } = useStatus();
  const now = useNow();
  const window = { from: now - (status?.windowMillis ?? WINDOW_MILLIS), to: now };
  return html`
    <div class="form-field">Compare the newest window with
      <span class="row">${AGO.map(([text, millis]) => html`
        <button key=${text} type="button" onClick=${() => set(earlier(window, millis),
          window)}>${text}</button>`)}</span>
    </div>
    <${AroundIncident} params=${params} set=${set} />`;
}

/** Compares the time of an incident with the time before it. */
function AroundIncident({ params, set }) {
  const { data } = useAnswer("incidents", {});
  const all = (data?.incidents ?? []).map(({ incident }) => incident);
  const is = ({ service, operation }) => service === params.service && operation === params.operation;
  const incidents = params.service === undefined ? all : all.filter(({ endpoints }) => endpoints.some(is));
  const choose = (event) => {
    const incident = incidents.find(({ id }) => id === event.target.value);
    if (incident) {
      set({ from: incident.sinceMillis - BEFORE_MILLIS, to: incident.sinceMillis },
        { from: incident.sinceMillis, to: Math.max(incident.window.endMillis, incident.sinceMillis
          + 60000) });
    }
  };
  return incidents.length > 0 && html`
    <label class="form-field">Compare an incident with the half hour before
      <select value="" onChange=${choose} data-test="incident-choice">
        <option value="">choose an incident</option>
        ${incidents.map((incident) => html`<option key=${incident.id}
          value=${incident.id}>${incidentText(incident)}</option>`)}
      </select>
    </label>`;
}

function incidentText({ severity, sinceMillis, endpoints }) {
  const text = dateTime(sinceMillis) + " " + severity + (endpoints[0] ? ", " + endpointName(endpoints[0])
    : "");
  return text.length > 90 ? text.slice(0, 90) + "…" : text;
}
