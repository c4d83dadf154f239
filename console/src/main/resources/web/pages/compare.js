// Page Compare: two sets of requests, of two ranges of time, two values of an attribute or two latencies.
import { html, useEffect, useState } from "../html.js";
import { inReport, useAnswer } from "../api.js";
import { paging } from "../router.js";
import { useNow, useStatus } from "../status.js";
import { duration, number, visible } from "../format.js";
import { AnswerCard, Answered, Card, Empty, namedEndpoint, rangeOfWindow, sameEndpoint }
  from "../components/basics.js";
import { ChangeCard } from "../components/change.js";
import { EndpointChoice, Tabs } from "../components/controls.js";
import { HistogramPair } from "../components/histogram.js";
import { StoreRangeField, RangeField, earlier, parseRange, rangeOf, rangeText } from "../components/range.js";
import { WithStore } from "../components/store-off.js";
import { ClassesCard } from "./compare-classes.js";
import { IncidentComparisons } from "./compare-incidents.js";
import { CategoriesCard, EndpointsCard, NodesCard } from "./compare-tables.js";

const KINDS = [
  { key: "times", title: "Two ranges of time" },
  { key: "values", title: "Two values of an attribute" },
  { key: "classes", title: "Slow and usual requests" }
];
const AGO = [["an hour ago", 3600000], ["a day ago", 86400000], ["a week ago", 604800000]];
const WINDOW_MILLIS = 300000;
const LISTED_ATTRIBUTES = 12;
const LISTED_VALUES = 5;

export function ComparePage({ params }) {
  const page = paging("compare", params);
  return html`
    <div class="page-head"><h1>Compare</h1></div>
    <${WithStore}><div class="stack">
      ${inReport() ? html`<${IncidentComparisons} />` : html`<${Form} ...${page} />`}
      ${params.kind === "classes" ? html`<${ClassesCard} ...${page} />` : html`<${Sets} page=${page} />`}
    </div></${WithStore}>`;
}

function Sets({ page }) {
  const sets = setsOf(page.params);
  if (sets) {
    return html`<${Compared} sets=${sets} page=${page} />`;
  }
  return !inReport() && html`<${Card}><${Empty}>Choose two ranges of time, two values of an attribute such as${" "}
    <code>service.version</code>, or the slow and the usual requests of an endpoint. This page then shows what
    is slower, down to single calls, and whether that may be chance. You can also choose a range by dragging
    over the chart of an endpoint.</${Empty}></${Card}>`;
}

/** The parameters of store/compare; undefined until they are complete. */
function setsOf({ kind, before, after, where, against, from, to }) {
  if (kind === "values") {
    return where && against ? { where, against, ...rangeOf({ from, to }) } : undefined;
  }
  return parseRange(before) && parseRange(after) ? { before, after } : undefined;
}

/**
 * The time that store/change compared, as parameters of the other questions, so that all counts of the page
 * are of the same requests; what was asked for if it has no answer.
 */
function comparedSets(sets, { data, error }) {
  if (!data) {
    return error && sets;
  }
  const [before, after] = [data.before, data.after].map(rangeOfWindow);
  return sets.where ? { ...sets, ...after } : { before: rangeText(before), after: rangeText(after) };
}

/** The answers. Without an endpoint in the address, the one whose total time changed most is shown. */
function Compared({ sets, page }) {
  const { params, set } = page;
  const endpoint = namedEndpoint(params);
  const change = useAnswer("store/change", { ...endpoint, ...sets, exclude: params.exclude });
  const compared = comparedSets(sets, change);
  const overall = useAnswer(compared ? "store/compare" : null, { ...endpoint, ...compared });
  const shown = endpoint ?? overall.data?.comparison.endpoints[0]?.endpoint;
  return html`
    <${ChangeCard} ...${page} endpoint=${endpoint} shown=${shown} values=${sets.where && sets}
      before=${parseRange(sets.before)} after=${parseRange(sets.after)} />
    <${Answered} answer=${overall} lines=${8}>${({ before, after, comparison: { endpoints } }) => html`
      ${!endpoint && html`<${EndpointsCard} ...${page} endpoints=${endpoints} />`}
      ${shown && html`<${CategoriesCard} ...${page} before=${before} after=${after}
        entry=${endpoints.find((each) => sameEndpoint(each.endpoint, shown))} />`}`}</${Answered}>
    ${shown && compared && html`<${HistogramsCard} endpoint=${shown} category=${params.category}
      sets=${compared} />`}
    ${params.category && shown && compared && html`<${NodesCard} endpoint=${shown} category=${params.category}
      sets=${compared} set=${set} />`}`;
}

