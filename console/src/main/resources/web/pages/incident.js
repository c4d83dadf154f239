// Page Incident: everything about one incident.
import { html, useState } from "../html.js";
import { get, inReport, useAnswer } from "../api.js";
import { href } from "../router.js";
import { span, zoneName } from "../format.js";
import { Card, Empty, EndpointLink, Loading, Outdated, Problem, SEVERITY_WORDS, Sentence, SeverityBadge,
  ShortList, Time, rangeOfWindow, splitSummary } from "../components/basics.js";
import { CompareLink } from "../components/change.js";
import { Dialog } from "../components/controls.js";
import { rangeText } from "../components/range.js";
import { IncidentLines } from "../components/line-chart.js";
import { CulpritPath } from "../components/place.js";
import { Account, AlsoOpen, DeployedBefore, Outcome, StackSentences, Totals, exemplarRanges, kindOf, rangeOfIncident }
  from "./incident-parts.js";
import { SpansCard } from "./incident-spans.js";
import { Categories, Culprits, Places } from "./incident-tables.js";
import { Exemplars } from "./incident-traces.js";
import { Differences } from "./incident-values.js";

const BEFORE_MILLIS = 3600000;
const AFTER_MILLIS = 1800000;
const ENOUGH_POINTS = 10;
const CHART_PIXELS = 220;
const LISTED_ENDPOINTS = 12;
const COPIED_MILLIS = 2500;

export function IncidentPage({ params }) {
  const { data, error, again } = useAnswer(params.id ? "incident" : null, { id: params.id },
    { live: true, status: true });
  if (!params.id) {
    return html`<${Empty}>The address names no incident. <${AllIncidents} /></${Empty}>`;
  } else if (!data) {
    return error ? html`<${Problem} error=${error} again=${again} /><p><${AllIncidents} /></p>`
      : html`<${Card}><${Loading} lines=${12} /></${Card}>`;
  }
  const { incident, firing, mutations, series } = data;
  return html`
    <div class="stack">
      <${Outdated} error=${error} again=${again} />
      <${Head} answer=${data} />
      <div class="incident-columns">
        <div class="stack">
          <${SeriesCard} incident=${incident} firing=${firing} series=${series} />
          <${Culprits} answer=${data} />
          <${SpansCard} answer=${data} />
          <${Account} answer=${data} />
        </div>
        <div class="stack">
          ${incident.differences.length > 0 && html`<${Differences} incident=${incident} />`}
          <${Exemplars} answer=${data} />
          <${PathCard} incident=${incident} firing=${firing} />
          <${Card} title=${"Endpoints (" + incident.endpoints.length + ")"}>
            <${ShortList} shown=${LISTED_ENDPOINTS} items=${incident.endpoints.map((endpoint) => html`
              <${EndpointLink} endpoint=${endpoint} ...${rangeOfIncident(incident)} />`)} />
          </${Card}>
        </div>
      </div>
      <${Categories} answer=${data} />
      <${Places} ...${{ mutations, incident }} />
    </div>`;
}

function AllIncidents() {
  return html`See <a href=${href("now", { earlier: 1 })}>all incidents</a>.`;
}

function Head({ answer }) {
  const { incident, firing } = answer;
  const { severity, sinceMillis, firedMillis, judgedMillis } = incident;
  const { head, rest } = splitSummary(incident.summary);
  return html`
    <${Card} test="incident-head">
      <div class="row">
        <${SeverityBadge} severity=${severity} />
        <${Outcome} incident=${incident} firing=${firing} />
        <span class="muted">since <${Time} millis=${sinceMillis} />, ${firing ? "for" : "lasted"} ${
          span(judgedMillis - sinceMillis)}; ${firedMillis > sinceMillis && html`detected <${Time}
          millis=${firedMillis} />, `}${firing ? "as of" : "ended"} <${Time} millis=${judgedMillis} /> ${
          zoneName(judgedMillis)}</span>
        <span class="page-tools">
          <${Links} answer=${answer} />
          <${CopyMarkdown} id=${incident.id} />
        </span>
      </div>
      <h1 class="sentence-head" data-test="sentence"><${Sentence} text=${head} at=${judgedMillis} /></h1>
      ${rest && html`<p class="sentence-more"><${Sentence} text=${rest} at=${judgedMillis} /></p>`}
      ${incident.muted && html`<p class="muted">It alerts nobody: ${incident.muted}.</p>`}
      <${StackSentences} incident=${answer.incident} />
      <${DeployedBefore} incident=${incident} />
      <${AlsoOpen} incident=${incident} />
      <${Totals} answer=${answer} />
    </${Card}>`;
}

