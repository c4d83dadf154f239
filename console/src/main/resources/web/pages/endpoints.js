// Page Endpoints: all endpoints with their current figures, and how these differ from the past.
import { html, useEffect, useMemo } from "../html.js";
import { inReport, useAnswer } from "../api.js";
import { navigate, paging } from "../router.js";
import { number } from "../format.js";
import { Answered, Empty, Problem, endpointKey } from "../components/basics.js";
import { Choice } from "../components/controls.js";
import { Table } from "../components/table.js";
import { FIGURES, columnsOf } from "./endpoints-columns.js";
import { byTrouble } from "./endpoints-trouble.js";

const AGES = "1h,1d,7d";
const PAST_EVERY_MILLIS = 300000;
const ROW_PIXELS = 46;

export function EndpointsPage({ params }) {
  const answer = useAnswer("endpoints", {}, { live: true });
  const { data } = answer;
  const past = usePast(data);
  const figure = Object.hasOwn(FIGURES, params.of ?? "") ? params.of : "p95";
  const pasts = past.data?.pasts;
  const columns = useMemo(() => columnsOf(figure, pasts), [figure, pasts]);
  const rows = useMemo(() => matching(rowsOf(data), params.q ?? ""), [data, params.q]);
  const { set } = paging("endpoints", params);
  return html`
    <div class="page-head">
      <h1>Endpoints</h1>
      <input type="search" class="search" data-search="" data-test="search" placeholder="Search (key: /)"
        aria-label="Search endpoints" value=${params.q ?? ""}
        onInput=${(event) => set({ q: event.target.value })} onKeyDown=${openFirst} />
      ${data && html`<span class="muted" role="status" data-test="shown" data-value=${rows.length}>${
        number(rows.length)} of ${number(data.endpoints.length)}</span>`}
      <div class="page-tools"><${Choice} label="Change of" value=${figure} test="figure" inline
        options=${Object.entries(FIGURES).map(([key, { title }]) => [key, title])}
        onChoose=${(of) => set({ of })} /></div>
    </div>
    ${past.error && html`<div class="endpoints-note"><${Problem} ...${past} /></div>`}
    <${Answered} answer=${answer} lines=${12}>${() => rows.length === 0
      ? html`<${Empty}>${nothing(data, params.q)}</${Empty}>` : html`
      <div class="endpoints-table flat">
        <${Table} columns=${columns} rows=${rows} rowKey=${({ endpoint }) => endpointKey(endpoint)}
          label="Endpoints" onRow=${open} sort=${params.sort ?? "state"} onSort=${(sort) => set({ sort })}
          rowPixels=${ROW_PIXELS} height="calc(100vh - 150px)" />
      </div>`}</${Answered}>`;
}

/** Figures of the past. Asks after the endpoints are shown, and again when the answer is old. */
function usePast(data) {
  const past = useAnswer(data && !inReport() ? "store/past" : null, { ago: AGES });
  const period = Math.floor((data?.asOfMillis ?? 0) / PAST_EVERY_MILLIS);
  useEffect(() => {
    if (past.data) {
      past.again?.();
    }
  }, [period]);
  return past;
}

/**
 * The endpoints, those in trouble first. Those without requests have `quietSince` (epoch millis): their newest
 * window ended before the newest window of all began. Others may only be a little behind.
 */
function rowsOf(data) {
  return byTrouble(data?.endpoints ?? []).map((row) => {
    const { startMillis, endMillis } = row.window;
    return data.asOfMillis - endMillis >= endMillis - startMillis ? { ...row, quietSince: endMillis } : row;
  });
}

/** Endpoints whose service and operation contain all words of the text. */
function matching(rows, text) {
  const words = text.toLowerCase().split(/\s+/);
  return rows.filter(({ endpoint }) => {
    const name = (endpoint.service + " " + endpoint.operation).toLowerCase();
    return words.every((word) => name.includes(word));
  });
}

function open({ endpoint: { service, operation } }) {
  navigate("endpoint", { service, operation });
}

/** Enter in the search field opens the first endpoint of the list. */
function openFirst(event) {
  if (event.key === "Enter") {
    document.querySelector("[data-test=endpoint]")?.click();
  }
}

function nothing(data, text) {
  if (data.endpoints.length === 0) {
    return "No endpoints yet. They appear when the job's first window ends. Check that spans arrive.";
  }
  return html`No endpoint contains “${text}”. Search for part of the name of a service or operation.`;
}
