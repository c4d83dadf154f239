// The tables of page Compare: two sets of requests by endpoint, category and call (P-Tracer).
import { html } from "../html.js";
import { useAnswer } from "../api.js";
import { href } from "../router.js";
import { duration, number, percent, probability, shortId, signed, visible } from "../format.js";
import { AnswerCard, Badge, Card, EndpointLink, endpointKey } from "../components/basics.js";
import { CallTree } from "../components/call-tree.js";
import { Pair } from "../components/row-charts.js";
import { Table, figureColumn } from "../components/table.js";
import { MeanCell } from "./endpoint-parts.js";

const NONE = html`<span class="muted">–</span>`;

/** The largest of the means before and after of all entries, for bars with the same scale. */
function largest(entries, mean) {
  return entries.reduce((most, { before, after }) => Math.max(most, mean(before), mean(after)), 1);
}

/** Two lines of a cell: a figure, and a second one that is less important. */
function Two({ first, second }) {
  return html`<span class="two"><span>${first}</span><span class="second">${second}</span></span>`;
}

/** The change of a time per request, with its ratio as "×2.3"; a dash if a side has no requests. */
function ChangeCell({ before, after, ratio }) {
  const text = ratio > 0 ? "×" + (ratio >= 100 ? Math.round(ratio) : ratio.toPrecision(3)) : "–";
  return html`<${Two} first=${signed(after - before)} second=${text} />`;
}

/** Requests, means and their change, for rows {before, after, ratio}. */
function latencyColumns(rows) {
  const most = largest(rows, ({ meanNanos }) => meanNanos);
  const side = (name) => [
    figureColumn(name + "Requests", "Requests " + name, number, (row) => row[name].requests),
    { key: name + "Mean", title: "Mean " + name, align: "end", value: (row) => (row[name].requests > 0 ? row[name].meanNanos : undefined),
      cell: ({ [name]: { requests, meanNanos, meanErrorNanos } }) => (requests === 0 ? NONE : html`
        <${MeanCell} nanos=${meanNanos} error=${meanErrorNanos} test=${"mean-" + name} />`) }
  ];
  return [
    ...side("before"), ...side("after"),
    { key: "bars", title: "", width: "12%", fixed: true, value: () => undefined,
      cell: ({ before, after }) => html`
        <${Pair} before=${before.meanNanos} after=${after.meanNanos} most=${most} />` },
    { key: "change", title: "Change", align: "end",
      value: ({ before, after }) =>
        (before.requests > 0 && after.requests > 0 ? after.meanNanos - before.meanNanos : undefined),
      cell: ({ before, after, ratio }) => (before.requests > 0 && after.requests > 0 ? html`
        <${ChangeCell} before=${before.meanNanos} after=${after.meanNanos} ratio=${ratio} />` : NONE) }
  ];
}

export function EndpointsCard({ endpoints, params, change, set }) {
  const columns = [
    { key: "endpoint", title: "Endpoint", value: ({ endpoint }) => endpointKey(endpoint),
      cell: ({ endpoint }) => html`<${EndpointLink} endpoint=${endpoint} />` },
    ...latencyColumns(endpoints)
  ];
  const open = ({ endpoint: { service, operation } }) => change({ service, operation, category: undefined });
  return html`
    <${Card} title=${"Endpoints (" + number(endpoints.length) + ")"} test="compare-endpoints">
      <${Table} label="Endpoints" columns=${columns} rows=${endpoints} onRow=${open} height="420px"
        rowKey=${({ endpoint }) => endpointKey(endpoint)} sort=${params.sort}
        onSort=${(sort) => set({ sort })} />
      <p class="muted table-note">The endpoints whose total time changed most come first. Choose a row to
        compare its endpoint. Until then, the first one is shown.</p>
    </${Card}>`;
}

