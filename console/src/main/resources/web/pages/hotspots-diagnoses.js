// Where requests are slow, in tprof's four layers, the most costly first.
import { html, useMemo, useState } from "../html.js";
import { useAnswer } from "../api.js";
import { duration, number, percent, visible } from "../format.js";
import {
  Badge, Card, Empty, EndpointLink, Loading, Problem, Tabs, TraceLink
} from "../components/basics.js";
import { FrameName } from "../components/frame-name.js";
import { Table } from "../components/table.js";
import { Window } from "./hotspots-endpoint.js";

const RANKINGS = [{ key: "critical-path", title: "By what requests wait for" },
  { key: "self-time", title: "By work" }];
const LAYERS = ["", "all requests", "a request type", "requests with the same calls",
  "calls in the same order"];
const EVENTS = { span_begin: "its start", span_end: "its end", call_begin: "the call of",
  call_end: "the end of" };

export function DiagnosesPart() {
  const { data, error } = useAnswer("records", { stream: "diagnoses" }, { live: true });
  if (error || !data) {
    return error ? html`<${Problem} error=${error} />` : html`<${Loading} lines=${12} />`;
  }
  return data.records.length === 0
    ? html`<${Empty}>No diagnosis yet. Set${" "}<code>diagnosis.enabled</code> to true in the configuration of
      the job; a diagnosis comes with each window that ends.</${Empty}>`
    : html`<${Diagnoses} records=${data.records} />`;
}

/** The findings of one window, as a list that opens. */
export function Diagnoses({ records }) {
  const rankings = RANKINGS.filter(({ key }) => records.some((record) => record.ranking === key));
  const [ranking, setRanking] = useState(rankings[0]?.key);
  const [open, setOpen] = useState(new Set(["1", "1.1", "1.1.1"]));
  const all = useMemo(() => findings(records, ranking), [records, ranking]);
  const shown = all.filter(({ parent }) => parent === undefined || isOpen(parent, open));
  const parents = useMemo(() => new Set(all.map((record) => record.parent)), [all]);
  const toggle = (id) => {
    const next = new Set(open);
    if (!next.delete(id)) {
      next.add(id);
    }
    setOpen(next);
  };
  const { window, requests } = records[0];
  return html`
    <${Card} title=${html`${number(requests)} requests${" "}${window
      && html`<${Window} window=${window} />`}`}
        actions=${html`<${Tabs} tabs=${rankings} chosen=${ranking} onChoose=${setRanking} />`}>
      <${Table} columns=${columnsOf(parents, open, toggle)} rows=${shown} rowKey=${(record) => record.id}
        label="Diagnoses" />
    </${Card}>`;
}

function isOpen(id, open) {
  return open.has(id) && (!id.includes(".") || isOpen(id.slice(0, id.lastIndexOf(".")), open));
}

/** One record a finding: that of the part, not that of the whole operation or span. */
function findings(records, ranking) {
  const byId = new Map();
  for (const record of records.filter((each) => each.ranking === ranking)) {
    const whole = record.kind === "operation" || record.kind === "span";
    if (!whole || !byId.has(record.id)) {
      byId.set(record.id, record);
    }
  }
  const key = (id) => id.split(".").map((rank) => rank.padStart(4, "0")).join(".");
  return [...byId.values()].sort((a, b) => (key(a.id) < key(b.id) ? -1 : 1));
}

function columnsOf(parents, open, toggle) {
  const time = (key, title, value, hint) =>
    ({ key, title, hint, align: "end", value, cell: (row) => duration(value(row)) });
  return [
    { key: "place", title: "Place", value: (row) => row.id, cell: (row) => html`
      <${Place} row=${row} open=${parents.has(row.id) ? open.has(row.id) : undefined} toggle=${toggle} />` },
    { key: "explained", title: "Explains",
      hint: "Share of latency for which critical paths wait here, at least", align: "end",
      value: (row) => row.explained, cell: (row) => html`
        <span data-test="diagnosis-explained" data-value=${row.explained}>${percent(row.explained)}</span>` },
    { key: "coverage", title: "of requests", hint: "The group's share of the requests above it", align: "end",
      value: (row) => row.coverage, cell: (row) => percent(row.coverage) },
    time("mean", "Mean", (row) => row.meanNanos),
    time("p99", "p99", (row) => row.p99Nanos),
    time("normal", "Normal", (row) => row.normal.meanNanos, "Mean in normal requests"),
    time("slowest", "Slowest", (row) => row.slowest.meanNanos, "Mean in the slowest requests"),
    { key: "trace", title: "Trace", value: (row) => row.exemplar, cell: (row) => row.exemplar && html`
      <${TraceLink} id=${row.exemplar} from=${row.window?.startMillis} to=${row.window?.endMillis} />` },
  ];
}

function Place({ row, open, toggle }) {
  const indent = { paddingLeft: (row.layer - 1) * 22 + "px" };
  return html`
    <div class="finding" style=${indent}>
      ${open === undefined ? html`<span class="finding-turn"></span>` : html`
        <button type="button" class="quiet finding-turn" aria-expanded=${String(open)}
          aria-label="What is below"
          onClick=${() => toggle(row.id)}>${open ? "▾" : "▸"}</button>`}
      <span class="muted finding-id" title=${"Layer " + row.layer + ": " + LAYERS[row.layer]}>${row.id}</span>
      <span>${row.layer === 2 && row.endpoint && html`<span class="muted">in </span>
          <${EndpointLink} endpoint=${row.endpoint} /><span class="muted">: </span>`}
        <${FrameName} frame=${row.operation} />
        ${row.part !== undefined && html`<span class="muted"> part ${row.part}</span>`}
        <${Between} row=${row} />
        ${row.tail && html`${" "}<${Badge} kind="warn"
          title="Only the slowest requests are slow here">tail</${Badge}>`}
        ${row.problematic && html`${" "}<${Badge} kind="info"
          title="The sub-span that ends a branch">problematic</${Badge}>`}</span>
    </div>`;
}

/** From which event to which the part goes. */
function Between({ row }) {
  const text = (event) => EVENTS[event.event]
    + (event.event.startsWith("span") ? "" : " " + visible(event.service) + " " + visible(event.operation));
  if (!row.after && !row.before) {
    return null;
  }
  const parts = [row.after && "from " + text(row.after), row.before && "to " + text(row.before)];
  return html`<span class="muted finding-part">, ${parts.filter(Boolean).join(" ")}</span>`;
}
