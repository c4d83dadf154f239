// Page Now: the incidents, worst first; endpoints that are not watched; the quality of the data.
import { html, useState } from "../html.js";
import { inReport, useAnswer } from "../api.js";
import { href } from "../router.js";
import { Card, Empty, Loading, Outdated, Problem } from "../components/basics.js";
import { Answered } from "./shared/answered.js";
import { IncidentCard, EndedIncidents } from "./now-incidents.js";
import { QualityLine, WatchCard } from "./now-health.js";
import { NotOfNow, Quiet } from "./now-quiet.js";

const SHOWN = 20;
const WITH_PATH = 6;

export function NowPage({ params }) {
  const { data, error, again } = useAnswer("now", {}, { live: true, status: true });
  if (!data) {
    return error ? html`<${Problem} error=${error} again=${again} />` : html`<${Waiting} />`;
  }
  const firing = data.incidents.filter((entry) => entry.firing);
  const ended = data.incidents.filter((entry) => !entry.firing);
  const asOf = data.status?.asOfMillis;
  const recorded = data.status?.feed?.state === "files" || inReport();
  return html`
    <div class="now">
      <h1 class="unseen">Now</h1>
      <div class="now-line"><${Outdated} error=${error} again=${again} />
        <${QualityLine} quality=${data.quality} /></div>
      <div class="now-main stack">
        ${firing.length > 0 ? html`<${NotOfNow} /><${Firing} entries=${firing} asOf=${asOf} />`
          : html`<${Quiet} status=${data.status} watch=${data.watch} failed=${error} />`}
        ${ended.length > 0 && html`
          <${EndedIncidents} title="Ended within the last hour" test="ended" entries=${ended}
            asOf=${asOf} />`}
        <${Earlier} shown=${data.incidents} asOf=${asOf} open=${params.earlier === "1" || recorded} />
      </div>
      <aside class="now-side"><${WatchCard} watch=${data.watch} /></aside>
    </div>`;
}

/** Incidents that ended earlier; loaded when the reader asks for them. */
function Earlier({ shown, asOf, open }) {
  const answer = useAnswer(open ? "incidents" : null, {}, { live: true });
  if (!open) {
    return html`<p><a href=${href("now", { earlier: 1 })} data-test="earlier">Earlier incidents</a></p>`;
  }
  return html`<${Answered} answer=${answer}>${({ incidents }) => html`
    <${EarlierList} entries=${incidents} shown=${shown} asOf=${asOf} />`}</${Answered}>`;
}

function EarlierList({ entries, shown, asOf }) {
  const above = new Set(shown.map(({ incident }) => incident.id));
  const earlier = entries.filter(({ incident, firing }) => !firing && !above.has(incident.id));
  return earlier.length === 0 ? html`<${Empty}>No earlier incidents.</${Empty}>`
    : html`
      <${EndedIncidents} title="Earlier incidents" test="earlier-list" entries=${earlier} asOf=${asOf} />`;
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

function Waiting() {
  return html`
    <div class="now">
      <div class="now-line"><p class="quality">Loading …</p></div>
      <div class="now-main"><${Card}><${Loading} lines=${6} /></${Card}></div>
      <aside class="now-side"><${Card} title="Watched"><${Loading} lines=${4} /></${Card}></aside>
    </div>`;
}