/** An endpoint as a whole and by category; before and after are the API's names of the two sets. */
export function CategoriesCard({ entry, before, after, params, set }) {
  const share = (key, title) => figureColumn(key, title, (value) => (value > 0 ? percent(value) : "–"));
  const columns = [
    { key: "category", title: "Category", value: ({ category }) => category,
      cell: ({ category }) => (category === undefined
      ? html`<b>all</b>` : html`<button type="button" class="link" data-test="compare-category"
        aria-pressed=${String(category === params.category)} onClick=${() => set({ category })}
        ><code>${shortId(category)}</code></button>`) },
    share("shareBefore", "Share before"),
    share("shareAfter", "Share after"),
    ...latencyColumns([entry, ...entry.categories])
  ];
  const whole = { ...entry, shareBefore: Number(entry.before.requests > 0),
    shareAfter: Number(entry.after.requests > 0) };
  return html`
    <${Card} title=${html`Response times of <${EndpointLink} endpoint=${entry.endpoint} />`}
      test="compare-categories">
      ${params.kind === "values" && html`
        <p class="muted change-ranges">Before: <bdi>${visible(before)}</bdi> · after:${" "}
          <bdi>${visible(after)}</bdi></p>`}
      <${Table} label="Categories" columns=${columns} rows=${[whole, ...entry.categories]} height="480px"
        rowKey=${({ category }) => category ?? "all"} sort=${params.categories}
        onSort=${(categories) => set({ categories })} />
      <p class="muted table-note">Choose a category to show its calls below.</p>
    </${Card}>`;
}

/** A category in two sets of requests, call by call. */
export function NodesCard({ endpoint, category, sets, set }) {
  const answer = useAnswer("store/compare", { ...endpoint, category, ...sets });
  const close = () => set({ category: undefined });
  const actions = html`
    <a class="button" href=${href("category", { ...endpoint, category })}>Category</a>
    <button type="button" class="quiet" onClick=${close}>Close</button>`;
  return html`
    <${AnswerCard} title=${html`Calls of category <code>${shortId(category)}</code>`} test="compare-nodes"
      actions=${actions} answer=${answer} lines=${10}>${({ comparison: { before, after, nodes } }) => html`
        <p class="muted change-ranges">${sideText(before)} before, ${sideText(after)} after. ${causesText(nodes)}</p>
        <div class="wide-call">
          <${CallTree} nodes=${nodes} columns=${nodeColumns(nodes, before, after)} height="620px" /></div>`}</${
      AnswerCard}>`;
}

/** The requests of a side and, if there are any, their mean. */
function sideText({ requests, meanNanos }) {
  return `${number(requests)} requests${requests > 0 ? ", mean " + duration(meanNanos) : ""}`;
}

function causesText(nodes) {
  const causes = nodes.filter(({ cause }) => cause).length;
  return causes === 0 ? "No call surely makes these requests slower."
    : `${causes === 1 ? "One call" : number(causes) + " calls"} surely make${causes === 1 ? "s" : ""} these requests
      slower, by the time for which they wait.`;
}

/** Columns of figures; a side without requests has none. */
function nodeColumns(nodes, then, now) {
  const both = then.requests > 0 && now.requests > 0;
  const side = ({ requests }, text) => (requests > 0 ? text() : "–");
  const figure = (test, nanos) => html`<span data-test=${test} data-value=${nanos}>${duration(nanos)}</span>`;
  const times = (key, title, name, hint) => ({ key, title, hint, align: "end", value: ({ after }) => after[name],
    cell: ({ before, after }) => html`<${Two} first=${side(now, () => figure(key + "-after", after[name]))}
      second=${side(then, () => figure(key + "-before", before[name]))} />` });
  return [
    { key: "cause", title: "", width: "84px", value: ({ cause }) => cause, cell: ({ cause }) => cause && html`
      <${Badge} kind="bad" title="Requests wait longer here, and not by chance">slower</${Badge}>` },
    times("total", "Total after, before", "meanNanos"),
    { key: "share", title: "Share", align: "end", hint: "Share of the response time",
      value: ({ after }) => after.share, cell: ({ before, after }) => html`
        <${Two} first=${side(now, () => percent(after.share))}
          second=${side(then, () => percent(before.share))} />` },
    times("critical", "Critical after, before", "criticalMeanNanos",
      "Own time for which the request waits: the part of it on the critical path"),
    times("own", "Own after, before", "ownMeanNanos"),
    { key: "ownRatio", title: "Change", align: "end", value: ({ ownRatio }) => ownRatio,
      cell: ({ before, after, ownRatio }) => (both ? html`
        <${ChangeCell} before=${before.ownMeanNanos} after=${after.ownMeanNanos} ratio=${ownRatio} />` : NONE) },
    { key: "p", title: "p", align: "end", value: ({ pValue }) => pValue,
      hint: "Probability of such a difference of the own time by chance, by a rank test",
      cell: ({ pValue }) => (pValue === undefined ? NONE : probability(pValue)) }
  ];
}
