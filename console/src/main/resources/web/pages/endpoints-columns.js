// The columns of page Endpoints.
import { html } from "../html.js";
import { href } from "../router.js";
import { duration, number, percent, rate, signedPercent, visible } from "../format.js";
import { points } from "../components/place.js";
import { Badge, CutName, Name, Time } from "../components/basics.js";
import { Spark } from "../components/spark.js";

const MARKED = 0.1;
const FEW_REQUESTS = 20;
const AGES = [[3600000, "1 h", "an hour"], [86400000, "1 d", "a day"], [604800000, "7 d", "a week"]];
const WATCH_ORDER = ["blind", "learning", "watching"];

/** The figures that can be compared with the past: how to read them now and in the past. */
export const FIGURES = {
  p50: { title: "p50", now: (row) => row.latencyNanos.p50, then: (past) => past.p50Nanos, text: duration },
  p95: { title: "p95", now: (row) => row.latencyNanos.p95, then: (past) => past.p95Nanos, text: duration },
  p99: { title: "p99", now: (row) => row.latencyNanos.p99, then: (past) => past.p99Nanos, text: duration },
  rate: { title: "rate", now: rateOf, then: (past) => past.ratePerSecond, text: rate },
  errors: { title: "errors", now: (row) => row.errorRatio, then: (past) => past.errorRatio, text: percent }
};

/** The key of an endpoint's row. */
export function endpointKey({ endpoint }) {
  return endpoint.service + "\u0000" + endpoint.operation;
}

/** All columns. Changes are of one of FIGURES, against pasts (the answer of index/past, if any). */
export function columnsOf(figure, pasts) {
  return [
    { key: "endpoint", title: "Endpoint", value: endpointKey, cell: nameCell },
    { key: "state", title: "State", width: "8em", value: stateOrder, cell: stateCell,
      hint: "Incidents of the endpoint, and whether a change would be detected" },
    { key: "rate", title: "Rate", align: "end", width: "5.4em", value: rateOf,
      cell: figureCell("rate", rateOf, rate), hint: "Requests per second" },
    { key: "requests", title: "Requests", align: "end", width: "5.5em", value: (row) => row.traces,
      cell: figureCell("traces", (row) => row.traces, number), hint: "Requests in the newest window" },
    { key: "errors", title: "Errors", align: "end", width: "4.6em", value: (row) => row.errorRatio,
      cell: errorCell, hint: "Share of the requests that failed" },
    ...["p50", "p95", "p99"].map(latencyColumn),
    { key: "spark", title: "p95 trend", width: "5.5em", fixed: true, value: () => undefined, cell: sparkCell },
    ...AGES.map((age) => pastColumn(age, FIGURES[figure], pasts)),
    { key: "hottest", title: "Hottest step", width: "13%", value: (row) => row.hottest?.share,
      cell: hottestCell, hint: "The step with the largest share of the requests' time" }
  ];
}

/** The rate; undefined for an endpoint without requests in the newest window. */
function rateOf(row) {
  return row.quietSince === undefined ? row.ratePerSecond : undefined;
}

/** Whether a row's figures are unreliable: from few requests, or not from the newest window. */
function isWeak(row) {
  return row.quietSince !== undefined || row.traces < FEW_REQUESTS;
}

function figureCell(name, value, text, weak) {
  const isMuted = weak ?? ((row) => row.quietSince !== undefined);
  return (row) => html`<span class=${isMuted(row) ? "few" : undefined} data-test=${name}
    data-value=${value(row)}>${text(value(row))}</span>`;
}

function latencyColumn(name) {
  const value = (row) => row.latencyNanos?.[name];
  const cell = figureCell(name, value, duration, isWeak);
  return { key: name, title: name, align: "end", width: "5.4em", value, cell,
    hint: "Grey: from fewer than " + FEW_REQUESTS + " requests, or not from the newest window" };
}

function nameCell({ endpoint }) {
  return html`
    <a class="two" data-test="endpoint" href=${href("endpoint", endpoint)}>
      <span class="endpoint-operation"><${CutName} value=${endpoint.operation} /></span>
      <span class="second"><${Name} value=${endpoint.service} /></span>
    </a>`;
}

function stateOrder(row) {
  return row.incidents.length > 0 ? "0" : "1" + WATCH_ORDER.indexOf(row.watch?.state);
}

