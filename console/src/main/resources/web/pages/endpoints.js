// Page Endpoints: all endpoints with their current figures, and how these differ from the past.
import { html, useEffect, useMemo, useRef } from "../html.js";
import { useAnswer } from "../api.js";
import { navigate } from "../router.js";
import { number } from "../format.js";
import { Empty, Loading, Outdated, Problem } from "../components/basics.js";
import { Table } from "../components/table.js";
import { FIGURES, columnsOf, endpointKey } from "./endpoints-columns.js";

const FIRST_SORT = "-rate";
const AGES = "1h,1d,7d";
const PAST_EVERY_MILLIS = 300000;
const ROW_PIXELS = 46;

export function EndpointsPage({ params }) {
  const { data, error, again } = useAnswer("endpoints", {}, { live: true });
  const past = usePast(data);
  const figure = Object.hasOwn(FIGURES, params.of ?? "") ? params.of : "p95";
  const pasts = past.data?.pasts;
  const columns = useMemo(() => columnsOf(figure, pasts), [figure, pasts]);
  const known = useRows(data);
  const rows = useMemo(() => search(known, params.q ?? ""), [known, params.q]);
  const change = (some) => navigate("endpoints", { ...params, ...some }, { replace: true });
  return html`
    <div class="page-head">
      <h1>Endpoints</h1>
      <input type="search" class="search" data-search="" data-test="search" placeholder="Search (key: /)"
        aria-label="Search endpoints" value=${params.q ?? ""}
        onInput=${(event) => change({ q: event.target.value })} />
      ${data && html`<span class="muted" role="status" data-test="shown" data-value=${rows.length}>${
        number(rows.length)} of ${number(data.endpoints.length)}</span>`}
      <div class="page-tools"><${FigureChoice} figure=${figure} onChoose=${(of) => change({ of })} /></div>
    </div>
    ${past.error && html`<div class="endpoints-note"><${PastProblem} ...${past} /></div>`}
    ${data ? html`<${Outdated} error=${error} again=${again} />`
      : error ? html`<${Problem} error=${error} again=${again} />` : html`<${Loading} lines=${12} />`}
    ${data && rows.length === 0 && html`<${Empty}>${nothing(data, params.q)}</${Empty}>`}
    ${rows.length > 0 && html`
      <div class="endpoints-table flat">
        <${Table} columns=${columns} rows=${rows} rowKey=${endpointKey} label="Endpoints" onRow=${open}
          sort=${params.sort ?? FIRST_SORT} onSort=${(sort) => change({ sort })}
          rowPixels=${ROW_PIXELS} height="calc(100vh - 150px)" />
      </div>`}`;
}

/** Figures of the past. Asks after the endpoints are shown, and again when the answer is old. */
function usePast(data) {
  const past = useAnswer(data ? "index/past" : null, { ago: AGES });
  const period = Math.floor((data?.asOfMillis ?? 0) / PAST_EVERY_MILLIS);
  useEffect(() => {
    if (past.data) {
      past.again();
    }
  }, [period]);
  return past;
}

/**
 * Hook: the endpoints as rows. Those without requests in the newest window have `quietSince` (epoch millis). A
 * row that has not changed stays the same object, so that it is not drawn again.
 */
function useRows(data) {
  const known = useRef(new Map());
  return useMemo(() => {
    const before = known.current;
    known.current = new Map();
    return (data?.endpoints ?? []).map((endpoint) => {
      const row = rowOf(endpoint, data.asOfMillis);
      const text = JSON.stringify(row);
      const old = before.get(endpointKey(row));
      const kept = old?.text === text ? old : { row, text };
      known.current.set(endpointKey(row), kept);
      return kept.row;
    });
  }, [data]);
}

function rowOf(endpoint, asOfMillis) {
  const end = endpoint.window?.endMillis;
  return end < asOfMillis ? { ...endpoint, quietSince: end } : endpoint;
}

function open({ endpoint }) {
  navigate("endpoint", { service: endpoint.service, operation: endpoint.operation });
}

/** Endpoints whose service and operation contain all words of the text. */
export function search(endpoints, text) {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word);
  if (words.length === 0) {
    return endpoints;
  }
  return endpoints.filter(({ endpoint }) => {
    const name = (endpoint.service + " " + endpoint.operation).toLowerCase();
    return words.every((word) => name.includes(word));
  });
}

function nothing(data, text) {
  if (data.endpoints.length === 0) {
    return "No endpoints yet. They appear when the job's first window ends. Check that spans arrive.";
  }
  return html`No endpoint contains “${text}”. Search for part of the name of a service or operation.`;
}

function FigureChoice({ figure, onChoose }) {
  return html`
    <label class="row muted">Change of
      <select value=${figure} data-test="figure" onChange=${(event) => onChoose(event.target.value)}>
        ${Object.entries(FIGURES).map(([key, { title }]) => html`
          <option key=${key} value=${key}>${title}</option>`)}
      </select>
    </label>`;
}

function PastProblem({ data, error, again }) {
  if (error.code === "not-in-report") {
    return null;
  } else if (data) {
    return html`<${Outdated} error=${error} again=${again} />`;
  }
  return error.code === "index-off" ? html`
    <p class="muted" data-test="past-off">The columns of change are empty, since they need the request index.
      Set <code>index.path</code> in the configuration.</p>`
    : html`<${Problem} error=${error} again=${again} />`;
}
