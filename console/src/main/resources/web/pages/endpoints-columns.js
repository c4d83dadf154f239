// The columns of page Endpoints.
import { html } from "../html.js";
import { href } from "../router.js";
import { duration, number, percent, points, rate, signedPercent, visible } from "../format.js";
import { Badge, CutName, Name, SeverityBadge, Time, endpointKey } from "../components/basics.js";
import { Spark } from "../components/row-charts.js";
import { figureColumn } from "../components/table.js";

const MARKED = 0.1;
const MARKED_ERRORS = 0.001;
const FEW_REQUESTS = 20;
const AGES = [[3600000, "1 h", "an hour"], [86400000, "1 d", "a day"], [604800000, "7 d", "a week"]];
const RATE_HINT = "Requests per second; unknown until the job has observed a whole window";
const WATCH = { blind: "warn", learning: "info" };

/** The figures that can be compared with the past: how to read them now and in the past. */
export const FIGURES = {
  p50: { title: "p50", now: (row) => row.latencyNanos.p50, then: (past) => past.p50Nanos, text: duration },
  p95: { title: "p95", now: (row) => row.latencyNanos.p95, then: (past) => past.p95Nanos, text: duration },
  p99: { title: "p99", now: (row) => row.latencyNanos.p99, then: (past) => past.p99Nanos, text: duration },
  rate: { title: "rate", now: rateOf, then: (past) => past.ratePerSecond, text: rate },
  errors: { title: "errors", now: (row) => row.errorRatio, then: (past) => past.errorRatio, text: percent }
};

/** All columns. Changes are of one of FIGURES, against pasts (the answer of store/past, if any). */
export function columnsOf(figure, pasts) {
  const quiet = ({ quietSince }) => (quietSince === undefined ? undefined : "muted");
  const failing = (row) => (row.errorRatio > 0 && !quiet(row) ? "bad" : "muted");
  const weak = (row) => (isWeak(row) ? "muted" : undefined);
  return [
    { key: "endpoint", title: "Endpoint", value: ({ endpoint }) => endpointKey(endpoint), cell: nameCell },
    { key: "state", title: "State", width: "8em", value: ({ order }) => order, cell: stateCell,
      hint: "Incidents of the endpoint, growth of p95 against its earlier windows, or whether a change would be "
        + "detected. In this order: incidents by severity, what grew, then total time" },
    figureColumn("total", "Total time", duration, ({ totalNanos }) => totalNanos,
      { width: "5.6em", mark: quiet, hint: "Response times of all requests in the newest window, added up" }),
    figureColumn("rate", "Rate", rate, rateOf, { width: "5.4em", mark: quiet, hint: RATE_HINT }),
    figureColumn("traces", "Requests", number, ({ traces }) => traces,
      { width: "5.5em", mark: quiet, hint: "Requests in the newest window" }),
    figureColumn("errors", "Errors", percent, ({ errorRatio }) => errorRatio,
      { width: "4.6em", mark: failing, hint: "Share of the requests that failed" }),
    ...["p50", "p95", "p99"].map((name) => figureColumn(name, name, duration,
      (row) => row.latencyNanos?.[name], { width: "5.4em", mark: weak,
        hint: "Grey: from fewer than " + FEW_REQUESTS + " requests, or not from the newest window" })),
    { key: "spark", title: "p95 trend", width: "5.5em", fixed: true, value: () => undefined,
      cell: ({ spark }) => html`<${Spark} points=${spark} />` },
    ...AGES.filter(([agoMillis]) => known(agoMillis, pasts))
      .map((age) => pastColumn(age, FIGURES[figure], pasts)),
    { key: "hottest", title: "Hottest step", width: "13%", value: ({ hottest }) => hottest?.share,
      cell: hottestCell, hint: "The step with the largest share of the requests' time" }
  ];
}

/** Whether the store has requests of a past; a column without one would take the place of names. */
function known(agoMillis, pasts) {
  return pasts?.some((past) => past.agoMillis === agoMillis && past.endpoints.length > 0);
}

/** The rate; undefined for an endpoint without requests in the newest window. */
function rateOf({ quietSince, ratePerSecond }) {
  return quietSince === undefined ? ratePerSecond : undefined;
}

/** Whether a row's figures are unreliable: from few requests, or not from the newest window. */
function isWeak({ quietSince, traces }) {
  return quietSince !== undefined || traces < FEW_REQUESTS;
}

