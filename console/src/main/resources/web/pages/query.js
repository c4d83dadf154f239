// Page Query: questions to the store by form or in SQL; answers as a table, a chart or CSV.
import { html, useEffect, useMemo, useState } from "../html.js";
import { useAnswer } from "../api.js";
import { paging } from "../router.js";
import { useKeys } from "../keys.js";
import { number } from "../format.js";
import { AnswerCard, Card, Empty, namedEndpoint } from "../components/basics.js";
import { Choice, EndpointChoice, Tabs } from "../components/controls.js";
import { Filters, TextField, filterOf } from "../components/filters.js";
import { StoreRangeField, rangeOf } from "../components/range.js";
import { WithStore } from "../components/store-off.js";
import { EXAMPLES, QUESTIONS, resultOf, sqlResult } from "./query-questions.js";
import { Result } from "./query-result.js";

const SQL = { key: "sql", title: "SQL" };
const LIMITS = [100, 1000, 10000];
const MAX_ROWS = 1000;
/** The API's limit of traces without the parameter `limit`. */
const LISTED = 50;
const MORE = "There may be more: raise the limit, or ask for less.";
const NO_CHART = { x: undefined, y: undefined, by: undefined, sort: undefined };

export function QueryPage({ params }) {
  const question = params.q === "sql" || Object.hasOwn(QUESTIONS, params.q ?? "") ? params.q : "overview";
  const tabs = [...Object.entries(QUESTIONS).map(([key, { title }]) => ({ key, title })), SQL];
  const page = { question, ...paging("query", params) };
  const { change } = page;
  return html`
    <div class="page-head"><h1>Query</h1></div>
    <${WithStore}><div class="stack">
      <${Card} test="query">
        <${Tabs} tabs=${tabs} chosen=${question} onChoose=${(q) => change({ q, ...NO_CHART })} />
        ${question === "sql" ? html`<${SqlForm} ...${page} />` : html`<${Form} ...${page} />`}
      </${Card}>
      ${question === "sql" ? html`<${SqlAnswer} ...${page} />`
        : html`<${FormAnswer} key=${question} ...${page} />`}
    </div></${WithStore}>`;
}

/** Endpoint, filter, and the question's own fields. */
function Form({ question, params, change }) {
  const { fields, needsEndpoint } = QUESTIONS[question];
  return html`
    <div class="form form-row">
      <${EndpointChoice} params=${params} none=${needsEndpoint ? "choose an endpoint" : "all endpoints"}
        onChoose=${(endpoint) => change({ ...endpoint, category: undefined })} />
      <${Filters} params=${params} change=${change} />
      ${fields.map((field) => html`<${Field} key=${field.key} field=${field} value=${params[field.key]}
        onValue=${(value) => change({ [field.key]: value })} />`)}
    </div>`;
}

function Field({ field: { key, title, choices, hint }, value, onValue }) {
  return choices
    ? html`<${Choice} label=${title} value=${value ?? choices[0][0]} options=${choices} test=${key}
      onChoose=${onValue} />`
    : html`<${TextField} title=${title} hint=${hint} test=${key} narrow value=${value} onValue=${onValue} />`;
}

function FormAnswer({ question, params, set }) {
  const { needsEndpoint, fields } = QUESTIONS[question];
  const endpoint = namedEndpoint(params);
  const lacking = needsEndpoint && !endpoint;
  const own = Object.fromEntries(fields.map(({ key }) => [key, params[key]]));
  const answer = useAnswer(lacking ? null : "store/" + question,
    { ...filterOf(params), ...endpoint, ...own });
  const result = useMemo(() => answer.data && resultOf(question, answer.data, endpoint),
    [question, answer.data]);
  const full = question === "traces" && result?.rows.length >= Number(params.limit ?? LISTED);
  return lacking ? html`
    <${Card}><${Empty}>Choose an endpoint. This question needs one.</${Empty}></${Card}>` : html`
    <${AnswerCard} test="answer" answer=${answer} lines=${10}>${() => html`
      <${Result} name=${question} result=${result} params=${params} set=${set}
        note=${full && MORE} />`}</${AnswerCard}>`;
}

function maxRowsOf({ maxRows }) {
  return LIMITS.find((limit) => String(limit) === maxRows) ?? MAX_ROWS;
}

function SqlForm({ params, change }) {
  const [draft, setDraft] = useState(params.sql ?? "");
  useEffect(() => setDraft(params.sql ?? ""), [params.sql]);
  useKeys([{ keys: "Ctrl-Enter", does: "Run the statement (in its field)" }]);
  const run = (sql) => change({ sql: sql.trim(), ...NO_CHART });
  const keyed = (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      run(draft);
    }
  };
  return html`
    <div class="form-row">
      <textarea class="sql" spellcheck="false" autocomplete="off" aria-label="SQL statement" data-search=""
        data-test="sql" placeholder="SELECT … FROM requests" value=${draft}
        rows=${Math.max(5, draft.split("\n").length + 1)}
        onInput=${(event) => setDraft(event.target.value)} onKeyDown=${keyed}></textarea>
      <div class="form">
        <button type="button" class="primary" data-test="run" onClick=${() => run(draft)}
          title="Or press Ctrl-Enter in the field">Run</button>
        <${StoreRangeField} params=${params} change=${change} />
        <${Choice} label="Row limit" value=${maxRowsOf(params)} test="max-rows"
          options=${LIMITS.map((limit) => [limit, number(limit)])}
          onChoose=${(maxRows) => change({ maxRows })} />
        <span class="muted">One statement that only reads, with at most 30 s and 500 MB. Sums
          of <code>weight</code> estimate all requests.</span>
      </div>
      <div class="examples"><span class="muted">Examples</span>${EXAMPLES.map(([title, sql]) => html`
        <button key=${title} type="button" title=${sql} onClick=${() => run(sql)}>${title}</button>`)}</div>
    </div>`;
}

function SqlAnswer({ params, set }) {
  const { sql } = params;
  const maxRows = maxRowsOf(params);
  const answer = useAnswer(sql ? "store/sql" : null, { sql, ...rangeOf(params), maxRows }, { send: true });
  const result = useMemo(() => answer.data && sqlResult(answer.data), [answer.data]);
  const full = answer.data?.rows.length >= maxRows;
  return !sql ? html`
    <${Card}><${Empty}>Write one SELECT over <code>requests</code>, or choose an example. It can
      only read, and stops after 30 seconds.</${Empty}></${Card}>` : html`
    <${AnswerCard} test="answer" answer=${answer} lines=${10}>${() => html`
      <${Result} name="sql" result=${result} params=${params} set=${set}
        note=${full && MORE} />`}</${AnswerCard}>`;
}
