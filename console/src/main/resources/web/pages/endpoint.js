// Page Endpoint: its latency over time, where the time goes, what changed, and its traces.
import { html } from "../html.js";
import { inReport, useAnswer } from "../api.js";
import { href, navigate } from "../router.js";
import { Empty, Name, Outdated, Problem } from "../components/basics.js";
import { namedEndpoint } from "./shared/named.js";
import { parseRange, rangeOf, rangeText } from "./shared/range.js";
import { ChangeCard, CompareLink } from "./shared/change-card.js";
import { useNow } from "./shared/range-field.js";
import { viewOf } from "./endpoint/view.js";
import { LatencyCard } from "./endpoint/latency.js";
import { ProfileCard } from "./endpoint/profile.js";
import { ExemplarsCard } from "./endpoint/exemplars.js";
import { CategoriesCard } from "./endpoint/categories.js";
import { WhatIfCard } from "./endpoint/what-if.js";
import { DiagnosesCard } from "./endpoint/diagnoses.js";
import { LastChangeCard } from "./endpoint/last-change.js";

/** Instead of the windows of an endpoint that only the index knows. */
const NO_WINDOWS = { points: [], marks: [] };

export function EndpointPage({ params }) {
  const endpoint = namedEndpoint(params);
  if (!endpoint) {
    return html`<${Empty}>The address names no endpoint. Choose one from${" "}
      <a href=${href("endpoints")}>Endpoints</a>.</${Empty}>`;
  }
  const key = params.service + "\u0000" + params.operation;
  return html`<${Endpoint} key=${key} endpoint=${endpoint} params=${params} />`;
}

function Endpoint({ endpoint, params }) {
  const now = useNow();
  const first = rangeOf(params);
  const second = first && parseRange(params.second);
  const series = useAnswer("endpoint/series", endpoint, { live: true });
  const known = series.data ?? (series.error && NO_WINDOWS);
  const view = viewOf(known?.points, first, second, params.show, now);
  const ofSecond = second && params.of !== "1";
  const asked = ofSecond ? second : first;
  const range = inReport() ? undefined : asked;
  const profile = useAnswer("endpoint/profile", { ...endpoint, ...range }, { live: !range });
  const ready = Boolean(known);
  const exemplars = html`<${ExemplarsCard} ...${{ endpoint, profile, range }} />`;
  const change = (some, options) => navigate("endpoint", { ...params, ...some }, options);
  const setRanges = (one, two) => change({
    from: one?.from, to: one?.to, second: one && rangeText(two), of: undefined
  });
  return html`
    <${Head} endpoint=${endpoint} />
    <div class="stack">
      ${series.data ? html`<${Outdated} ...${series} />`
        : series.error && html`<${Problem} ...${series} />`}
      <${LatencyCard} ...${{ endpoint, series: known, view, first, second, setRanges, params,
        change }} />
      ${second && html`<${ChangeCard} endpoint=${endpoint} before=${first} after=${second}
        actions=${html`<${CompareLink} endpoint=${endpoint} before=${first} after=${second} />`} />`}
      <${ProfileCard} ...${{ endpoint, profile, range, second, params, change }} />
      <div class="columns">
        <div class="stack">
          <${CategoriesCard} ...${{ endpoint, range: range ?? view.index, ready, params, change }} />
          ${!second && exemplars}
        </div>
        ${second ? exemplars : html`<${LastChangeCard} endpoint=${endpoint} />`}
      </div>
      <${WhatIfCard} endpoint=${endpoint} />
      <${DiagnosesCard} endpoint=${endpoint} params=${params} change=${change} />
    </div>`;
}

function Head({ endpoint }) {
  return html`
    <div class="page-head">
      <h1><span class="endpoint-service"><${Name} value=${endpoint.service} /></span>${" "}
        <${Name} value=${endpoint.operation} /></h1>
      ${!inReport() && html`
        <div class="page-tools">
          <a class="button" href=${href("compare", endpoint)}>Compare</a>
          <a class="button" href=${href("query", { ...endpoint, q: "overview" })}>Query</a>
        </div>`}
    </div>`;
}
