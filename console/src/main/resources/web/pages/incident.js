// Page Incident: everything about one incident.
import { html } from "../html.js";
import { useAnswer } from "../api.js";
import { href } from "../router.js";
import { duration, number, span } from "../format.js";
import {
  Badge, Card, Empty, EndpointLink, Figure, Loading, Outdated, Problem, Time
} from "../components/basics.js";
import { Sentence, split } from "../components/sentence.js";
import { LineChart } from "../components/line-chart.js";
import { seriesLines } from "../components/series-lines.js";
import { CulpritPath } from "../components/culprit-path.js";
import { Account, Culprits, Differences, Exemplars, Mutations } from "./incident-parts.js";
import { CopyMarkdown } from "./incident-copy.js";
import { Outcome, around } from "./incident-times.js";

const AFTER_MILLIS = 1800000;
const ENOUGH_POINTS = 10;
const CHART_PIXELS = 220;
const LISTED_ENDPOINTS = 12;

export function IncidentPage({ params }) {
  const { data, error, again } = useAnswer(params.id ? "incident" : null, { id: params.id },
    { live: true, status: true });
  if (!params.id) {
    return html`<${Empty}>The address names no incident.${" "}
      <a href=${href("now", { earlier: 1 })}>Now</a> lists them.</${Empty}>`;
  }
  if (!data) {
    return error ? html`
      <${Problem} error=${error} again=${again} />
      <p><a href=${href("now", { earlier: 1 })}>Now</a> lists all known incidents.</p>`
      : html`<${Waiting} />`;
  }
  const { incident, mutations, changes, series } = data;
  return html`
    <div class="stack">
      <${Outdated} error=${error} again=${again} />
      <${Head} incident=${incident} mutations=${mutations} answer=${data} />
      <div class="incident-columns">
        <div class="stack">
          <${SeriesCard} incident=${incident} firing=${data.firing} series=${series} />
          <${Culprits} incident=${incident} />
          <${Account} incident=${incident} changes=${changes} />
        </div>
        <div class="stack">
          <${Exemplars} incident=${incident} />
          <${PathCard} incident=${incident} />
          <${EndpointsCard} incident=${incident} />
          <${Differences} incident=${incident} />
        </div>
      </div>
      <${Mutations} mutations=${mutations} />
    </div>`;
}

function Waiting() {
  return html`<div class="stack"><${Card}><${Loading} lines=${6} /></${Card}>
    <${Card}><${Loading} lines=${12} /></${Card}></div>`;
}

function Head({ incident, mutations, answer }) {
  const { head, rest } = split(incident.summary);
  const { firing } = answer;
  return html`
    <${Card} test="incident-head">
      <div class="row">
        <${Badge} kind=${incident.severity}>${incident.severity}</${Badge}>
        <${Outcome} incident=${incident} firing=${firing} />
        <span class="muted">since <${Time} millis=${incident.sinceMillis} />, ${firing ? "for" : "lasted"} ${
          span(incident.judgedMillis - incident.sinceMillis)}; detected${" "}
          <${Time} millis=${incident.firedMillis} />, ${firing ? "as of" : "ended"}${" "}
          <${Time} millis=${incident.judgedMillis} /></span>
        <span class="page-tools incident-tools">
          <${Links} incident=${incident} mutations=${mutations} />
          <${CopyMarkdown} answer=${answer} />
        </span>
      </div>
      <h1 class="sentence-head" data-test="sentence"><${Sentence} text=${head} /></h1>
      ${rest && html`<p class="sentence-more"><${Sentence} text=${rest} /></p>`}
      <${Totals} incident=${incident} />
    </${Card}>`;
}

function Links({ incident, mutations }) {
  const endpoint = incident.endpoints[0];
  const baseline = mutations.find((mutation) => mutation.baseline)?.baseline;
  if (!endpoint) {
    return null;
  }
  const after = incident.window.startMillis + "/" + incident.window.endMillis;
  const compare = baseline && href("compare", { service: endpoint.service, operation: endpoint.operation,
    before: baseline.startMillis + "/" + baseline.endMillis, after });
  return html`
    <a class="button" href=${href("endpoint", { ...endpoint, ...around(incident) })}>Endpoint at that time</a>
    ${compare && html`<a class="button" href=${compare}>Compare before and after</a>`}`;
}

function Totals({ incident }) {
  const { totals, contributionNanos } = incident;
  const change = (name, text) => html`${text(totals.before[name])} <span class="muted">→</span> ${
    text(totals.after[name])}`;
  if (!totals && contributionNanos <= 0) {
    return null;
  }
  return html`
    <div class="figures incident-figures">
      ${contributionNanos > 0 && html`<${Figure} label="Extra time of all requests" test="contribution"
        raw=${contributionNanos} value=${duration(contributionNanos)} note="because of the culprit" />`}
      ${totals && html`
        <${Figure} label="Mean response time" test="mean-after" raw=${totals.after.meanNanos}
          value=${change("meanNanos", duration)} />
        <${Figure} label="p95" test="p95-after" raw=${totals.after.p95Nanos}
          value=${change("p95Nanos", duration)} />
        <${Figure} label="Requests" test="traces-after" raw=${totals.after.traces}
          value=${change("traces", number)} />
        <${Figure} label="All requests of" value=${html`<span class="figure-name"
          ><${EndpointLink} endpoint=${totals.endpoint} ...${around(incident)} /></span>`} />`}
    </div>`;
}

/** The points during and around the incident; all points if these are too few. */
function near(points, incident) {
  const { from, to } = around(incident);
  const close = points.filter(({ endMillis }) => endMillis >= from && endMillis <= to + AFTER_MILLIS);
  return close.length >= ENOUGH_POINTS ? close : points;
}

function SeriesCard({ incident, firing, series }) {
  const points = near(series?.points ?? [], incident);
  const mark = { millis: incident.sinceMillis, label: incident.severity, kind: incident.severity,
    toMillis: firing ? undefined : incident.judgedMillis };
  return html`
    <${Card} title=${html`Latency of <${EndpointLink} endpoint=${series?.endpoint ?? incident.endpoints[0]}
      ...${around(incident)} />`}>
      ${points.length < 2 ? html`<${Empty}>Too few windows to draw the latency of that time. See the endpoint's
        page, which asks the index.</${Empty}>`
        : html`<${LineChart} series=${seriesLines(points, ["p50", "p95", "p99"])} unit="nanos" marks=${[mark]}
          height=${CHART_PIXELS} />`}
    </${Card}>`;
}

function PathCard({ incident }) {
  const [culprit] = incident.culprits;
  const [endpoint] = incident.endpoints;
  return culprit && endpoint && html`
    <${Card} title="Path to the culprit">
      <${CulpritPath} endpoint=${endpoint} culprit=${culprit} />
    </${Card}>`;
}

function EndpointsCard({ incident }) {
  const item = (endpoint, index) => html`
    <li key=${index}><${EndpointLink} endpoint=${endpoint} ...${around(incident)} /></li>`;
  const more = incident.endpoints.slice(LISTED_ENDPOINTS);
  return html`
    <${Card} title=${"Endpoints (" + incident.endpoints.length + ")"} test="endpoints">
      <ul class="unwatched">${incident.endpoints.slice(0, LISTED_ENDPOINTS).map(item)}</ul>
      ${more.length > 0 && html`<details><summary>${more.length} more</summary>
        <ul class="unwatched">${more.map(item)}</ul></details>`}
    </${Card}>`;
}
