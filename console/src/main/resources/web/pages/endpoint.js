// Page Endpoint: its latency over time, where the time goes, what changed, and its traces.
import { html } from "../html.js";
import { inReport, useAnswer, useProfile } from "../api.js";
import { href, paging } from "../router.js";
import { useNow } from "../status.js";
import { AnswerCard, Empty, Name, Outdated, Problem, RecordsCard, endpointKey, namedEndpoint, rangeOfWindow }
  from "../components/basics.js";
import { Accounts, ChangeCard, CompareLink } from "../components/change.js";
import { useDeployments } from "../components/deployment.js";
import { Diagnoses } from "../components/diagnoses.js";
import { parseRange, rangeOf, rangeText } from "../components/range.js";
import { AnomaliesCard } from "./endpoint-anomalies.js";
import { LatencyCard, viewOf } from "./endpoint-latency.js";
import { CategoriesCard, ExemplarsCard, ProfileCard, WhatIfCard } from "./endpoint-parts.js";

/** Instead of the windows of an endpoint that only the store knows. */
const NO_WINDOWS = { points: [], marks: [] };

export function EndpointPage({ params }) {
  const endpoint = namedEndpoint(params);
  return endpoint ? html`<${Endpoint} key=${endpointKey(endpoint)} endpoint=${endpoint} params=${params} />`
    : html`<${Empty}>The address names no endpoint. Choose one from${" "}
      <a href=${href("endpoints")}>Endpoints</a>.</${Empty}>`;
}

function Endpoint({ endpoint, params }) {
  const now = useNow();
  const first = rangeOf(params);
  const second = first && parseRange(params.second);
  const series = useAnswer("endpoint/series", endpoint, { live: true });
  const known = series.data ?? (series.error && NO_WINDOWS);
  const view = viewOf(known?.points, [first, second], params.show, now);
  const range = inReport() ? undefined : second && params.of !== "1" ? second : first;
  const profile = useProfile(endpoint, range);
  const anomalies = useAnswer(known ? "anomalies" : null, { ...endpoint, ...(first || params.show ? view.store : {}) },
    { live: true }).data;
  const deployments = useDeployments(servicesOf(endpoint, profile.data));
  const page = { endpoint, ...paging("endpoint", params) };
  const compare = second && html`<${CompareLink} endpoint=${endpoint} before=${first} after=${second} />`;
  const scope = known && { ...endpoint, ...(range ?? view.store) };
  const exemplars = html`<${ExemplarsCard} endpoint=${endpoint} profile=${profile} range=${range} />`;
  const setRanges = (one, two) =>
    page.change({ from: one?.from, to: one?.to, second: one && rangeText(two), of: undefined });
  if (series.error?.code === "not-found" && !first && !params.show) {
    const inStore = href("endpoint", { ...endpoint, show: "7d" });
    return html`
      <${Head} endpoint=${endpoint} />
      <${Empty}>No recent window has requests of this endpoint. Choose one from${" "}
        <a href=${href("endpoints")}>Endpoints</a>, or <a href=${inStore}>look for it in the
        store</a>.</${Empty}>`;
  }
  return html`
    <${Head} endpoint=${endpoint} />
    <div class="stack">
      ${series.data ? html`<${Outdated} ...${series} />` : series.error && html`<${Problem} ...${series} />`}
      <${LatencyCard} ...${page} ...${{ series: known, view, first, second, setRanges }}
        anomalies=${anomalies?.records} deployments=${deployments} />
      <${AnomaliesCard} found=${anomalies} time=${keptTime(known, view)} />
      ${second && html`<${ChangeCard} ...${page} before=${first} after=${second} actions=${compare} />`}
      <${ProfileCard} ...${page} profile=${profile} range=${range} second=${second} />
      <${CategoriesCard} ...${page} scope=${scope} />
      ${second ? exemplars : html`
        <div class="columns">${exemplars}<${LastChangeCard} endpoint=${endpoint} /></div>`}
      <${WhatIfCard} scope=${scope} />
      <${DiagnosesCard} scope=${scope} ...${page} />
    </div>`;
}

/** The services on the critical path of an endpoint's requests. */
function servicesOf({ service }, profile) {
  return new Set([service, ...(profile?.tree ?? []).map((node) => node.service)]);
}

/** The part of the shown time in which the console keeps windows, and so all that the job wrote. */
function keptTime(series, { shown }) {
  return { from: Math.max(shown.from, series?.points[0]?.endMillis ?? 0), to: shown.to };
}

function Head({ endpoint }) {
  return html`
    <div class="page-head">
      <h1><span class="muted"><${Name} value=${endpoint.service} /></span>${" "}
        <${Name} value=${endpoint.operation} /></h1>
      ${!inReport() && html`
        <div class="page-tools">
          <a class="button" href=${href("compare", endpoint)}>Compare</a>
          <a class="button" href=${href("query", { ...endpoint, q: "overview" })}>Query</a>
        </div>`}
    </div>`;
}

function DiagnosesCard({ scope, params, set }) {
  const answer = useAnswer(scope ? "store/diagnosis" : null, scope);
  return html`
    <${AnswerCard} title="Diagnoses" test="diagnoses" answer=${answer} lines=${6} brief>${
      ({ findings }) => html`
        <${Diagnoses} findings=${findings} params=${{ ...params, ...scope }} set=${set} />`}</${AnswerCard}>`;
}

/** The newest change of an endpoint for which the job made an account. */
function LastChangeCard({ endpoint }) {
  return html`
    <${RecordsCard} title="Newest change explained" test="last-change" path="endpoint/changes"
      endpoint=${endpoint} none="The job has explained no change of this endpoint.">${([newest]) => html`
      <${Accounts} records=${[newest]} />
      <p class="table-note"><${CompareLink} endpoint=${endpoint} before=${rangeOfWindow(newest.baseline)}
        after=${rangeOfWindow(newest.window)} /></p>`}</${RecordsCard}>`;
}
