// Page Query: questions to the request index by form or in SQL; answers as a table, a chart or CSV.
import { html, useEffect, useMemo, useState } from "../html.js";
import { post, useAnswer } from "../api.js";
import { navigate } from "../router.js";
import { Card, Empty, Tabs } from "../components/basics.js";
import { Answered } from "./shared/answered.js";
import { rangeOf } from "./shared/range.js";
import { QueryForm } from "./query/form.js";
import { SqlForm } from "./query/sql.js";
import { Result } from "./query/result.js";
import { QUESTIONS, missing, parametersOf, resultOf } from "./query/questions.js";
import { sqlResult } from "./query/sql-result.js";

const SQL = "sql";
const MAX_ROWS = 1000;
const BUSY_MILLIS = 5000;

export function QueryPage({ params }) {
  const question = params.q === SQL || Object.hasOwn(QUESTIONS, params.q ?? "") ? params.q : "overview";
  const change = (some, options) => navigate("query", { ...params, ...some }, options);
  const tabs = [...Object.entries(QUESTIONS).map(([key, { title }]) => ({ key, title })),
    { key: SQL, title: "SQL" }];
  const choose = (q) => change({ q, x: undefined, y: undefined, by: undefined, sort: undefined });
  return html`
    <div class="page-head"><h1>Query</h1></div>
    <div class="stack">
      <${Card} test="query">
        <${Tabs} tabs=${tabs} chosen=${question} onChoose=${choose} />
        ${question === SQL ? html`<${SqlForm} params=${params} maxRows=${maxRowsOf(params)}
          change=${change} />`
          : html`<${QueryForm} question=${question} params=${params} change=${change} />`}
      </${Card}>
      ${question === SQL ? html`<${SqlAnswer} params=${params} change=${change} />`
        : html`<${FormAnswer} key=${question} question=${question} params=${params} change=${change} />`}
    </div>`;
}

function maxRowsOf({ maxRows }) {
  const rows = Number(maxRows);
  return Number.isInteger(rows) && rows > 0 ? rows : MAX_ROWS;
}

function FormAnswer({ question, params, change }) {
  const lacks = missing(question, params);
  const answer = useAnswer(lacks ? null : "index/" + question, parametersOf(question, params));
  const result = useMemo(() => answer.data && resultOf(question, answer.data, params),
    [question, answer.data]);
  if (lacks) {
    return html`<${Card}><${Empty}>${lacks}</${Empty}></${Card}>`;
  }
  return html`
    <${Card} test="answer">
      <${Answered} answer=${answer} lines=${10}>${() => html`
        <${Result} name=${question} result=${result} params=${params} change=${change} />`}</${Answered}>
    </${Card}>`;
}

function SqlAnswer({ params, change }) {
  const answer = useSql(params.sql, rangeOf(params), maxRowsOf(params));
  const result = useMemo(() => answer.data && sqlResult(answer.data), [answer.data]);
  if (!params.sql) {
    return html`<${Card}><${Empty}>Write one SELECT over <code>requests</code>, or choose an example. It can
      only read, and stops after 30 seconds.</${Empty}></${Card}>`;
  }
  const full = answer.data && answer.data.rows.length >= maxRowsOf(params);
  return html`
    <${Card} test="answer">
      <${Answered} answer=${answer} lines=${10} alarm=${true}>${() => html`
        <${Result} name="sql" result=${result} params=${params} change=${change}
          note=${full ? "There may be more rows: raise the limit, or aggregate."
            : undefined} />`}</${Answered}>
    </${Card}>`;
}

/** Hook: the answer to a statement, in the form of useAnswer. */
function useSql(sql, range, maxRows) {
  const key = JSON.stringify([sql, range, maxRows]);
  const [answer, setAnswer] = useState({ key: undefined });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!sql) {
      return undefined;
    }
    let ended = false;
    let timer = 0;
    const again = () => setTurn((before) => before + 1);
    const tell = (some) => !ended && setAnswer({ key, again, ...some });
    post("index/sql", { sql, ...range, maxRows }).then((data) => tell({ data }), (error) => {
      tell({ error });
      timer = error.code === "busy" && !ended ? setTimeout(again, BUSY_MILLIS) : 0;
    });
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [key, turn]);
  return answer.key === key ? answer : {};
}
