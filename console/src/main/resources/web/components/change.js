// What changed between two sets of requests: a verdict, a differential flame graph and an account.
import { html, useMemo, useState } from "../html.js";
import { address, inReport, useAnswer } from "../api.js";
import { href } from "../router.js";
import { duration, endpointName, number, prose, signed, signedPercent, visible } from "../format.js";
import { Answered, Badge, Card, Empty, EndpointLink, RangeLabel, rangeOfWindow, sameEndpoint, splitSummary }
  from "./basics.js";
import { Tabs } from "./controls.js";
import { FlameGraph } from "./flame.js";
import { rangeText } from "./range.js";
import { ComparedRules } from "./rules.js";
import { flameNodes } from "./tree-pair.js";
import { Waterfall } from "./waterfall.js";

/** Kind of badge and word of each verdict. */
const VERDICTS = { changed: ["bad", "changed"], unchanged: ["good", "no change"], unknown: ["warn", "not sure"] };
const LISTED = 10;

/** The places with the largest sums of nanos, among `[[label, nanos]]`. */
function largestTerms(terms) {
  const sums = new Map();
  for (const [label, nanos] of terms) {
    sums.set(label, (sums.get(label) ?? 0) + nanos);
  }
  return [...sums].map(([label, nanos]) => ({ label, nanos })).filter(({ nanos }) => nanos !== 0)
    .sort((a, b) => Math.abs(b.nanos) - Math.abs(a.nanos)).slice(0, LISTED);
}

/** The name of a frame `{service, operation, callee?}` as text. */
export function placeLabel({ service, operation, callee }) {
  const name = visible(service) + " " + visible(operation);
  return callee === undefined ? name : name + " → " + visible(callee);
}

/** Why a mean changed, by a record of the stream changes: {start, end, terms}. */
export function accountOf({ beforeMeanNanos, afterMeanNanos, terms }) {
  const labelOf = ({ kind, node }) => (kind === "mix" ? "different mix of fast and slow requests"
    : placeLabel(node.at(-1)));
  return { start: beforeMeanNanos, end: afterMeanNanos,
    terms: largestTerms(terms.map((term) => [labelOf(term), term.nanos])) };
}

/** As accountOf, from the own times of a tree of store/change. */
export function treeAccount(tree) {
  const sum = (side) => tree.reduce((nanos, node) => nanos + (node.parent < 0 ? node.inclusive[side] : 0), 0);
  return { start: sum("beforeNanos"), end: sum("afterNanos"),
    terms: largestTerms(tree.map((node) => [placeLabel(node), node.exclusive.deltaNanos])) };
}

/** The accounts of records of the stream changes, one at a time. */
export function Accounts({ records }) {
  const [name, choose] = useState("");
  const tabs = records.map(({ endpoint }) =>
    ({ key: endpointName(endpoint), title: visible(endpoint.operation) }));
  const record = records.find(({ endpoint }) => endpointName(endpoint) === name) ?? records[0];
  return html`
    ${tabs.length > 1 && html`
      <${Tabs} tabs=${tabs} chosen=${endpointName(record.endpoint)} onChoose=${choose} />`}
    <p class="muted change-ranges">Mean response time of <${EndpointLink} endpoint=${record.endpoint} />${" "}
      <b>${signed(record.deltaMeanNanos)}</b>: <${RangeLabel} range=${rangeOfWindow(record.window)} />,
      against <${RangeLabel} range=${rangeOfWindow(record.baseline)} /></p>
    <${Waterfall} account=${accountOf(record)} />`;
}

/**
 * The change between two sets as a card: of an endpoint, or of all with the details of `shown`. The sets are
 * the ranges `before` and `after`, or those of the parameters `values` of store/change. `params` and `set`
 * keep the view of the flame graph in the address.
 */
export function ChangeCard({ endpoint, shown = endpoint, before, after, values, actions, params, set }) {
  const overlap = !values && before.from < after.to && after.from < before.to;
  const answer = useAnswer(overlap ? null : "store/change",
    { ...endpoint, ...(values ?? { before: rangeText(before), after: rangeText(after) }), exclude: params?.exclude });
  return html`
    <${Card} title="What changed" test="change" actions=${actions}>
      ${!values && !answer.data && html`<${Times} before=${before} after=${after} />`}
      ${overlap ? html`<${Empty}>The two ranges overlap. Choose two that do not.</${Empty}>`
        : html`<${Answered} answer=${answer} lines=${12}>${(data) => html`
          ${values ? html`<p class="muted change-ranges">Before: <${Cohort} ...${data.before} value=${values.against} />
            ${" "}· after: <${Cohort} ...${data.after} value=${values.where} /></p>`
            : html`<${Times} before=${rangeOfWindow(data.before)} after=${rangeOfWindow(data.after)} />`}
          <${IncidentOf} ...${data} />
          <${Changed} ...${{ answer: data, endpoint: shown, params, set }} />
          <${Findings} incidents=${data.incidents} />`}</${Answered}>`}
    </${Card}>`;
}