function stateCell(row) {
  const { quietSince } = row;
  return quietSince === undefined ? stateOf(row) : html`
    <span class="two" data-test="quiet-since" data-value=${quietSince}>
      <span>${row.incidents.length > 0 ? stateOf(row)
        : html`<span class="quiet-since">no requests</span>`}</span>
      <span class="second">since <${Time} millis=${quietSince} /></span>
    </span>`;
}

function stateOf(row) {
  if (row.incidents.length > 0) {
    const target = href("incident", { id: row.incidents[0] });
    const text = row.incidents.length === 1 ? "incident" : number(row.incidents.length) + " incidents";
    return html`<a href=${target} data-test="incidents"><${Badge} kind="bad">${text}</${Badge}></a>`;
  }
  const state = row.watch?.state;
  const kind = { blind: "warn", learning: "info" }[state];
  const title = row.watch?.reason ? visible(row.watch.reason) : undefined;
  return kind ? html`<${Badge} kind=${kind} title=${title}>${state}</${Badge}>`
    : html`<span class="muted">${state ?? "–"}</span>`;
}

function errorCell(row) {
  const failed = row.errorRatio > 0 && row.quietSince === undefined;
  return html`<span class=${failed ? "up" : "muted"} data-test="errors" data-value=${row.errorRatio}
    >${failed && html`<span class="arrow" aria-hidden="true">▲</span>`}${percent(row.errorRatio)}</span>`;
}

function sparkCell(row) {
  return html`<span class="endpoint-spark"><${Spark} points=${row.spark} /></span>`;
}

function pastColumn([agoMillis, title, words], figure, pasts) {
  const past = pasts?.find((one) => one.agoMillis === agoMillis);
  const then = new Map((past?.endpoints ?? []).map((one) => [endpointKey(one), one]));
  const value = (row) => change(figure, row, then.get(endpointKey(row)));
  return {
    key: "ago" + agoMillis / 3600000, title, align: "end", width: "5.5em", value,
    hint: "Change of " + figure.title + " against " + words + " ago",
    cell: (row) => changeCell(figure, row, then.get(endpointKey(row)), words, pasts !== undefined)
  };
}

function change(figure, row, past) {
  const now = figure.now(row);
  const before = past && figure.then(past);
  if (now === undefined || before === undefined) {
    return undefined;
  }
  if (figure === FIGURES.errors) {
    return now - before;
  }
  return before > 0 ? now / before - 1 : undefined;
}

function changeCell(figure, row, past, words, asked) {
  const value = change(figure, row, past);
  if (value === undefined) {
    const none = asked && !past ? "No requests " + words + " ago" : undefined;
    return html`<span class="muted" title=${none}>–</span>`;
  }
  const errors = figure === FIGURES.errors;
  const large = Math.abs(value) >= (errors ? 0.001 : MARKED);
  const few = isWeak(row) || past.rows < FEW_REQUESTS;
  const good = figure === FIGURES.rate ? "" : value > 0 ? "up" : "down";
  const title = figure.title + " " + words + " ago: " + figure.text(figure.then(past)) + " over "
    + pastRequests(past) + (few ? ": too few to rely on, or none now" : "");
  return html`
    <span class=${few ? "few" : large ? good : ""} title=${title} data-test=${"change"} data-value=${value}>
      ${large && html`<span class="arrow" aria-hidden="true">${value > 0 ? "▲" : "▼"}</span>`}${
        errors ? points(value) : signedPercent(value)}</span>`;
}

/** The number of requests, estimated from those that the index keeps. */
function pastRequests({ requests, rows }) {
  return number(requests) + " requests, " + number(rows) + " of them in the index";
}

/** The hottest step: an operation, or the way from one service to another. */
function hottestCell({ hottest, quietSince }) {
  if (!hottest) {
    return html`<span class="muted">–</span>`;
  }
  const { service, operation, callee, share } = hottest;
  const way = callee !== undefined;
  return html`
    <span class=${quietSince === undefined ? "two" : "two few"} data-test="hottest" data-value=${share}>
      <span><strong>${percent(share)}</strong> ${way
        ? html`<${Name} value=${service} /> → <${Name} value=${callee} />`
        : html`<${Name} value=${operation} />`}</span>
      <span class="second">${way ? "between the services" : html`<${Name} value=${service} />`}</span>
    </span>`;
}
