// The form of a question: endpoint, range, attribute, and the question's own fields.
import { html, useEffect, useState } from "../../html.js";
import { duration } from "../../format.js";
import { EndpointChoice } from "../shared/endpoint-choice.js";
import { RangeField } from "../shared/range-field.js";
import { rangeOf } from "../shared/range.js";
import { QUESTIONS } from "./questions.js";

const UNITS = { ns: 1, us: 1e3, "µs": 1e3, ms: 1e6, s: 1e9, min: 6e10 };

export function QueryForm({ question, params, change }) {
  const { fields, needsEndpoint } = QUESTIONS[question];
  return html`
    <div class="form form-row">
      <${EndpointChoice} endpoint=${params} all=${needsEndpoint ? undefined : "all endpoints"}
        onChoose=${(endpoint) => change({ service: undefined, operation: undefined, ...endpoint,
          flow: undefined })} />
      <div class="form-field">Range of time (empty: the whole index)
        <${RangeField} label="Time" test="time" range=${rangeOf(params)}
          onRange=${(range) => change({ from: range?.from, to: range?.to })} /></div>
      <${TextField} title="Attribute" hint="service.version=v2" value=${params.where} test="where"
        onValue=${(where) => change({ where })} />
      ${fields.map((field) => html`<${Field} key=${field.key} field=${field} value=${params[field.key]}
        onValue=${(value) => change({ [field.key]: value })} />`)}
    </div>`;
}

function Field({ field, value, onValue }) {
  if (field.kind === "choice") {
    return html`
      <label class="form-field">${field.title}
        <select value=${value ?? field.choices[0]} data-test=${field.key}
          onChange=${(event) => onValue(event.target.value)}>
          ${field.choices.map((choice, index) => html`
            <option key=${choice} value=${choice}>${field.names?.[index] ?? choice}</option>`)}
        </select></label>`;
  }
  const shown = field.kind === "duration" && value ? durationText(Number(value)) : value;
  const send = field.kind === "duration" ? (text) => onValue(nanosOf(text)) : onValue;
  return html`<${TextField} title=${field.title} hint=${field.hint} value=${shown} test=${field.key}
    onValue=${send}
    narrow=${field.kind !== "text"} />`;
}

/** A text field that reports its value on Enter and when it loses the focus. */
function TextField({ title, hint, value, onValue, test, narrow }) {
  const [draft, setDraft] = useState(value ?? "");
  useEffect(() => setDraft(value ?? ""), [value]);
  const commit = () => draft.trim() !== (value ?? "") && onValue(draft.trim());
  return html`
    <label class="form-field">${title}
      <input type="text" class=${narrow ? "narrow" : ""} value=${draft} placeholder=${hint} spellcheck="false"
        data-test=${test} onInput=${(event) => setDraft(event.target.value)} onBlur=${commit}
        onKeyDown=${(event) => event.key === "Enter" && commit()} /></label>`;
}

/**
 * "250ms" as nanoseconds; a plain number is already in nanoseconds. Any other text is passed on, and the API
 * refuses it.
 */
function nanosOf(text) {
  const typed = /^([\d.,]+)\s*(ns|us|µs|ms|s|min)?$/i.exec(text);
  return typed ? Math.round(Number(typed[1].replaceAll(",", "")) * UNITS[(typed[2] ?? "ns").toLowerCase()])
    : text;
}

function durationText(nanos) {
  return duration(nanos).replace(/\s/g, " ");
}
