// Page Now: the incidents, worst first; endpoints that are not watched; the quality of the data.
import { html, useState } from "../html.js";
import { inReport, useAnswer } from "../api.js";
import { href } from "../router.js";
import { ago, duration, percent, span, zoneName } from "../format.js";
import { AnswerCard, Card, Empty, EndpointLink, Loading, Outdated, Problem, Sentence, SeverityBadge, Time,
  TraceLink, splitSummary } from "../components/basics.js";
import { Deployments, useDeployments } from "../components/deployment.js";
import { IncidentLines } from "../components/line-chart.js";
import { CulpritPath, Place, culpritChange } from "../components/place.js";
import { Handling, Outcome, exemplarRanges, kindOf, rangeOfIncident, worstFirst } from "./incident-parts.js";
import { exemplarWord, useExemplars } from "./incident-traces.js";
import { QualityLine, Quiet, WatchCard } from "./now-health.js";

const SHOWN = 20;
/** The store is asked for the exemplars of so many incidents. */
const ASKED = 3;
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
  const { status, watch, incidents, quality, qualityEarlier } = data;
  const recorded = status?.feed?.state === "files" || inReport();
  return html`
    <div class="now">
      <h1 class="unseen">${recorded ? "Incidents" : "Now"}</h1>
      <div class="now-line"><${Outdated} error=${error} again=${again} />
        <${QualityLine} ...${{ quality, earlier: qualityEarlier, recorded, failed: error }} /></div>
      <div class="now-main stack">
        ${recorded ? html`<${Others} title=${inReport() ? "Incidents in this file" : "Recorded incidents"} />`
          : html`<${Current} ...${{ status, watch, incidents, failed: error, earlier: params.earlier }} />`}
      </div>
      <aside class="now-side stack"><${WatchCard} watch=${watch} status=${status} recorded=${recorded} />
        <${RecentDeployments} /></aside>
    </div>`;
}

function RecentDeployments() {
  const records = useDeployments();
  return records.length > 0 && html`
    <${Card} title="Recent deployments"><${Deployments} records=${records} /></${Card}>`;
}

/** Incidents that fire, notices and muted ones apart; those that ended within the last hour; on demand the others. */
function Current({ status, watch, incidents, failed, earlier }) {
  const alerts = incidents.filter((entry) => loud(entry) && !isNotice(entry));
  const notices = incidents.filter((entry) => loud(entry) && isNotice(entry));
  const muted = incidents.filter((entry) => entry.firing && !loud(entry));
  const ended = incidents.filter((entry) => !entry.firing);
  const asOf = status.asOfMillis;
  return html`
    ${alerts.length > 0 ? html`<${Firing} entries=${alerts} asOf=${asOf} />`
      : html`<${Quiet} ...${{ status, watch, failed, notices: notices.length }} />`}
    ${notices.length > 0 && html`
      <${Card} title="Notices: calls that changed, which raise no alert" test="notices">
        <${Listed} entries=${notices} asOf=${asOf} /></${Card}>`}
    ${muted.length > 0 && html`
      <${Card} title=${"Muted (" + muted.length + "): they go on, but alert nobody"} test="muted-incidents">
        <${Listed} entries=${muted} asOf=${asOf} /></${Card}>`}
    ${ended.length > 0 && html`
      <${Card} title="Ended within the last hour" test="ended">
        <${AlertsFirst} entries=${ended} asOf=${asOf} /></${Card}>`}
    ${earlier ? html`<${Others} title="Earlier incidents" shown=${incidents} asOf=${asOf} />`
      : html`<p><a href=${href("now", { earlier: 1 })} data-test="earlier">Earlier incidents</a></p>`}`;
}

/** Whether it fires and people are told. */
function loud({ firing, incident }) {
  return firing && !incident.muted;
}

function Firing({ entries, asOf }) {
  const [all, setAll] = useState(false);
  const shown = all ? entries : entries.slice(0, SHOWN);
  return html`
    <section class="stack" aria-label="Incidents that fire" data-test="firing" data-value=${entries.length}>
      ${shown.map(({ incident, series }, index) => html`
        <${IncidentCard} key=${incident.id} asked=${index < ASKED} ...${{ incident, series, asOf }} />`)}
      ${shown.length < entries.length && html`
        <button type="button" onClick=${() => setAll(true)}
          >Show ${entries.length - shown.length} more</button>`}
    </section>`;
}

