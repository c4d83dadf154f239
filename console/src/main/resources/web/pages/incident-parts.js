// The parts of page Incident, and the outcome and times of an incident.
import { html } from "../html.js";
import { inReport, useAnswer } from "../api.js";
import { href } from "../router.js";
import { duration, number, percent, prose, signed } from "../format.js";
import { Badge, Card, CategoryLink, Empty, EndpointLink, Figure, RangeLabel, SEVERITIES, Sentence, SeverityBadge,
  ShortList, rangeOfWindow, sameEndpoint, splitSummary } from "../components/basics.js";
import { CategoryName, useCategoryNames } from "../components/category-name.js";
import { Accounts } from "../components/change.js";
import { Deployments, useDeployments } from "../components/deployment.js";

/** Why an incident ended, where the word of its record says too little. */
const REASONS = { "no-traffic": "ended, few requests", "accepted": "became normal" };
const ALSO_SHOWN = 5;
const STACKS_SHOWN = 3;
const MARGIN_MILLIS = 600000;
const DEPLOYED_MILLIS = 1800000;
/** Two panes: by so much may the estimates of both times be wrong. */
const DEPLOYED_LATER_MILLIS = 60000;

/** The time of an incident, for links to its endpoints. */
export function rangeOfIncident({ sinceMillis, judgedMillis }) {
  return { from: sinceMillis, to: judgedMillis };
}

/** The account {window, baseline, terms, ...} of the requests in the incident's two ranges, if any. */
export function explanationOf({ incident: { totals, window, baseline }, accounts }) {
  const same = (one, other) => one.startMillis === other.startMillis && one.endMillis === other.endMillis;
  return accounts.find((account) => sameEndpoint(account.endpoint, totals?.endpoint)
    && same(account.window, window) && same(account.baseline, baseline));
}

/** What an incident is about: "time", "errors" or "calls". */
export function kindOf({ culprits: [culprit] }) {
  return culprit?.errors ? "errors" : culprit?.type === "call" ? "calls" : "time";
}

/** The times of the exemplars before an incident and in it, with a margin. */
export function exemplarRanges({ window, baseline }) {
  const wide = ({ startMillis, endMillis }) =>
    ({ from: startMillis - MARGIN_MILLIS, to: endMillis + MARGIN_MILLIS });
  return { before: wide(baseline), after: wide(window) };
}

/** Orders entries [{incident}] by severity, then by extra time. */
export function worstFirst({ incident: one }, { incident: other }) {
  return SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity)
    || other.contributionNanos - one.contributionNanos;
}

/** Whether it still fires, or why not. One without a record of its end is no longer reported. */
export function outcome(incident, firing) {
  if (firing) {
    return inReport() ? "open at the end" : "firing";
  }
  return incident.status === "firing" ? "no longer reported"
    : REASONS[incident.reason] ?? incident.reason ?? "ended";
}

/** The outcome as a badge, and whether the incident is muted and who owns it. */
export function Outcome({ incident, firing }) {
  const text = outcome(incident, firing);
  return html`<${Badge} kind=${firing && !incident.muted ? "bad" : "plain"}>${text}</${Badge}>
    <${Handling} incident=${incident} />`;
}

/** Why the incident alerts nobody, if it is muted, and the team that owns it, if it is known. */
export function Handling({ incident: { muted, owner } }) {
  return html`
    ${muted && html`<span data-test="muted" data-value=${muted}>
      <${Badge} kind="plain" title=${"Alerts nobody: " + muted}>muted</${Badge}></span>`}
    ${owner && html`<span class="muted nowrap" data-test="owner" data-value=${owner}>${owner}</span>`}`;
}

/** The figures of all requests of the first endpoint, in the two ranges that explain the incident. */
export function Totals({ answer }) {
  const { incident } = answer;
  const { totals } = incident;
  const errors = kindOf(incident) === "errors";
  const change = (label, test, figure, text) => html`
    <${Figure} label=${label} test=${test} raw=${figure(totals.after)} value=${html`
      ${text(figure(totals.before))} <span class="muted">→</span> ${text(figure(totals.after))}`} />`;
  return totals && html`
    <p class="muted incident-figures">All requests of <${EndpointLink} endpoint=${totals.endpoint}
      ...${rangeOfIncident(incident)} />: <${Ranges} of=${incident} /></p>
    <div class="figures">
      ${errors ? change("Failed", "failed-after", ({ failed, traces }) => failed / traces, percent) : html`
        ${change("Mean response time", "mean-after", ({ meanNanos }) => meanNanos, duration)}
        ${change("p95", "p95-after", ({ p95Nanos }) => p95Nanos, duration)}`}
      ${change("Requests", "traces-after", ({ traces }) => traces, number)}
      ${totals.before.anomalies && totals.after.anomalies && change("Anomalies among scored requests", "anomalies-after",
        ({ anomalies: { anomalies, scored } }) => anomalies / scored, percent)}
    </div>
    ${!errors && html`<${Mix} answer=${answer} />`}`;
}

