// Page Now: the incidents, worst first; endpoints that are not watched; the quality of the data.
import { html, useState } from "../html.js";
import { inReport, useAnswer } from "../api.js";
import { href } from "../router.js";
import { ago, duration, prose, span } from "../format.js";
import { AnswerCard, Badge, Card, Empty, EndpointLink, Loading, Outdated, Problem, Sentence, Time,
  TraceLink, splitSummary } from "../components/basics.js";
import { LineChart, seriesLines } from "../components/line-chart.js";
import { CulpritPath, Place, culpritChange } from "../components/place.js";
import { Outcome, rangeOfIncident, traceRange } from "./incident-parts.js";
import { QualityLine, Quiet, WatchCard } from "./now-health.js";

const SEVERITIES = ["page", "ticket", "info"];
const SHOWN = 20;
const LINKED_ENDPOINTS = 2;
const LINKED_TRACES = 4;
const CHART_PIXELS = 160;

export function NowPage({ params }) {
  const { data, error, again } = useAnswer("now", {}, { live: true, status: true });
  if (error && !data) {
    return html`<${Problem} error=${error} again=${again} />`;
  } else if (!data) {
    return html`<${Card}><${Loading} lines=${12} /></${Card}>`;
  }
  const { status, watch, incidents, quality, qualityBefore } = data;
  const firing = incidents.filter((entry) => entry.firing);
  const ended = incidents.filter((entry) => !entry.firing);
  const recorded = status?.feed?.state === "files" || inReport();
  return html`
    <div class="now">
      <h1 class="unseen">Now</h1>
      <div class="now-line"><${Outdated} error=${error} again=${again} />
        <${QualityLine} quality=${quality} before=${qualityBefore} /></div>
      <div class="now-main stack">
        ${firing.length > 0 ? html`<${Firing} entries=${firing} asOf=${status?.asOfMillis} />`
          : !recorded && html`<${Quiet} status=${status} watch=${watch} failed=${error} />`}
        ${ended.length > 0 && !recorded && html`
          <${Card} title="Ended within the last hour" test="ended"><${Ended} entries=${ended}
            asOf=${status?.asOfMillis} /></${Card}>`}
        ${recorded ? html`<${Others} title="Recorded incidents" shown=${firing} />`
          : params.earlier === "1" ? html`
            <${Others} title="Earlier incidents" shown=${incidents} asOf=${status?.asOfMillis} />`
          : html`<p><a href=${href("now", { earlier: 1 })} data-test="earlier">Earlier incidents</a></p>`}
      </div>
      <aside class="now-side"><${WatchCard} watch=${watch} recorded=${recorded} /></aside>
    </div>`;
}

function Firing({ entries, asOf }) {
  const [all, setAll] = useState(false);
  const shown = all ? entries : entries.slice(0, SHOWN);
  return html`
    <section class="stack" aria-label="Incidents that fire" data-test="firing" data-value=${entries.length}>
      ${shown.map(({ incident, series }) => html`
        <${IncidentCard} key=${incident.id} incident=${incident} series=${series} asOf=${asOf} />`)}
      ${shown.length < entries.length && html`
        <button type="button" onClick=${() => setAll(true)}
          >Show ${entries.length - shown.length} more</button>`}
    </section>`;
}

/** An incident: its summary, its start, the path to the culprit, a chart, and links to traces. */
function IncidentCard({ incident, series, asOf }) {
  const { id, severity, sinceMillis, judgedMillis, endpoints, culprits } = incident;
  const { head, rest } = splitSummary(incident.summary);
  const more = endpoints.length - LINKED_ENDPOINTS;
  return html`
    <article class=${"incident incident-" + severity} data-test="incident" data-value=${id}>
      <div class="incident-text">
        <div class="row">
          <${Badge} kind=${severity}>${severity}</${Badge}>
          <span class="muted">since <${Time} millis=${sinceMillis} />, for ${
            span((asOf ?? judgedMillis) - sinceMillis)}</span>
        </div>
        <h2 class="sentence"><a href=${href("incident", { id })} data-test="incident-link"
          ><${Sentence} text=${head} /></a></h2>
        ${rest && html`<p class="sentence-more"><${Sentence} text=${rest} /></p>`}
        ${culprits.length > 0 && html`<${Culprit} culprit=${culprits[0]} endpoint=${endpoints[0]} />`}
        <${Traces} incident=${incident} />
        <span class="incident-endpoints"><span class="muted">At</span>
          ${endpoints.slice(0, LINKED_ENDPOINTS).map((endpoint, index) => html`
            <${EndpointLink} key=${index} endpoint=${endpoint} ...${rangeOfIncident(incident)} />`)}
          ${more > 0 && html`<span class="muted">and ${more} more</span>`}
        </span>
      </div>
      <${Chart} incident=${incident} points=${series?.points ?? []} />
    </article>`;
}