function Times({ before, after }) {
  return html`<p class="muted change-ranges">Before: <${RangeLabel} range=${before} /> · after:${" "}
    <${RangeLabel} range=${after} /></p>`;
}

/** The incident whose ranges are compared: the job knew more minutes than these two ranges. */
function IncidentOf({ before, after, incidents: found }) {
  const known = useAnswer("incidents").data?.incidents ?? [];
  const { incident } = known.find(({ incident: { baseline, window } }) => sameRange(baseline, before)
    && sameRange(window, after)) ?? {};
  return incident && html`<p data-test="incident-of">Both ranges come from an incident:${" "}
    <a href=${href("incident", { id: incident.id })}><bdi>${prose(splitSummary(incident.summary).head)}</bdi></a>
    ${found.length === 0 && html` <span class="muted">The job used every minute of the incident's baseline, up to two hours; the verdict below uses only these two ranges.</span>`}</p>`;
}

function sameRange(one, other) {
  return one.startMillis === other.startMillis && one.endMillis === other.endMillis;
}

/** A side of store/change: a value of an attribute, its time, and the requests that it rests on. */
function Cohort({ value, startMillis, endMillis, requests, basis }) {
  return html`<bdi>${visible(value)}</bdi> from <${RangeLabel} range=${{ from: startMillis, to: endMillis }} />,
    ${" "}${basis ? "a uniform sample of " + number(requests) + " of about "
    + number(Math.round(basis.requests)) : number(requests)} requests`;
}

/** The verdict and, of an endpoint, the difference, from an answer of store/change. */
function Changed({ answer: { verdict, summary, endpoints, changes }, endpoint, params, set }) {
  const entry = endpoint && endpoints.find((each) => sameEndpoint(each.endpoint, endpoint));
  // The job's record also has the mix of categories.
  const record = entry && changes.find((each) => sameEndpoint(each.endpoint, endpoint));
  const [kind, word] = VERDICTS[verdict] ?? ["plain", verdict];
  const account = record ? accountOf(record) : treeAccount(entry?.tree ?? []);
  return html`
    <div class="row verdict" data-test="verdict" data-value=${verdict}>
      <${Badge} kind=${kind}>${word}</${Badge}>
      <bdi class="verdict-text">${prose(summary)}</bdi>
    </div>
    ${entry && set && html`<${ComparedRules} rules=${entry.differences} searched=${entry.steps.length > 0} ...${{ params, set }} />`}
    ${entry?.tree.length > 0 ? html`<${Difference} ...${{ entry, account, record, params, set }} />`
      : endpoint && html`<${Empty}>Neither side has complete requests of this endpoint in the store. Choose
        longer ranges.</${Empty}>`}`;
}

/** The differential flame graph and the account of an endpoint. */
function Difference({ entry, account, record, params, set }) {
  const { start, end } = account;
  const nodes = useMemo(() => flameNodes(entry.tree), [entry]);
  return html`
    <p class="muted change-ranges"><${EndpointLink} endpoint=${entry.endpoint} />:
      ${" " + number(entry.beforeRequests)} requests before, ${number(entry.afterRequests)} after;
      mean ${duration(start)} → ${duration(end)} (<b>${signed(end - start)}</b>${
      start > 0 && ", " + signedPercent(end / start - 1)}). All times are means per request.</p>
    <${FlameGraph} nodes=${nodes} difference=${true} height=${420} view=${params}
      onView=${set} />
    <h3 class="change-title">Account of the change</h3>
    <${Waterfall} account=${account} />
    ${!record && html`<p class="muted table-note">From the own times of call paths, since this change
      has no account by category.</p>`}`;
}

function Findings({ incidents }) {
  return incidents.length > 1 && html`
    <h3 class="change-title">Changes found</h3>
    <ul class="plain-list">${incidents.map(({ id, severity, summary }) => html`
      <li key=${id}><${Badge} kind=${severity}>${severity}</${Badge}>${" "}
        <bdi>${prose(summary)}</bdi></li>`)}</ul>`;
}

/** Whether the page can compare an endpoint's requests in two ranges: a report carries some of them. */
export function comparedIn(endpoint, before, after) {
  const ranges = { before: rangeText(before), after: rangeText(after) };
  return !inReport() || Object.hasOwn(globalThis.TRACEMILL_REPORT, address("store/change", { ...endpoint, ...ranges }));
}

/** A link to page Compare with the same two ranges, unless a report lacks them. */
export function CompareLink({ endpoint, before, after, children }) {
  const ranges = { before: rangeText(before), after: rangeText(after) };
  return comparedIn(endpoint, before, after) && html`
    <a class="button" href=${href("compare", { ...endpoint, ...ranges })}
      >${children ?? "Open in Compare"}</a>`;
}
