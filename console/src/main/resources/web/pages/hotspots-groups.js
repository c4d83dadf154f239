// The time of a frame by the values of an attribute (CRISP figure 21).
import { html, useMemo } from "../html.js";
import { useAnswer } from "../api.js";
import { duration, number, probability, visible } from "../format.js";
import { Card, Empty, Name } from "../components/basics.js";
import { FrameName } from "../components/frame-name.js";
import { Strip } from "../components/strip.js";
import { Table } from "../components/table.js";
import { Answered } from "./shared/answered.js";
import { useEndpoint, Window } from "./hotspots-endpoint.js";

export function GroupsPart({ params }) {
  const { endpoint, choice, endpoints } = useEndpoint(params);
  const records = useAnswer(endpoint ? "endpoint/records" : null,
    { stream: "breakdowns", service: endpoint?.service, operation: endpoint?.operation });
  const newest = useMemo(() => newestOf(records.data?.records ?? []), [records.data]);
  return html`
    <${Card} title="Does the value of an attribute matter?" actions=${choice}>
      <${Answered} answer=${endpoint ? records : endpoints} lines=${6}>${() => newest.length === 0
        && html`<${Empty}>No attribute splits the requests of this endpoint. Groups need
        attributes in the key <code>spans.attributes</code>, such as k8s.pod.name, and values with at least
        five requests.</${Empty}>`}</${Answered}>
      ${newest.length > 0 && html`<p class="muted">Requests <${Window} window=${newest[0].window} />. The
        least probable differences come first. From dark to light, the parts of a bar end at the median, p95
        and p99. The dot is the mean.</p>`}
    </${Card}>
    <div class="stack">${newest.map((record, i) => html`
      <${Breakdown} key=${i} record=${record} />`)}</div>`;
}

/** The records of the newest window, least probable first. */
function newestOf(records) {
  const end = Math.max(...records.map((record) => record.window.endMillis));
  const newest = records.filter((record) => record.window.endMillis === end);
  return newest.sort((a, b) => (a.pValue ?? 1) - (b.pValue ?? 1));
}

/** A frame's own time by the groups of an attribute. */
function Breakdown({ record }) {
  const columns = useMemo(() => columnsOf(record.groups), [record]);
  const title = html`<${Name} value=${record.attribute} />${" "}<span class="muted">in${" "}</span>
    <${FrameName} frame=${record.frame} />`;
  return html`
    <${Card} title=${title} test="breakdown">
      <p class="muted">${record.pValue !== undefined
        && html`p-value ${probability(record.pValue)}: such differences
        would be ${wordOf(record.pValue)} if the value did not matter.`}</p>
      <${Table} columns=${columns} rows=${record.groups} rowKey=${({ value }) => value} height="480px"
        label=${"Own time by " + visible(record.attribute)} /></${Card}>`;
}

function columnsOf(groups) {
  const most = Math.max(...groups.map(({ meanNanos, p99Nanos }) => Math.max(meanNanos, p99Nanos)));
  const time = (key, title) =>
    ({ key, title, align: "end", value: (group) => group[key], cell: (group) => duration(group[key]) });
  return [
    { key: "value", title: "Value", value: ({ value }) => value,
      cell: ({ value }) => html`<${Name} value=${value} />` },
    { key: "requests", title: "Requests", align: "end", value: ({ requests }) => requests,
      cell: ({ requests }) => number(requests) },
    { key: "strip", title: "", width: "34%", value: ({ p50Nanos }) => p50Nanos,
      cell: (group) => html`
        <${Strip} distribution=${distributionOf(group)} format=${duration} most=${most} />` },
    time("meanNanos", "Mean"), time("p50Nanos", "p50"), time("p95Nanos", "p95"), time("p99Nanos", "p99"),
  ];
}

function distributionOf({ meanNanos, p50Nanos, p95Nanos, p99Nanos }) {
  return { mean: meanNanos, p50: p50Nanos, p95: p95Nanos, p99: p99Nanos };
}

function wordOf(pValue) {
  return pValue < 0.001 ? "very improbable" : pValue < 0.05 ? "improbable" : "not surprising";
}