/** The window of a record and the time that it is compared with. */
export function Ranges({ of: { window, baseline } }) {
  return html`<${RangeLabel} range=${rangeOfWindow(window)} />, against <${RangeLabel}
    range=${rangeOfWindow(baseline)} />`;
}

/** What stack samples say about the hosts of the culprit, if they were asked. */
export function StackSentences({ incident }) {
  return incident.stacks.length > 0 && html`
    <div class="incident-figures" data-test="stack-sentences"><span class="muted">By stack samples of its hosts</span>
      <${ShortList} shown=${STACKS_SHOWN} items=${incident.stacks.map((text) => html`
        <a href=${href("stacks", { incident: incident.id })}
          ><${Sentence} text=${prose(text)} at=${incident.judgedMillis} /></a>`)} />
    </div>`;
}

/** Says so if most of the change is that more requests make slow calls, and which requests these are. */
function Mix({ answer }) {
  const names = useNames(answer.incident);
  const { endpoint: here, terms = [], deltaMeanNanos } = explanationOf(answer) ?? {};
  const nanos = terms.reduce((sum, term) => sum + (term.kind === "mix" ? term.nanos : 0), 0);
  const grown = answer.mutations.filter(({ category, endpoint, before, after }) =>
    category && sameEndpoint(endpoint, here) && after.share > before.share);
  return deltaMeanNanos > 0 && nanos > deltaMeanNanos / 2 && html`
    <p class="incident-figures" data-test="mix"><b>${signed(nanos)}</b> of the mean's${" "}
      ${signed(deltaMeanNanos)} are a different mix: more requests make slow calls.
      ${grown.map((mutation, i) => html`${i === 0 ? " These categories grew: " : ", "}
        <${CategoryOf} mutation=${mutation} names=${names} /> ${percent(mutation.before.share)} → ${
          percent(mutation.after.share)}`)}</p>`;
}

/**
 * The deployments from half an hour before an incident to a minute after it began, on its endpoints' and culprits'
 * services.
 */
export function DeployedBefore({ incident: { sinceMillis, endpoints, culprits } }) {
  const services = new Set([...endpoints, ...culprits].flatMap(({ service, callee, caller }) =>
    [service, callee, caller?.service ?? caller]));
  const records = useDeployments(services).filter((each) => each.sinceMillis <= sinceMillis + DEPLOYED_LATER_MILLIS
    && each.sinceMillis > sinceMillis - DEPLOYED_MILLIS);
  return html`<${Deployments} records=${records} title="Deployed shortly before, or within a minute after it began" />`;
}

/** Incidents that were open at the same time at one of the same endpoints, worst first. */
export function AlsoOpen({ incident }) {
  const { data } = useAnswer("incidents", {}, { live: true });
  const { id, sinceMillis, judgedMillis, endpoints } = incident;
  const also = (data?.incidents ?? []).filter(({ incident: other }) => other.id !== id
    && other.sinceMillis <= judgedMillis && other.judgedMillis >= sinceMillis
    && other.endpoints.some((one) => endpoints.some((each) => sameEndpoint(one, each)))).sort(worstFirst);
  return also.length > 0 && html`
    <div class="incident-figures" data-test="also-open"><span class="muted">Also at this time</span>
      <${ShortList} shown=${ALSO_SHOWN} items=${also.map(({ incident: other }) => html`
        <${SeverityBadge} severity=${other.severity} />${" "}
        <a href=${href("incident", { id: other.id })}
          ><${Sentence} text=${splitSummary(other.summary).head} at=${other.judgedMillis} /></a>`)} />
    </div>`;
}

/** Why the mean of an endpoint changed, as terms that add up; one endpoint at a time. Errors have none. */
export function Account({ answer: { accounts, incident } }) {
  return kindOf(incident) !== "errors" && html`
    <${Card} title="Account of the change" test="account">
      ${accounts.length > 0 ? html`<${Accounts} records=${accounts} />`
        : html`<${Empty}>The console no longer keeps the account of this time. The page Compare makes one
          for any two ranges.</${Empty}>`}
    </${Card}>`;
}

/** Hook: the names of the categories of an incident's first endpoint. */
export function useNames({ endpoints: [endpoint], baseline, window }) {
  return useCategoryNames(endpoint, { from: baseline.startMillis, to: window.endMillis });
}

/** The category of a mutation, with a link to its page; names are those of useNames. */
export function CategoryOf({ mutation: { category, endpoint, window }, names }) {
  const marks = names.get(category.id);
  return html`<${CategoryLink} params=${{ ...endpoint, category: category.id, from: window.startMillis,
    to: window.endMillis }}>${marks && html`<${CategoryName} marks=${marks} />`}</${CategoryLink}>`;
}