function Culprit({ culprit, endpoint }) {
  const change = culpritChange(culprit);
  return html`
    <div class="culprit-line">
      ${endpoint ? html`<${CulpritPath} endpoint=${endpoint} culprit=${culprit} />`
        : html`<${Place} place=${culprit} />`}
      ${change && html`
        <span class="nowrap"><strong>${change.change}</strong>${" "}
          <span class="muted">${change.unit}: ${change.before} → ${change.after}</span></span>`}
    </div>`;
}

/** Exemplars: first traces during the incident, then traces before it. */
function Traces({ incident }) {
  const { before, after } = incident.exemplars;
  if (before.length + after.length === 0) {
    return html`<p class="muted">The job kept no exemplars of this incident.</p>`;
  }
  const links = (label, ids, range) => ids.length > 0 && html`<span class="muted">${label}</span>
    ${ids.slice(0, LINKED_TRACES).map((id) => html`<${TraceLink} key=${id} id=${id} ...${range} />`)}`;
  return html`
    <p class="incident-traces">${links("Traces during the incident", after, traceRange(incident))}
      ${links("before", before, {})}</p>`;
}

function Chart({ incident, points }) {
  if (points.length === 0) {
    return html`<p class="muted">No latency is known for this time.</p>`;
  }
  const { p50, p95 } = points.at(-1);
  const mark = { millis: incident.sinceMillis, label: "", kind: incident.severity };
  return html`
    <figure class="incident-chart">
      <div class="incident-lines">
        <${LineChart} series=${seriesLines(points, ["p50", "p95"])} marks=${[mark]} height=${CHART_PIXELS}
          label="Response time of the first endpoint" />
      </div>
      <figcaption>
        <span class="nowrap"><span class="key key-2" aria-hidden="true"></span>p95 now <strong
          data-test="incident-p95" data-value=${p95}>${duration(p95)}</strong></span>
        <span class="nowrap"><span class="key key-1" aria-hidden="true"></span>p50 <strong>${
          duration(p50)}</strong></span>
      </figcaption>
    </figure>`;
}

/** A list of ended incidents; entries are [{incident, firing}]. Without asOf, they are recorded ones. */
function Ended({ entries, asOf }) {
  return html`
    <ul class="ended">
      ${entries.map(({ incident }) => html`
        <li key=${incident.id}>
          <span class="marks"><${Badge} kind=${incident.severity}>${incident.severity}</${Badge}>
            <${Outcome} incident=${incident} firing=${false} /></span>
          <a href=${href("incident", { id: incident.id })} data-test="incident-link"
            ><${Sentence} text=${prose(incident.summary)} /></a>
          <span class="muted nowrap"><${Time} millis=${incident.judgedMillis} date=${!asOf} />${
            asOf && html`, ${ago(incident.judgedMillis, asOf)}`}</span>
        </li>`)}
    </ul>`;
}

/** Ended incidents besides those that are shown above. */
function Others({ title, shown, asOf }) {
  const answer = useAnswer("incidents", {}, { live: true });
  const worst = ({ incident }) => SEVERITIES.indexOf(incident.severity);
  const above = new Set(shown.map(({ incident }) => incident.id));
  return html`
    <${AnswerCard} title=${title} test="earlier-list" answer=${answer}>${({ incidents }) => {
      const others = incidents.filter(({ incident, firing }) => !firing && !above.has(incident.id))
        .sort((a, b) => (asOf ? 0 : worst(a) - worst(b)));
      return others.length > 0 ? html`<${Ended} entries=${others} asOf=${asOf} />`
        : html`<${Empty}>None.</${Empty}>`;
    }}</${AnswerCard}>`;
}
