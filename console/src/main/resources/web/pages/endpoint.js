// Page Endpoint: its latency over time, where the time goes, what changed, and its traces.
import { html } from "../html.js";
import { inReport, useAnswer } from "../api.js";
import { href, paging } from "../router.js";
import { useNow } from "../status.js";
import { Empty, Name, Outdated, Problem, endpointKey, namedEndpoint, RecordsCard, rangeOfWindow }
  from "../components/basics.js";
import { Accounts, ChangeCard, CompareLink } from "../components/change.js";
import { Diagnoses } from "../components/diagnoses.js";
import { parseRange, rangeOf, rangeText } from "../components/range.js";
import { LatencyCard, viewOf } from "./endpoint-latency.js";
import { CategoriesCard, ExemplarsCard, ProfileCard, WhatIfCard } from "./endpoint-parts.js";

/** Instead of the windows of an endpoint that only the index knows. */
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
  const profile = useAnswer("endpoint/profile", { ...endpoint, ...range }, { live: !range });
  const page = { endpoint, ...paging("endpoint", params) };
  const compare = second && html`<${CompareLink} endpoint=${endpoint} before=${first} after=${second} />`;
  const exemplars = html`<${ExemplarsCard} endpoint=${endpoint} profile=${profile} range=${range} />`;
  const setRanges = (one, two) =>
    page.change({ from: one?.from, to: one?.to, second: one && rangeText(two), of: undefined });
  if (series.error?.code === "not-found" && !first && !params.show) {
    const inIndex = href("endpoint", { ...endpoint, show: "7d" });
    return html`
      <${Head} endpoint=${endpoint} />
      <${Empty}>No recent window has requests of this endpoint. Choose one from${" "}
        <a href=${href("endpoints")}>Endpoints</a>, or <a href=${inIndex}>look for it in the request
        index</a>.</${Empty}>`;
  }
  return html`
    <${Head} endpoint=${endpoint} />
    <div class="stack">
      ${series.data ? html`<${Outdated} ...${series} />` : series.error && html`<${Problem} ...${series} />`}
      <${LatencyCard} ...${page} ...${{ series: known, view, first, second, setRanges }} />
      ${second && html`<${ChangeCard} ...${page} before=${first} after=${second} actions=${compare} />`}
      <${ProfileCard} ...${page} profile=${profile} range=${range} second=${second} />
      <div class="columns">
        <div class="stack">
          <${CategoriesCard} ...${page} range=${range ?? view.index} ready=${Boolean(known)} />
          ${!second && exemplars}
        </div>
        ${second ? exemplars : html`<${LastChangeCard} endpoint=${endpoint} />`}
      </div>
      <${WhatIfCard} endpoint=${endpoint} />
      <${RecordsCard} title="Diagnoses" test="diagnoses" stream="diagnoses" endpoint=${endpoint}
        none=${html`No diagnosis here. The command <code>tracemill diagnose</code> makes one of trace
          files.`}>${(records) => html`
        <${Diagnoses} records=${records} ranking=${params.ranking}
          onRanking=${(ranking) => page.set({ ranking })} />`}</${RecordsCard}>
    </div>`;
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

/** The newest change of an endpoint for which the job made an account. */
function LastChangeCard({ endpoint }) {
  return html`
    <${RecordsCard} title="Newest change explained" test="last-change" stream="changes" endpoint=${endpoint}
      none="The job has explained no change of this endpoint.">${([newest]) => html`
      <${Accounts} records=${[newest]} />
      <p class="table-note"><${CompareLink} endpoint=${endpoint} before=${rangeOfWindow(newest.baseline)}
        after=${rangeOfWindow(newest.window)} /></p>`}</${RecordsCard}>`;
}
