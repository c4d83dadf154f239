// Distributions over the requests of all endpoints (CRISP figures 13 to 20).
import { html } from "../html.js";
import { useAnswer } from "../api.js";
import { duration, number } from "../format.js";
import { Card, Empty } from "../components/basics.js";
import { Strip } from "../components/strip.js";
import { Table } from "../components/table.js";
import { Answered } from "./shared/answered.js";
import { Window } from "./hotspots-endpoint.js";

const NAMES = {
  latencyNanos: "Response time",
  spansPerRequest: "Spans per request",
  framesPerRequest: "Distinct frames per request",
  callDepth: "Longest call chain of a request",
  concurrentSpans: "Largest number of concurrent spans",
  spansOnCriticalPath: "Spans on the critical path",
  framesOnCriticalPath: "Distinct frames on the critical path",
  callersPerFrame: "Distinct callers of a frame",
};

export function SystemPart() {
  const answer = useAnswer("records", { stream: "systems" }, { live: true });
  return html`<${Answered} answer=${answer} lines=${8}>${({ records }) => records.length === 0
    ? html`<${Empty}>No distributions yet. They appear when the first window ends.</${Empty}>`
    : html`<${System} record=${records[0]} />`}</${Answered}>`;
}

function System({ record }) {
  return html`
    <${Card} title=${html`${number(record.requests)} requests of all
      endpoints${" "}<${Window} window=${record.window} />`}>
      <${Table} columns=${columns()} rows=${record.distributions} rowKey=${(row) => row.name}
        label="Distributions" />
      <p class="muted strip-note">Each bar ends at the largest value. From dark to light, its parts end at the
        median, p90, p95 and p99. The dot is the mean.</p>
    </${Card}>`;
}

function columns() {
  const figure = (key, title) => ({ key, title, align: "end", value: (row) => row[key], cell: (row) => html`
    <span data-test=${"system-" + row.name + "-" + key}
      data-value=${row[key]}>${formatOf(row)(row[key])}</span>` });
  return [
    { key: "name", title: "Distribution", value: (row) => NAMES[row.name] ?? row.name },
    { key: "strip", title: "", width: "38%", value: (row) => row.p50, cell: (row) => html`
      <${Strip} distribution=${row} format=${formatOf(row)} most=${row.max} />` },
    figure("mean", "Mean"), figure("p50", "p50"), figure("p90", "p90"), figure("p95", "p95"),
      figure("p99", "p99"), figure("max", "Max"),
  ];
}

function formatOf(row) {
  return row.name.endsWith("Nanos") ? duration : number;
}
