// The incidents on page Now.
import { html } from "../html.js";
import { href } from "../router.js";
import { ago, duration, prose, span } from "../format.js";
import { Sentence, split } from "../components/sentence.js";
import { Badge, Card, EndpointLink, Time, TraceLink } from "../components/basics.js";
import { LineChart } from "../components/line-chart.js";
import { seriesLines } from "../components/series-lines.js";
import { Place, culpritChange } from "../components/place.js";
import { CulpritPath } from "../components/culprit-path.js";
import { Outcome, traceRange } from "./incident-times.js";

const LINKED_ENDPOINTS = 2;
const LINKED_TRACES = 4;
const CHART_PIXELS = 160;

/** An incident: its summary, its start, the path to the culprit, a chart, and links to traces. */
export function IncidentCard({ incident, series, asOf, withPath }) {
  const culprit = incident.culprits[0];
  const { head, rest } = split(incident.summary);
  return html`
    <article class=${"incident incident-" + incident.severity} data-test="incident" data-value=${incident.id}>
      <div class="incident-text">
        <div class="row">
          <${Badge} kind=${incident.severity}>${incident.severity}</${Badge}>
          <span class="muted">since <${Time} millis=${incident.sinceMillis} />, for ${
            span((asOf ?? incident.judgedMillis) - incident.sinceMillis)}</span>
        </div>
        <h2 class="sentence"><a href=${href("incident", { id: incident.id })} data-test="incident-link"
          ><${Sentence} text=${head} /></a></h2>
        ${rest && html`<p class="sentence-more"><${Sentence} text=${rest} /></p>`}
        ${culprit && html`
          <${Culprit} culprit=${culprit} endpoint=${incident.endpoints[0]} withPath=${withPath} />`}
        <${Traces} incident=${incident} />
        <${Endpoints} endpoints=${incident.endpoints} />
      </div>
      <${Chart} incident=${incident} series=${series} />
    </article>`;
}

function Endpoints({ endpoints }) {
  const more = endpoints.length - LINKED_ENDPOINTS;
  return html`
    <span class="incident-endpoints"><span class="muted">At</span>
      ${endpoints.slice(0, LINKED_ENDPOINTS).map((endpoint, index) => html`
        <${EndpointLink} key=${index} endpoint=${endpoint} />`)}
      ${more > 0 && html`<span class="muted">and ${more} more</span>`}
    </span>`;
}

function Culprit({ culprit, endpoint, withPath }) {
  const change = culpritChange(culprit);
  return html`
    <div class="culprit-line">
      ${withPath && endpoint ? html`<${CulpritPath} endpoint=${endpoint} culprit=${culprit} />`
        : html`<${Place} place=${culprit} />`}
      ${change && html`
        <span class="culprit-change"><strong>${change.change}</strong>${" "}
          <span class="muted">${change.unit}: ${change.before} → ${change.after}</span></span>`}
    </div>`;
}

/** Exemplars: first traces during the incident, then traces before it. */
export function Traces({ incident }) {
  const { before, after } = incident.exemplars;
  if (before.length + after.length === 0) {
    return html`<p class="muted incident-traces">The job kept no exemplars of this incident.</p>`;
  }
  const range = traceRange(incident);
  return html`
    <p class="incident-traces">
      ${after.length > 0 && html`<span class="muted">Traces during the incident</span>`}
      ${after.slice(0, LINKED_TRACES).map((id) => html`<${TraceLink} key=${id} id=${id} ...${range} />`)}
      ${before.length > 0 && html`<span class="muted">before</span>`}
      ${before.slice(0, LINKED_TRACES).map((id) => html`<${TraceLink} key=${id} id=${id} />`)}
    </p>`;
}

function Chart({ incident, series }) {
  const points = series?.points ?? [];
  const lines = seriesLines(points, ["p50", "p95"]);
  const last = points[points.length - 1];
  const mark = { millis: incident.sinceMillis, label: "", kind: incident.severity };
  return html`
    <figure class="incident-chart">
      <div class="incident-lines">
        ${points.length > 0 && html`
          <${LineChart} series=${lines} unit="nanos" marks=${[mark]} height=${CHART_PIXELS}
            label="Response time of the first endpoint" />`}
      </div>
      <figcaption>
        ${last ? html`
          <span class="nowrap"><span class="key key-2" aria-hidden="true"></span>p95 <strong
            data-test="incident-p95" data-value=${last.p95}>${duration(last.p95)}</strong></span>
          <span class="nowrap"><span class="key key-1" aria-hidden="true"></span>p50 <strong>${
            duration(last.p50)}</strong></span>`
          : html`<span class="muted">No latency is known for this time.</span>`}
      </figcaption>
    </figure>`;
}

/** A list of ended incidents; entries are [{incident, firing}]. */
export function EndedIncidents({ title, entries, asOf, test }) {
  return html`
    <${Card} title=${title} test=${test}>
      <ul class="ended">
        ${entries.map(({ incident }) => html`
          <li key=${incident.id}>
            <span class="marks"><${Badge} kind=${incident.severity}>${incident.severity}</${Badge}>
              <${Outcome} incident=${incident} firing=${false} /></span>
            <a href=${href("incident", { id: incident.id })} data-test="incident-link"
              ><${Sentence} text=${prose(incident.summary)} /></a>
            <span class="muted nowrap"><${Time} millis=${incident.judgedMillis} />${
              asOf && html`, ${ago(incident.judgedMillis, asOf)}`}</span>
          </li>`)}
      </ul>
    </${Card}>`;
}
