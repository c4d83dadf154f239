// Page Compare: two sets of requests, of two ranges of time or with two values of an attribute.
import { html, useEffect, useState } from "../html.js";
import { inReport, useAnswer } from "../api.js";
import { paging } from "../router.js";
import { useNow, useStatus } from "../status.js";
import { Answered, Card, Empty, namedEndpoint, sameEndpoint } from "../components/basics.js";
import { ChangeCard } from "../components/change.js";
import { EndpointChoice, Tabs } from "../components/controls.js";
import { StoreRangeField, RangeField, earlier, parseRange, rangeOf, rangeText } from "../components/range.js";
import { CategoriesCard, EndpointsCard, NodesCard } from "./compare-tables.js";

const KINDS = [
  { key: "times", title: "Two ranges of time" },
  { key: "values", title: "Two values of an attribute" }
];
const AGO = [["an hour ago", 3600000], ["a day ago", 86400000], ["a week ago", 604800000]];
const WINDOW_MILLIS = 300000;
const KNOWN_VALUES = "SELECT a.key, a.value FROM (SELECT unnest(attributes) AS a, weight FROM requests) "
  + "GROUP BY ALL ORDER BY sum(weight) DESC LIMIT 300";

export function ComparePage({ params }) {
  const sets = setsOf(params);
  const page = paging("compare", params);
  return html`
    <div class="page-head"><h1>Compare</h1></div>
    <div class="stack">
      ${!inReport() && html`<${Form} ...${page} />`}
      ${sets ? html`<${Compared} sets=${sets} page=${page} />`
        : html`<${Card}><${Empty}>Choose two ranges of time, or two values of an attribute such as${" "}
          <code>service.version</code>. This page then shows what is slower, down to single calls, and
          whether that may be chance. You can also choose a range by dragging over the chart of an
          endpoint.</${Empty}></${Card}>`}
    </div>`;
}

/** The parameters of store/compare; undefined until they are complete. */
function setsOf({ kind, before, after, where, against, from, to }) {
  if (kind === "values") {
    return where && against ? { where, against, ...rangeOf({ from, to }) } : undefined;
  }
  return parseRange(before) && parseRange(after) ? { before, after } : undefined;
}

/** The answers. Without an endpoint in the address, the one whose total time changed most is shown. */
function Compared({ sets, page }) {
  const { params, set } = page;
  const endpoint = namedEndpoint(params);
  const overall = useAnswer("store/compare", { ...endpoint, ...sets });
  const shown = endpoint ?? overall.data?.comparison.endpoints[0]?.endpoint;
  return html`
    <${ChangeCard} ...${page} endpoint=${endpoint} shown=${shown} values=${sets.where && sets}
      before=${parseRange(sets.before)} after=${parseRange(sets.after)} />
    <${Answered} answer=${overall} lines=${8}>${({ before, after, comparison: { endpoints } }) => html`
      ${!endpoint && html`<${EndpointsCard} ...${page} endpoints=${endpoints} />`}
      ${shown && html`<${CategoriesCard} ...${page} before=${before} after=${after}
        entry=${endpoints.find((each) => sameEndpoint(each.endpoint, shown))} />`}`}</${Answered}>
    ${params.category && shown && html`<${NodesCard} endpoint=${shown} category=${params.category} sets=${sets}
      set=${set} />`}`;
}

function Form({ params, change }) {
  const kind = params.kind === "values" ? "values" : "times";
  return html`
    <${Card} test="compare-form">
      <div class="form">
        <${EndpointChoice} params=${params} none="all endpoints"
          onChoose=${(endpoint) => change({ ...endpoint, category: undefined })} />
        <${Tabs} tabs=${KINDS} chosen=${kind} onChoose=${(key) => change({ kind: key })} />
      </div>
      ${kind === "times" ? html`<${Times} params=${params} change=${change} />`
        : html`<${Values} params=${params} change=${change} />`}
    </${Card}>`;
}

function Times({ params, change }) {
  const { status } = useStatus();
  const now = useNow();
  const before = parseRange(params.before);
  const after = parseRange(params.after);
  const set = (one, two) => change({ before: rangeText(one), after: rangeText(two) });
  const newest = { from: now - (status?.windowMillis ?? WINDOW_MILLIS), to: now };
  const field = (title, test, range, onRange) => html`
    <div class="form-field">${title}<${RangeField} label=${title} ...${{ test, range, onRange }} /></div>`;
  return html`
    <div class="form form-row">
      ${field("Before", "before", before, (range) => set(range, after))}
      ${field("After", "after", after, (range) => set(before, range))}
      ${before && after && html`<button type="button" onClick=${() => set(after, before)}>Swap</button>`}
      <div class="form-field">Compare the newest window with
        <span class="row">${AGO.map(([text, millis]) => html`
          <button key=${text} type="button" onClick=${() => set(earlier(newest, millis), newest)}
            >${text}</button>`)}
        </span></div>
    </div>`;
}

/** Key, value before and value after, with suggestions from the store; they are sent together. */
function Values({ params, change }) {
  const known = useAnswer("store/sql", { sql: KNOWN_VALUES, maxRows: 300 }, { send: true }).data?.rows ?? [];
  const [draft, setDraft] = useState({});
  useEffect(() => {
    const [, key, after] = /^(.*?)=(.*)$/s.exec(params.where ?? "") ?? [];
    setDraft({ key, after, before: params.against?.slice(key.length + 1) });
  }, [params.where, params.against]);
  const full = draft.key && draft.before && draft.after && draft.before !== draft.after;
  const send = (event) => {
    event.preventDefault();
    if (full) {
      change({ where: draft.key + "=" + draft.after, against: draft.key + "=" + draft.before });
    }
  };
  const values = known.filter(([key]) => key === draft.key).map(([, value]) => value);
  const field = (name, title, hint, suggestions) => html`
    <label class="form-field">${title}
      <input type="text" class="value-input" value=${draft[name] ?? ""} placeholder=${hint} spellcheck="false"
        list=${"known-" + name} data-test=${"value-" + name}
        onInput=${(event) => setDraft({ ...draft, [name]: event.target.value })} />
      <datalist id=${"known-" + name}>${suggestions.map((value) => html`
        <option key=${value} value=${value} />`)}</datalist></label>`;
  return html`
    <form class="form form-row" onSubmit=${send}>
      ${field("key", "Attribute", "service.version", [...new Set(known.map(([key]) => key))])}
      ${field("before", "Value before", "v1", values)}
      ${field("after", "Value after", "v2", values)}
      <button type="submit" class="primary" disabled=${!full} data-test="compare-values">Compare</button>
      <${StoreRangeField} params=${params} change=${change} />
    </form>`;
}