/** An incident: its summary, its start, the path to the culprit, a chart, and links to traces. */
function IncidentCard({ incident, series, asOf, asked }) {
  const { id, severity, sinceMillis, judgedMillis, endpoints, culprits } = incident;
  const { head, rest } = splitSummary(incident.summary);
  const more = endpoints.length - LINKED_ENDPOINTS;
  return html`
    <article class=${"incident incident-" + severity} data-test="incident" data-value=${id}>
      <div class="incident-text">
        <div class="row">
          <${SeverityBadge} severity=${severity} />
          <${Handling} incident=${incident} />
          <span class="muted">since <${Time} millis=${sinceMillis} /> ${zoneName(sinceMillis)}, for ${
            span((asOf ?? judgedMillis) - sinceMillis)}</span>
        </div>
        <h2 class="sentence"><a href=${href("incident", { id })} data-test="incident-link"
          ><${Sentence} text=${head} at=${judgedMillis} /></a></h2>
        ${rest && html`<p class="sentence-more"><${Sentence} text=${rest} at=${judgedMillis} /></p>`}
        ${culprits.length > 0 && html`<${Culprit} culprit=${culprits[0]} endpoint=${endpoints[0]} />`}
        <${Traces} incident=${incident} asked=${asked} />
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

/** Exemplars: first traces during the incident, then usual ones before it. */
function Traces({ incident, asked }) {
  const { before, after } = incident.exemplars;
  const ranges = exemplarRanges(incident);
  const links = (label, ids, range) => ids.length > 0 && html`
    <${TraceLinks} ...${{ label, ids, range, incident, asked }} />`;
  return before.length + after.length === 0
    ? html`<p class="muted">The job kept no exemplars of this incident.</p>`
    : html`<p class="incident-traces">${links(exemplarWord(incident), after, ranges.after)}
      ${links("Usual", before, ranges.before)}</p>`;
}

function TraceLinks({ label, ids, range, incident, asked }) {
  const traces = useExemplars(ids.slice(0, LINKED_TRACES), range, asked ? incident.judgedMillis : undefined);
  return html`<span class="muted">${label}</span>
    ${traces.map(({ id, durationNanos, spansKept }, place) => html`
      <span key=${place} class="nowrap"><${TraceLink} id=${id} ...${range} incident=${incident.id} />
        ${durationNanos && " " + duration(durationNanos)}${spansKept === false
          && html`<span class="muted"> critical path only</span>`}</span>`)}`;
}

function Chart({ incident, points }) {
  if (points.length === 0) {
    return html`<p class="muted">No latency is known for this time.</p>`;
  }
  const { p50, p95, errorRatio } = points.at(-1);
  const errors = kindOf(incident) === "errors";
  const mark = { millis: incident.sinceMillis, label: "", kind: incident.severity };
  return html`
    <figure class="incident-chart">
      <div class="incident-lines">
        <${IncidentLines} points=${points} marks=${[mark]} errors=${errors}
          percentiles=${["p50", "p95"]} height=${CHART_PIXELS} />
      </div>
      <figcaption>
        ${errors ? html`<span class="nowrap"><span class="key key-failed" aria-hidden="true"></span>failed
          now <strong data-test="incident-failed" data-value=${errorRatio}>${percent(errorRatio)}</strong></span>`
          : html`<span class="nowrap"><span class="key key-p95" aria-hidden="true"></span>p95 now <strong
            data-test="incident-p95" data-value=${p95}>${duration(p95)}</strong></span>
          <span class="nowrap"><span class="key key-p50" aria-hidden="true"></span>p50 <strong>${
            duration(p50)}</strong></span>`}
      </figcaption>
    </figure>`;
}

function isNotice({ incident }) {
  return incident.severity === "info";
}

/** A list of incidents, and below it the notices on demand. */
function AlertsFirst({ entries, asOf }) {
  const alerts = entries.filter((entry) => !isNotice(entry));
  const notices = entries.filter(isNotice);
  return html`
    ${alerts.length > 0 && html`<${Listed} entries=${alerts} asOf=${asOf} />`}
    ${notices.length > 0 && html`
      <details class="notices" open=${alerts.length === 0} data-test="ended-notices"
        data-value=${notices.length}>
        <summary>${notices.length} ${notices.length === 1 ? "notice" : "notices"} of changed calls</summary>
        <${Listed} entries=${notices} asOf=${asOf} /></details>`}`;
}

/** A list of incidents; entries are [{incident, firing}]. Without asOf, they are records of another time. */
function Listed({ entries, asOf }) {
  return html`
    <ul class="ended">
      ${entries.map(({ incident, firing }) => html`
        <li key=${incident.id}>
          <span class="marks"><${SeverityBadge} severity=${incident.severity} />
            <${Outcome} incident=${incident} firing=${firing} /></span>
          <a href=${href("incident", { id: incident.id })} data-test="incident-link"
            ><${Sentence} text=${splitSummary(incident.summary).head} at=${incident.judgedMillis} /></a>
          <span class="muted nowrap"><${Time} millis=${incident.judgedMillis} date=${!asOf} /> ${
            zoneName(incident.judgedMillis)}${asOf && html`, ${ago(incident.judgedMillis, asOf)}`}</span>
        </li>`)}
    </ul>`;
}

/** The ended incidents that are not shown above, newest first; of another time all, worst first. */
function Others({ title, shown, asOf }) {
  const answer = useAnswer("incidents", {}, { live: true });
  const above = new Set(shown?.map(({ incident }) => incident.id));
  const all = answer.data?.incidents ?? [];
  const others = shown ? all.filter(({ incident, firing }) => !firing && !above.has(incident.id))
    : [...all].sort(worstFirst);
  return html`
    <${AnswerCard} title=${`${title} (${others.length})`} test="earlier-list" answer=${answer}>${() =>
      others.length > 0 ? html`<${AlertsFirst} entries=${others} asOf=${asOf} />`
        : html`<${Empty}>None.</${Empty}>`}</${AnswerCard}>`;
}
