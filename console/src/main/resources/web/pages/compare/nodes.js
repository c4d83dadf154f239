// A category in two sets of requests, call by call, with tests (P-Tracer's comparison by node).
import { html } from "../../html.js";
import { useAnswer } from "../../api.js";
import { href } from "../../router.js";
import { duration, number, percent, shortId } from "../../format.js";
import { Card } from "../../components/basics.js";
import { CallTree } from "../../components/call-tree.js";
import { Answered } from "../shared/answered.js";
import { ChangeCell, Pair, ratioText, testColumns } from "./columns.js";

export function NodesCard({ endpoint, flow, sets, change }) {
  const answer = useAnswer("index/compare", { ...endpoint, flow, ...sets });
  const actions = html`
    <a class="button" href=${href("category", { ...endpoint, flow })}>Category</a>
    <button type="button" class="quiet" onClick=${() => change({ flow: undefined },
      { replace: true })}>Close</button>`;
  return html`
    <${Card} title=${html`Calls of category <code>${shortId(flow)}</code>`} test="compare-nodes"
      actions=${actions}>
      <${Answered} answer=${answer} lines=${10}>${({ comparison }) => html`
        <${Nodes} comparison=${comparison} />`}</${Answered}>
    </${Card}>`;
}

function Nodes({ comparison }) {
  const { before, after, nodes, ratio } = comparison;
  const marked = nodes.filter(({ anomalous }) => anomalous).length;
  const most = nodes.reduce((largest, node) =>
    Math.max(largest, node.before.ownMeanNanos, node.after.ownMeanNanos), 1);
  return html`
    <p class="muted change-ranges" data-test="compare-nodes-marked" data-value=${marked}>
      ${number(before.requests)} requests before, ${number(after.requests)} after;
        mean ${duration(before.meanNanos)} →${" "}
      ${duration(after.meanNanos)} (${ratioText(ratio)}). The own time
        of ${number(marked)} of ${number(nodes.length)} calls
      ${" "}differs significantly: these calls are the causes.</p>
    <div class="wide-call"><${CallTree} nodes=${nodes} columns=${columnsOf(most)} height="620px" /></div>`;
}

function columnsOf(most) {
  const times = (key, title, name) => ({ key, title, align: "end", value: (node) => node.after[name],
    cell: ({ before, after }) => html`
      <span class="two"><span data-test=${key + "-after"}
        data-value=${after[name]}>${duration(after[name])}</span>
        <span class="second" data-test=${key + "-before"}
          data-value=${before[name]}>${duration(before[name])}</span></span>` });
  return [
    times("total", "Total after, before", "meanNanos"),
    { key: "share", title: "Share", align: "end", value: (node) => node.after.share,
      hint: "Share of the response time",
      cell: ({ before, after }) => html`<span class="two"><span>${percent(after.share)}</span>
        <span class="second">${percent(before.share)}</span></span>` },
    times("own", "Own after, before", "ownMeanNanos"),
    { key: "bars", title: "Own time", width: "10%", value: () => undefined,
      cell: ({ before, after, anomalous }) => html`
      <${Pair} before=${before.ownMeanNanos} after=${after.ownMeanNanos} most=${most}
        marked=${anomalous} />` },
    { key: "ownRatio", title: "Change", align: "end", value: ({ ownRatio }) => ownRatio,
      cell: ({ before, after, ownRatio }) => html`
        <${ChangeCell} before=${before.ownMeanNanos} after=${after.ownMeanNanos} ratio=${ownRatio} />` },
    ...testColumns("own", ({ ownTest }) => ownTest)
  ];
}