function nameCell({ endpoint }) {
  return html`
    <a class="two" data-test="endpoint" href=${href("endpoint", endpoint)}>
      <span class="endpoint-operation"><${CutName} value=${endpoint.operation} /></span>
      <span class="second"><${Name} value=${endpoint.service} /></span>
    </a>`;
}

function stateCell({ quietSince, incidents, severity, growth, watch }) {
  const kind = WATCH[watch?.state];
  let state = html`<span class="muted">${watch?.state ?? "–"}</span>`;
  if (incidents.length > 0) {
    state = html`<a href=${href("incident", { id: incidents[0] })} data-test="incidents"
      ><${SeverityBadge} severity=${severity}>${incidents.length > 1 && " +" + (incidents.length - 1)
      }</${SeverityBadge}></a>`;
  } else if (growth !== undefined && quietSince === undefined) {
    state = html`<span class="bad" data-test="growth" data-value=${growth}><span class="arrow"
      aria-hidden="true">▲</span>p95 ${signedPercent(growth)}</span>`;
  } else if (quietSince !== undefined) {
    state = html`<span class="warn">no requests</span>`;
  } else if (kind) {
    state = html`<${Badge} kind=${kind} title=${visible(watch.reason)}>${watch.state}</${Badge}>`;
  }
  return quietSince === undefined ? state : html`
    <span class="two" data-test="quiet-since" data-value=${quietSince}><span>${state}</span>
      <span class="second">since <${Time} millis=${quietSince} /></span></span>`;
}

function pastColumn([agoMillis, title, words], figure, pasts) {
  const endpoints = pasts?.find((past) => past.agoMillis === agoMillis)?.endpoints ?? [];
  const then = new Map(endpoints.map((past) => [endpointKey(past.endpoint), past]));
  const pastOf = ({ endpoint }) => then.get(endpointKey(endpoint));
  return {
    key: "ago" + agoMillis / 3600000, title, align: "end", width: "5.5em",
    hint: "Change of " + figure.title + " against " + words + " ago",
    value: (row) => changeOf(figure, row, pastOf(row)),
    cell: (row) => changeCell(figure, row, pastOf(row), words)
  };
}

function changeOf(figure, row, past) {
  const now = figure.now(row);
  const before = past && figure.then(past);
  if (now === undefined || before === undefined) {
    return undefined;
  } else if (figure === FIGURES.errors) {
    return now - before;
  }
  return before > 0 ? now / before - 1 : undefined;
}

function changeCell(figure, row, past, words) {
  const value = changeOf(figure, row, past);
  if (value === undefined) {
    const none = !past ? "No requests " + words + " ago" : undefined;
    return html`<span class="muted" title=${none}>–</span>`;
  }
  const errors = figure === FIGURES.errors;
  const large = Math.abs(value) >= (errors ? MARKED_ERRORS : MARKED);
  const few = isWeak(row) || past.rows < FEW_REQUESTS;
  const worse = figure === FIGURES.rate ? undefined : value > 0 ? "bad" : "good";
  const title = `${figure.title} ${words} ago: ${figure.text(figure.then(past))} `
    + `over ${number(past.requests)} requests, ${number(past.rows)} of them in the store`
    + (few ? ": too few to rely on, or none now" : "");
  const mark = few ? "muted" : large ? worse : undefined;
  return html`
    <span class=${mark} title=${title} data-test="change" data-value=${value}>
      ${large && html`<span class="arrow" aria-hidden="true">${value > 0 ? "▲" : "▼"}</span>`}${
        errors ? points(value) : signedPercent(value)}</span>`;
}

/** The hottest step: an operation, or the way from one service to another. */
function hottestCell({ hottest, quietSince }) {
  if (!hottest) {
    return html`<span class="muted">–</span>`;
  }
  const { service, operation, callee, share } = hottest;
  const way = callee !== undefined;
  return html`
    <span class=${quietSince === undefined ? "two" : "two muted"} data-test="hottest" data-value=${share}>
      <span><strong>${percent(share)}</strong> ${way
        ? html`<${Name} value=${service} /> → <${Name} value=${callee} />`
        : html`<${Name} value=${operation} />`}</span>
      <span class="second">${way ? "between the services" : html`<${Name} value=${service} />`}</span>
    </span>`;
}
