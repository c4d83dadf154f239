// Page Hotspots: the most costly frames over all endpoints, diagnoses and distributions.
import { html } from "../html.js";
import { useAnswer } from "../api.js";
import { navigate } from "../router.js";
import { duration, number, percent } from "../format.js";
import { Card, Empty, EndpointLink, Tabs } from "../components/basics.js";
import { FrameName } from "../components/frame-name.js";
import { Table } from "../components/table.js";
import { Answered } from "./shared/answered.js";
import { DiagnosesPart } from "./hotspots-diagnoses.js";
import { GroupsPart } from "./hotspots-groups.js";
import { HeatPart } from "./hotspots-heat.js";
import { Window } from "./hotspots-endpoint.js";
import { SystemPart } from "./hotspots-system.js";

const PARTS = [
  { key: "frames", title: "Frames", part: FramesPart },
  { key: "diagnoses", title: "Diagnoses", part: DiagnosesPart },
  { key: "heat", title: "Frames by requests", part: HeatPart },
  { key: "system", title: "Distributions", part: SystemPart },
  { key: "groups", title: "Groups of an attribute", part: GroupsPart },
];

export function HotspotsPage({ params }) {
  const chosen = PARTS.find(({ key }) => key === params.part) ?? PARTS[0];
  const choose = (key) => navigate("hotspots", { ...params, part: key });
  return html`
    <div class="page-head"><h1>Hotspots</h1></div>
    <div class="stack"><${Tabs} tabs=${PARTS} chosen=${chosen.key} onChoose=${choose} />
      <${chosen.part} params=${params} /></div>`;
}

/** The frames with the most own time over all endpoints; callers and endpoints of the chosen one. */
function FramesPart({ params }) {
  const answer = useAnswer("records", { stream: "hotspots" }, { live: true });
  return html`<${Answered} answer=${answer} lines=${12}>${({ records }) => html`
    <${Frames} rows=${records} params=${params} />`}</${Answered}>`;
}

function Frames({ rows, params }) {
  if (rows.length === 0) {
    return html`<${Empty}>No hotspots yet. They appear when the first window ends.</${Empty}>`;
  }
  const chosen = rows.find((row) => String(row.rank) === params.rank) ?? rows[0];
  const sum = rows.reduce((all, row) => all + row.exclusiveNanos, 0);
  const change = (some) => navigate("hotspots", { ...params, ...some }, { replace: true });
  return html`
    <div class="hotspots">
      <${Card} title=${html`Own time on critical paths, all
        endpoints${" "}<${Window} window=${rows[0].window} />`}>
        <${Table} columns=${frameColumns(sum)} rows=${rows} rowKey=${(row) => row.rank}
          sort=${params.sort ?? "rank"} onSort=${(sort) => change({ sort })}
          onRow=${({ rank }) => change({ rank })} label="Hotspots" height="72vh" /></${Card}>
      <${Chosen} row=${chosen} />
    </div>`;
}

function frameColumns(sum) {
  const count = (key, title, hint) =>
    ({ key, title, hint, align: "end", value: (row) => row[key], cell: (row) => number(row[key]) });
  return [
    { key: "rank", title: "Rank", align: "end", value: (row) => row.rank },
    { key: "frame", title: "Frame", width: "44%", value: (row) => row.service + " " + row.operation,
      cell: (row) => html`<${FrameName} frame=${row} />` },
    { key: "exclusiveNanos", title: "Own time", align: "end", value: (row) => row.exclusiveNanos,
      cell: (row) => html`
      <span data-test="hotspot-own"
        data-value=${row.exclusiveNanos}>${duration(row.exclusiveNanos)}</span>` },
    { key: "share", title: "Share", hint: "Share of the own time of all listed frames",
      align: "end",
      value: (row) => row.exclusiveNanos / sum, cell: (row) => percent(row.exclusiveNanos / sum) },
    { key: "each", title: "Per request", hint: "Own time per request that has it on its critical path",
      align: "end",
      value: (row) => row.exclusiveNanos / row.traces,
        cell: (row) => duration(row.exclusiveNanos / row.traces) },
    count("endpoints", "Endpoints", "Endpoints that have it on a critical path"),
    count("traces", "Requests", "Requests that have it on their critical path"),
  ];
}

function Chosen({ row }) {
  return html`
    <div class="stack" data-test="hotspot" data-rank=${row.rank}>
      <${Card} title=${html`<${FrameName} frame=${row} />`}>
        <p class="muted">${duration(row.exclusiveNanos)} of own time, on the critical path of
          ${" " + number(row.traces)} of the ${number(row.tracesPresent)} requests that have it.</p>
        <h3>Callers</h3>
        ${row.callers.length === 0 && html`<p class="muted">None. Requests begin with this frame.</p>`}
        ${row.callers.map((caller, i) => html`
          <${Part} key=${i} nanos=${caller.exclusiveNanos} whole=${row.exclusiveNanos}
          name=${html`<${FrameName} frame=${caller} />`} />`)}
        <h3>Endpoints</h3>
        ${row.shares.map((share, i) => html`
          <${Part} key=${i} nanos=${share.exclusiveNanos} whole=${row.exclusiveNanos}
          note=${percent(share.share) + " of the endpoint's time"}
            name=${html`<${EndpointLink} endpoint=${share} />`} />`)}
      </${Card}>
    </div>`;
}

function Part({ name, nanos, whole, note }) {
  return html`
    <div class="part"><div class="part-name">${name}</div>
      <meter class="share" min="0" max="1" value=${nanos / whole} title=${percent(nanos / whole)}></meter>
      <span class="end">${duration(nanos)}, <span class="muted">${note
        ?? percent(nanos / whole)}</span></span></div>`;
}
