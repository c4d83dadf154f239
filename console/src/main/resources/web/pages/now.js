// Page Now: what is wrong, worst first; what is not watched; how far the data can be trusted.
import { html, useState } from "../html.js";
import { inReport, useAnswer } from "../api.js";
import { href } from "../router.js";
import { Card, Empty, Loading, Problem } from "../components/basics.js";
import { IncidentCard, EndedIncidents } from "./now-incidents.js";
import { QualityLine, WatchCard } from "./now-health.js";

const SHOWN = 20;
const WITH_PATH = 6;

export function NowPage({ params }) {
  const { data, error } = useAnswer("now", {}, { live: true });
  if (!data) {
    return error ? html`<${Problem} error=${error} />` : html`<${Waiting} />`;
  }
  const firing = data.incidents.filter(isFiring);
  const ended = data.incidents.filter((entry) => !isFiring(entry));
  const asOf = data.status?.asOfMillis;
  return html`
    <div class="now">
      <h1 class="unseen">Now</h1>
      <div class="now-line"><${QualityLine} quality=${data.quality} lagMillis=${lag(data)} /></div>
      <div class="now-main stack">
        ${firing.length > 0 ? html`<${Firing} entries=${firing} asOf=${asOf} />`
          : html`<${Quiet} status=${data.status} watch=${data.watch} />`}
        ${ended.length > 0 && html`
          <${EndedIncidents} title="Ended within the last hour" test="ended" entries=${ended}
            asOf=${asOf} />`}
        <${Earlier} shown=${data.incidents} asOf=${asOf} open=${params.earlier === "1" || isRecorded(data)} />
      </div>
      <aside class="now-side"><${WatchCard} watch=${data.watch} /></aside>
    </div>`;
}

/** How far the data lags behind the clock; of recorded results that says nothing. */
function lag(answer) {
  return isRecorded(answer) ? undefined : answer.lagMillis;
}

function isRecorded({ status }) {
  return status?.feed?.state === "files" || inReport();
}

function isFiring({ incident, firing }) {
  return firing ?? incident.status === "firing";
}

/** Incidents that ended longer ago; asked for when somebody wants to see them. */
function Earlier({ shown, asOf, open }) {
  const { data, error } = useAnswer(open ? "incidents" : null, {}, { live: true });
  if (!open) {
    return html`<p><a href=${href("now", { earlier: 1 })} data-test="earlier">Earlier incidents</a></p>`;
  } else if (!data) {
    return error ? html`<${Problem} error=${error} />` : html`<${Card}><${Loading} lines=${4} /></${Card}>`;
  }
  const above = new Set(shown.map(({ incident }) => incident.id));
  const entries = data.incidents.filter(({ id }) => !above.has(id)).map((incident) => ({ incident }));
  return entries.length === 0 ? html`<${Empty}>No earlier incident is known.</${Empty}>`
    : html`
      <${EndedIncidents} title="Earlier incidents" test="earlier-list" entries=${entries} asOf=${asOf} />`;
}

function Firing({ entries, asOf }) {
  const [all, setAll] = useState(false);
  const shown = all ? entries : entries.slice(0, SHOWN);
  return html`
    <section class="incidents" aria-label="Incidents that fire" data-test="firing"
      data-value=${entries.length}>
      ${shown.map(({ incident, series }, index) => html`
        <${IncidentCard} key=${incident.id} incident=${incident} series=${series} asOf=${asOf}
          withPath=${index < WITH_PATH} />`)}
      ${shown.length < entries.length && html`
        <button type="button" onClick=${() => setAll(true)}
          >Show ${entries.length - shown.length} more</button>`}
    </section>`;
}

function Quiet({ status, watch }) {
  const watched = watch?.watching ?? 0;
  return html`
    <${Card} test="quiet">
      <div class="quiet-now">
        <span class="quiet-mark" aria-hidden="true">✓</span>
        <div>
          <h2 class="quiet-head">No incident</h2>
          <p class="muted">${quietText(status, watched)}</p>
        </div>
      </div>
    </${Card}>`;
}

function quietText(status, watched) {
  if (!status?.asOfMillis) {
    return "No window of the job has arrived yet. Check that the job runs and that spans arrive.";
  } else if (watched === 0) {
    return "But no endpoint is watched yet: a change would not be seen. The list beside says why.";
  }
  return "A change would be seen at " + watched + " of " + (status.endpoints ?? "?") + " endpoints.";
}

function Waiting() {
  return html`
    <div class="now">
      <div class="now-line"><p class="quality">Asking the console …</p></div>
      <div class="now-main"><${Card}><${Loading} lines=${6} /></${Card}></div>
      <aside class="now-side"><${Card} title="Watched"><${Loading} lines=${4} /></${Card}></aside>
    </div>`;
}
