// Page Compare: two sets of requests, of two ranges of time or with two values of an attribute.
import { html } from "../html.js";
import { inReport, useAnswer } from "../api.js";
import { navigate } from "../router.js";
import { Card, Empty } from "../components/basics.js";
import { Answered } from "./shared/answered.js";
import { Difference, Verdict, useChange } from "./shared/change-card.js";
import { namedEndpoint } from "./shared/named.js";
import { parseRange, rangeOf } from "./shared/range.js";
import { CompareForm } from "./compare/form.js";
import { OverallCard } from "./compare/overall.js";
import { NodesCard } from "./compare/nodes.js";

export function ComparePage({ params }) {
  const sets = setsOf(params);
  const change = (some, options) => navigate("compare", { ...params, ...some }, options);
  return html`
    <div class="page-head"><h1>Compare</h1></div>
    <div class="stack">
      ${!inReport() && html`<${CompareForm} params=${params} change=${change} />`}
      ${sets ? html`<${Compared} params=${params} sets=${sets} change=${change} />`
        : html`<${Card}><${Empty}>Choose two ranges of time, or two values of an attribute such as${" "}
          <code>service.version</code>. This page then shows what is slower, down to single calls, and
          whether that may be chance. You can also choose a range by dragging over the chart of an
          endpoint.</${Empty}></${Card}>`}
    </div>`;
}

/** The parameters of index/compare; undefined until they are complete. */
function setsOf({ kind, before, after, where, against, from, to }) {
  if (kind === "values") {
    return where && against ? { where, against, ...rangeOf({ from, to }) } : undefined;
  }
  return parseRange(before) && parseRange(after) ? { before, after } : undefined;
}

function Compared({ params, sets, change }) {
  const endpoint = namedEndpoint(params);
  const overall = useAnswer("index/compare", { ...endpoint, ...sets });
  const first = overall.data?.comparison.endpoints[0]?.endpoint;
  const shown = endpoint ?? (params.shown ? endpointOf(overall, params.shown) : first);
  return html`
    ${sets.before && html`<${ChangeOf} endpoint=${endpoint} shown=${shown} sets=${sets} />`}
    <${OverallCard} answer=${overall} all=${!endpoint} shown=${shown} params=${params} change=${change} />
    ${params.flow && shown && html`
      <${NodesCard} endpoint=${shown} flow=${params.flow} sets=${sets} change=${change} />`}`;
}

function endpointOf(overall, key) {
  return overall.data?.comparison.endpoints.map(({ endpoint }) => endpoint)
    .find(({ service, operation }) => key === service + " " + operation);
}

/** The verdict on two ranges, and where the time of an endpoint changed. */
function ChangeOf({ endpoint, shown, sets }) {
  const before = parseRange(sets.before);
  const after = parseRange(sets.after);
  const answer = useChange(endpoint, before, after);
  return html`
    <${Card} title="What changed" test="change">
      <${Answered} answer=${answer} lines=${10}>${(data) => html`
        <${Verdict} answer=${data} />
        ${shown && html`<${Difference} answer=${data} endpoint=${shown}
          named=${!endpoint} />`}`}</${Answered}>
    </${Card}>`;
}
