// What changed between two ranges of time: a verdict, a differential flame graph and an account.
import { html, useMemo } from "../../html.js";
import { inReport, useAnswer } from "../../api.js";
import { href } from "../../router.js";
import { duration, number, prose, signed, signedPercent } from "../../format.js";
import { Badge, Card, Empty, EndpointLink } from "../../components/basics.js";
import { FlameGraph } from "../../components/flame.js";
import { Waterfall } from "../../components/waterfall.js";
import { Answered } from "./answered.js";
import { RangeLabel } from "./range-field.js";
import { rangeText } from "./range.js";
import { account, flameNodes, isOf } from "./difference.js";

const KINDS = { changed: "bad", unchanged: "good", unknown: "warn" };

/** Hook: the answer of index/change for two ranges {from, to}; of all endpoints if `endpoint` is undefined. */
export function useChange(endpoint, before, after) {
  const overlap = before && after && before.from < after.to && after.from < before.to;
  const ask = before && after && !overlap;
  const answer = useAnswer(ask ? "index/change" : null,
    { ...endpoint, before: rangeText(before), after: rangeText(after) });
  return overlap ? { error: { message: "The two ranges overlap. Choose two that do not." } } : answer;
}

/** The verdict as a badge and a sentence. */
export function Verdict({ answer }) {
  return html`
    <div class="row verdict" data-test="verdict" data-value=${answer.verdict}>
      <${Badge} kind=${KINDS[answer.verdict] ?? "plain"}>${answer.verdict}</${Badge}>
      <bdi class="verdict-text">${prose(answer.summary)}</bdi>
    </div>`;
}

/** The change of an endpoint as a card. */
export function ChangeCard({ endpoint, before, after, actions }) {
  const answer = useChange(endpoint, before, after);
  return html`
    <${Card} title="What changed" test="change" actions=${actions}>
      <p class="muted change-ranges">Before: <${RangeLabel} range=${before} /> · after:${" "}
        <${RangeLabel} range=${after} /></p>
      <${Answered} answer=${answer} lines=${12}>${(data) => html`
        <${Verdict} answer=${data} />
        <${Difference} answer=${data} endpoint=${endpoint} before=${before} after=${after} />`}</${Answered}>
    </${Card}>`;
}

/** The differential flame graph and the account of an endpoint, from an answer of index/change. */
export function Difference({ answer, endpoint, named }) {
  const entry = answer.endpoints.find((each) => isOf(each, endpoint));
  const nodes = useMemo(() => flameNodes(entry?.tree ?? []), [entry]);
  if (!entry || nodes.length === 0) {
    return html`<${Empty}>Neither range has complete requests of this endpoint in the index. Choose longer
      ranges.</${Empty}>`;
  }
  const sums = account(answer, entry);
  return html`
    <p class="muted change-figures">${named && html`<${EndpointLink}
      endpoint=${endpoint} />: `}${number(entry.beforeRequests)} requests
      before, ${number(entry.afterRequests)} after;
        mean ${duration(sums.start)} → ${duration(sums.end)} (<b>${signed(sums.end
          - sums.start)}</b>${sums.start > 0
        && ", " + signedPercent(sums.end / sums.start - 1)}). All times are means per request.</p>
    <${FlameGraph} nodes=${nodes} difference=${true} height=${420} />
    <h3 class="change-title">Account of the change</h3>
    <${Waterfall} start=${sums.start} end=${sums.end} terms=${sums.terms} rest=${sums.rest} />
    ${!sums.categories && html`<p class="muted table-note">From the own times of call paths, since this change
      has no account by category.</p>`}
    <${Incidents} incidents=${answer.incidents} />`;
}

function Incidents({ incidents }) {
  return incidents.length > 1 && html`
    <h3 class="change-title">Changes found</h3>
    <ul class="rules">${incidents.map((incident) => html`
      <li key=${incident.id}><${Badge} kind=${incident.severity}>${incident.severity}</${Badge}>
        <bdi>${prose(incident.summary)}</bdi></li>`)}</ul>`;
}

/** A link to page Compare with the same two ranges. */
export function CompareLink({ endpoint, before, after }) {
  return !inReport() && html`<a class="button"
    href=${href("compare", { ...endpoint, before: rangeText(before),
    after: rangeText(after) })}
    >Open in Compare</a>`;
}
