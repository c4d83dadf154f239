// Where requests are slow, in tprof's hierarchy: from request types down to parts of single spans.
import { html, useMemo } from "../../html.js";
import { useAnswer } from "../../api.js";
import { duration, number, percent, visible } from "../../format.js";
import { Badge, Card, Empty, Name, Tabs, Time, TraceLink } from "../../components/basics.js";
import { Table } from "../../components/table.js";
import { Answered } from "../shared/answered.js";

const RANKINGS = { "critical-path": "Critical path", "self-time": "Self time" };
const LAYERS = { 2: "operation", 3: "same calls", 4: "same order" };
const WORDS = {
  operation_self: "own time", child_diff: "between two calls", end_diff: "after its last call",
    sub_span: "a part"
};
const MARGIN_MILLIS = 600000;

export function DiagnosesCard({ endpoint, params, change }) {
  const answer = useAnswer("endpoint/records", { stream: "diagnoses", ...endpoint }, { live: true });
  const rankings = useMemo(() => byRanking(answer.data?.records ?? []), [answer.data]);
  const names = Object.keys(RANKINGS).filter((name) => rankings.has(name));
  const chosen = names.includes(params.ranking) ? params.ranking : names[0];
  const tabs = names.length > 1 && html`<${Tabs} chosen=${chosen}
    tabs=${names.map((key) => ({ key, title: RANKINGS[key] }))}
    onChoose=${(ranking) => change({ ranking }, { replace: true })} />`;
  return html`
    <${Card} title="Diagnoses" test="diagnoses" actions=${tabs}>
      <${Answered} answer=${answer} lines=${6}>${() => chosen ? html`<${Findings}
        findings=${rankings.get(chosen)} />`
        : html`<${Empty}>No diagnosis of this endpoint: the job makes them
          where <code>diagnosis.enabled</code> is on and a window has enough
            requests.</${Empty}>`}</${Answered}>
    </${Card}>`;
}

/** The findings of the newest window by ranking, each below its parent. */
function byRanking(records) {
  const newest = Math.max(...records.map(({ window }) => window.endMillis));
  const rankings = new Map();
  for (const record of records.filter(({ window }) => window.endMillis === newest)) {
    rankings.set(record.ranking, [...(rankings.get(record.ranking) ?? []), record]);
  }
  rankings.forEach((findings) => findings.sort((a, b) => inOrder(a.id, b.id)));
  return rankings;
}

function inOrder(one, other) {
  const a = one.split(".").map(Number);
  const b = other.split(".").map(Number);
  const at = a.findIndex((rank, index) => rank !== b[index]);
  return at < 0 ? a.length - b.length : at >= b.length ? 1 : a[at] - b[at];
}

function Findings({ findings }) {
  const { window, requests } = findings[0];
  const range = { from: window.startMillis - MARGIN_MILLIS, to: window.endMillis + MARGIN_MILLIS };
  return html`
    <${Table} label="Diagnoses" columns=${columnsOf(range)} rows=${findings} rowKey=${({ id, kind }) => id
      + kind} height="460px" />
    <p class="muted table-note">tprof's layers: an operation of all requests, then of those with the same
      calls, then of those with the calls in the same order. Of ${number(requests)} requests, <${Time}
        millis=${window.startMillis} /> –${" "}
      <${Time} millis=${window.endMillis} />.</p>`;
}

function columnsOf(range) {
  const time = (key, title, hint) => ({ key, title, hint, align: "end", value: (row) => row[key],
    cell: (row) => duration(row[key]) });
  return [
    { key: "finding", title: "Finding", value: ({ id }) => id, cell: findingCell },
    { key: "layer", title: "Of requests with", value: ({ layer }) => layer,
      cell: ({ layer, coverage }) => html`
      <span class="muted nowrap">${LAYERS[layer] ?? "any calls"}, ${percent(coverage)}</span>` },
    { key: "explained", title: "Explains", align: "end", value: ({ explained }) => explained,
      hint: "Share of the latency for which critical paths wait at this place",
      cell: ({ explained }) => html`<span data-test="explained"
        data-value=${explained}>${percent(explained)}</span>` },
    { key: "count", title: "Count", align: "end", value: ({ count }) => count,
      cell: ({ count }) => number(count) },
    time("meanNanos", "Mean"),
    time("p50Nanos", "p50"),
    time("p99Nanos", "p99"),
    { key: "normal", title: "Normal", align: "end", hint: "Mean of the normal requests, and of the slowest",
      value: ({ normal }) => normal?.meanNanos, cell: ({ normal, slowest }) => normal && slowest
        ? duration(normal.meanNanos) + " → " + duration(slowest.meanNanos) : "–" },
    { key: "trace", title: "Trace", value: ({ exemplar }) => exemplar, cell: ({ exemplar }) => exemplar
      ? html`<${TraceLink} id=${exemplar} ...${range} />` : html`<span class="muted">–</span>` }
  ];
}

function findingCell(finding) {
  const { id, operation, kind, part, problematic, tail } = finding;
  const depth = id.split(".").length - 1;
  return html`
    <span class="finding" style=${{ paddingLeft: (depth - 1) * 16 + "px" }}>
      <span class="muted">${id}</span> <span class="muted"><${Name} value=${operation.service} /></span>${" "}
      <${Name} value=${operation.operation} />${WORDS[kind] && html` <span
        class="muted">${WORDS[kind]}</span>`}
      ${part !== undefined && html` <span class="muted">${between(finding)}</span>`}
      ${problematic && html` <${Badge} kind="bad">problem</${Badge}>`}
      ${tail && html` <${Badge} kind="warn" title="Only the slowest requests are slow here">tail</${Badge}>`}
    </span>`;
}

/** Which part of the slow span it is: between two of its events. */
function between({ after, before, part }) {
  return after && before ? `from ${eventText(after)} to ${eventText(before)}` : "part " + part;
}

function eventText({ event, service, operation }) {
  return visible(event) + " of " + visible(service) + " " + visible(operation);
}