/** Links to the endpoint and to Compare, in the ranges of the incident; a report has the comparison only. */
function Links({ answer }) {
  const { incident } = answer;
  const [endpoint] = incident.endpoints;
  const before = rangeOfWindow(incident.baseline);
  const after = rangeOfWindow(incident.window);
  const address = { ...endpoint, ...before, second: rangeText(after) };
  return endpoint && html`
    ${!inReport() && html`<a class="button" href=${href("endpoint", address)}>Endpoint at that time</a>`}
    <${CompareLink} endpoint=${endpoint} before=${before} after=${after}
      >Compare before and after</${CompareLink}>`;
}

/** Copies the server's text to the clipboard, or shows it in a dialog if the browser does not allow that. */
function CopyMarkdown({ id }) {
  const [state, setState] = useState("ready");
  const [text, setText] = useState("");
  const copy = async () => {
    const console = inReport() ? undefined : location.href.split("#")[0];
    const { markdown, message } = await get("incident/bundle", { id, console }).catch((error) => error);
    setText(markdown ?? message);
    const copied = markdown && await navigator.clipboard?.writeText(markdown).then(() => true, () => false);
    setState(copied ? "copied" : "by-hand");
    if (copied) {
      setTimeout(() => setState("ready"), COPIED_MILLIS);
    }
  };
  return html`
    <button type="button" onClick=${copy} data-test="copy">${
      state === "copied" ? "✓ Copied" : "Copy as Markdown"}</button>
    <span class="unseen" role="status">${state === "copied" ? "Copied" : ""}</span>
    ${state === "by-hand" && html`
      <${Dialog} title="Copy this text" onClose=${() => setState("ready")}>
        <textarea class="by-hand mono" readonly rows="16" autofocus value=${text}
          onFocus=${(event) => event.target.select()}></textarea>
      </${Dialog}>`}`;
}

function SeriesCard({ incident, firing, series }) {
  const points = near(series?.points ?? [], incident);
  const errors = kindOf(incident) === "errors";
  const mark = { millis: incident.sinceMillis, label: SEVERITY_WORDS[incident.severity], kind: incident.severity,
    toMillis: firing ? undefined : incident.judgedMillis };
  const endpoint = series?.endpoint ?? incident.endpoints[0];
  const link = html`<${EndpointLink} endpoint=${endpoint} ...${rangeOfIncident(incident)} />`;
  return endpoint && html`
    <${Card} title=${html`${errors ? "Failed requests" : "Latency"} of ${link}`}>
      ${points.length > 1 ? html`
        <${IncidentLines} points=${points} marks=${[mark]} errors=${errors}
          percentiles=${["p50", "p95", "p99"]} height=${CHART_PIXELS} />`
        : html`<${Empty}>Too few windows to draw that time. See the endpoint's page, which asks
          the store.</${Empty}>`}
    </${Card}>`;
}

/** The points during and around the incident; all points if these are too few. */
function near(points, incident) {
  const close = points.filter(({ endMillis }) => endMillis >= incident.sinceMillis - BEFORE_MILLIS
    && endMillis <= incident.judgedMillis + AFTER_MILLIS);
  return close.length >= ENOUGH_POINTS ? close : points;
}

function PathCard({ incident, firing }) {
  const { culprits: [culprit], endpoints: [endpoint] } = incident;
  // By the newest window, or by the requests around that of the incident, which are in the store.
  const range = firing || inReport() ? undefined : exemplarRanges(incident).after;
  return culprit && endpoint && html`
    <${Card} title="Path to the culprit"><${CulpritPath} ...${{ endpoint, culprit, range }} /></${Card}>`;
}