/** The distributions of both sets, of the chosen category or all requests of an endpoint. */
function HistogramsCard({ endpoint, category, sets }) {
  const answer = useAnswer("store/histograms", { ...endpoint, category, ...sets });
  return html`
    <${AnswerCard} title=${"Distributions" + (category ? " of the chosen category" : "")} test="distributions"
      answer=${answer} lines=${8}>${({ before, after }) => html`
      <${HistogramPair} before=${before} after=${after} height=${300} />`}</${AnswerCard}>`;
}

function Form({ params, change }) {
  const { key: kind } = KINDS.find(({ key }) => key === params.kind) ?? KINDS[0];
  return html`
    <${Card} test="compare-form">
      <div class="form">
        <${EndpointChoice} params=${params} none=${kind === "classes" ? "choose an endpoint" : "all endpoints"}
          onChoose=${(endpoint) => change({ ...endpoint, category: undefined })} />
        <${Tabs} tabs=${KINDS} chosen=${kind} onChoose=${(key) => change({ kind: key, category: undefined })} />
      </div>
      ${kind === "times" && html`<${Times} params=${params} change=${change} />`}
      ${kind === "values" && html`<${Values} params=${params} change=${change} />`}
      ${kind === "classes" && html`<div class="form form-row"><${StoreRangeField} params=${params}
        change=${change} /></div>`}
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

/** Key, value before and value after, with those that the store has; they are sent together. */
function Values({ params, change }) {
  const known = useAnswer("store/attributes", { ...namedEndpoint(params), ...rangeOf(params) });
  const attributes = known.data?.attributes ?? [];
  const [draft, setDraft] = useState({});
  useEffect(() => {
    const [, key, after] = /^(.*?)=(.*)$/s.exec(params.where ?? "") ?? [];
    setDraft({ key, after, before: params.against?.slice(key.length + 1) });
  }, [params.where, params.against]);
  const full = draft.key && draft.before && draft.after && draft.before !== draft.after;
  const compare = ({ key, before, after }) =>
    change({ where: key + "=" + after, against: key + "=" + before, category: undefined });
  const send = (event) => {
    event.preventDefault();
    if (full) {
      compare(draft);
    }
  };
  const values = attributes.find(({ key }) => key === draft.key)?.values.map(({ value }) => value) ?? [];
  const field = (name, title, hint, suggestions) => html`
    <label class="form-field">${title}
      <input type="text" class="value-input" value=${draft[name] ?? ""} placeholder=${hint} spellcheck="false"
        list=${"known-" + name} data-test=${"value-" + name}
        onInput=${(event) => setDraft({ ...draft, [name]: event.target.value })} />
      <datalist id=${"known-" + name}>${suggestions.map((value) => html`
        <option key=${value} value=${value} />`)}</datalist></label>`;
  return html`
    <form class="form form-row" onSubmit=${send}>
      ${field("key", "Attribute", "service.version", attributes.map(({ key }) => key))}
      ${field("before", "Value before", "v1", values)}
      ${field("after", "Value after", "v2", values)}
      <button type="submit" class="primary" disabled=${!full} data-test="compare-values">Compare</button>
      <${StoreRangeField} params=${params} change=${change} />
    </form>
    <${Known} answer=${known} compare=${compare} />`;
}

/** The attributes with several values, the versions first: one click compares a value with the commonest. */
function Known({ answer, compare }) {
  const version = ({ key }) => Number(!/version/i.test(key));
  return html`<${Answered} answer=${answer} lines=${2}>${({ attributes }) => {
    const several = attributes.filter(({ count }) => count > 1).sort((a, b) => version(a) - version(b));
    return several.length === 0 ? html`
      <p class="muted table-note">No attribute of these requests has two values. The job keeps those in the
        key <code>spans.attributes</code>.</p>` : html`
      <dl class="known-values" data-test="known-values">${several.slice(0, LISTED_ATTRIBUTES).map((each) => html`
        <${KnownValues} key=${each.key} attribute=${each} compare=${compare} />`)}</dl>`;
  }}</${Answered}>`;
}

function KnownValues({ attribute: { key, values: [first, ...others] }, compare }) {
  const figures = ({ requests, meanNanos }) => number(requests) + " requests, mean " + duration(meanNanos);
  return html`
    <dt><bdi>${visible(key)}</bdi></dt>
    <dd>${others.slice(0, LISTED_VALUES).map((other) => html`
      <button key=${other.value} type="button" data-test="compare-known"
        title=${figures(first) + " against " + figures(other)}
        onClick=${() => compare({ key, before: first.value, after: other.value })}>${visible(first.value)} →${" "}
        ${visible(other.value)} <span class="muted">${duration(first.meanNanos)} →${" "}
        ${duration(other.meanNanos)}</span></button>`)}</dd>`;
}
