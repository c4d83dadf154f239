// The form for two values of an attribute, with suggestions from the index.
import { html, useEffect, useState } from "../../html.js";
import { post } from "../../api.js";
import { RangeField } from "../shared/range-field.js";
import { rangeOf } from "../shared/range.js";

const KNOWN = "SELECT a.key, a.value FROM (SELECT unnest(attributes) AS a, weight FROM requests) "
  + "GROUP BY ALL ORDER BY sum(weight) DESC LIMIT 300";

/** Key, value before and value after; they are sent together. */
export function Values({ params, change }) {
  const known = useKnown();
  const [draft, setDraft] = useState(drafted(params));
  useEffect(() => setDraft(drafted(params)), [params.where, params.against]);
  const full = draft.key && draft.before && draft.after && draft.before !== draft.after;
  const send = (event) => {
    event.preventDefault();
    if (full) {
      change({ where: draft.key + "=" + draft.after, against: draft.key + "=" + draft.before });
    }
  };
  const field = (name, title, hint, list) => html`
    <label class="form-field">${title}
      <input type="text" class="value-input" value=${draft[name]} placeholder=${hint} spellcheck="false"
        list=${list} data-test=${"value-" + name}
        onInput=${(event) => setDraft({ ...draft, [name]: event.target.value })} /></label>`;
  return html`
    <form class="form form-row" onSubmit=${send}>
      ${field("key", "Attribute", "service.version", "known-keys")}
      ${field("before", "Value before", "v1", "known-values")}
      ${field("after", "Value after", "v2", "known-values")}
      <${Options} id="known-keys" values=${[...new Set(known.map(([key]) => key))]} />
      <${Options} id="known-values"
        values=${known.filter(([key]) => key === draft.key).map(([, value]) => value)} />
      <button type="submit" class="primary" disabled=${!full} data-test="compare-values">Compare</button>
      <div class="form-field">Range of time (empty: the whole index)
        <${RangeField} label="Time" range=${rangeOf(params)}
          onRange=${(range) => change({ from: range?.from, to: range?.to })} /></div>
    </form>`;
}

function Options({ id, values }) {
  return html`<datalist id=${id}>${values.map((value) => html`
    <option key=${value} value=${value} />`)}</datalist>`;
}

/** Hook: keys and values in the index, most frequent first; none if the index does not answer. */
function useKnown() {
  const [known, setKnown] = useState([]);
  useEffect(() => {
    post("index/sql", { sql: KNOWN, maxRows: 300 }).then(({ rows }) => setKnown(rows), () => setKnown([]));
  }, []);
  return known;
}

function drafted({ where, against }) {
  const [key = "", after = ""] = halves(where);
  return { key, after, before: halves(against)[1] ?? "" };
}

function halves(text) {
  const at = (text ?? "").indexOf("=");
  return at < 0 ? [] : [text.slice(0, at), text.slice(at + 1)];
}
