// The time of a frame by the values of an attribute (CRISP figure 21).
import { html, useMemo } from "../html.js";
import { useAnswer } from "../api.js";
import { visible } from "../format.js";
import { Card, Empty, Loading, Name, Problem } from "../components/basics.js";
import { FrameName } from "../components/frame-name.js";
import { Violins } from "../components/bars.js";
import { useEndpoint, Window } from "./hotspots-endpoint.js";

const SHARES = [[0.5, "p50Nanos"], [0.95, "p95Nanos"], [0.99, "p99Nanos"]];

export function GroupsPart({ params }) {
  const { endpoint, choice, error: noEndpoints } = useEndpoint(params);
  const { data, error } = useAnswer(endpoint ? "endpoint/records" : null,
    { stream: "breakdowns", service: endpoint?.service, operation: endpoint?.operation });
  const newest = useMemo(() => newestOf(data?.records ?? []), [data]);
  return html`
    <${Card} title="Does the value of an attribute matter?" actions=${choice}>
      ${(error ?? noEndpoints) && html`<${Problem} error=${error ?? noEndpoints} />`}
      ${!data && !error && !noEndpoints && html`<${Loading} lines=${6} />`}
      ${data && newest.length === 0
        && html`<${Empty}>No attribute splits the requests of this endpoint. Groups need
        attributes in <code>spans.attributes</code> of the configuration, such as k8s.pod.name, and values
        with at least five requests.</${Empty}>`}
      ${newest.length > 0 && html`<p class="muted"><${Window} window=${newest[0].window} />, the least
        probable differences first. Lines are p50, p95 and p99, the dot is the mean; between them the shape is
        a guess.</p>`}
    </${Card}>
    <div class="columns">${newest.map((record, i) => html`
      <${Breakdown} key=${i} record=${record} />`)}</div>`;
}

/** The records of the newest window, the least probable first. */
export function newestOf(records) {
  const end = Math.max(...records.map((record) => record.window.endMillis));
  const newest = records.filter((record) => record.window.endMillis === end);
  return newest.sort((a, b) => (a.pValue ?? 1) - (b.pValue ?? 1));
}

/** A frame's own time by the groups of an attribute. */
export function Breakdown({ record }) {
  const groups = useMemo(() => record.groups.map((group) => ({
    label: visible(group.value), count: group.requests, mean: group.meanNanos,
    quantiles: SHARES.map(([share, key]) => [share, group[key]]),
  })), [record]);
  const title = html`<${Name} value=${record.attribute} />${" "}<span class="muted">in${" "}</span>
    <${FrameName} frame=${record.frame} />`;
  return html`
    <${Card} title=${title} test="breakdown">
      <p class="muted">${record.pValue !== undefined
        && html`p-value ${record.pValue.toPrecision(2)}: such differences
        would be ${wordOf(record.pValue)} if the value did not matter.`}</p>
      <${Violins} groups=${groups} label=${"Own time by " + visible(record.attribute)} /></${Card}>`;
}

function wordOf(pValue) {
  return pValue < 0.001 ? "very improbable" : pValue < 0.05 ? "improbable" : "no surprise";
}
