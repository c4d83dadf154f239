// Page Category: its calls and their times, its latencies, and how it differs from other categories.
import { html, useMemo } from "../html.js";
import { inReport, useAnswer } from "../api.js";
import { href, navigate } from "../router.js";
import { duration, endpointName, number, percent, shortId } from "../format.js";
import {
  Badge, Card, Empty, EndpointLink, Figure, Loading, Problem, TraceLink
} from "../components/basics.js";
import { Histogram } from "../components/bars.js";
import { CallTree } from "../components/call-tree.js";
import { LineChart } from "../components/line-chart.js";
import { SwimLane } from "../components/swim-lane.js";
import { aggregateOf } from "./category-lane.js";
import { Answered } from "./shared/answered.js";
import { namedEndpoint } from "./shared/named.js";
import { CategoryDifferences } from "./category-difference.js";
import { Window } from "./hotspots-endpoint.js";

export function CategoryPage({ params }) {
  const { service, operation, flow, from, to } = params;
  const scope = { service, operation, from, to };
  const ready = namedEndpoint(params) && flow;
  const overview = useAnswer(ready ? "index/overview" : null, scope);
  const profile = useAnswer(ready ? "index/category" : null, { ...scope, flow });
  const row = overview.data?.categories.find((category) => category.flow === flow);
  if (!ready) {
    return html`<${Empty}>A category belongs to an endpoint. Open one from the page of its
      endpoint.</${Empty}>`;
  }
  const failed = [overview, profile].find((answer) => answer.error && !answer.data);
  return html`
    <div class="page-head">
      <h1>Category <code data-test="category-flow" data-value=${flow}>${shortId(flow)}</code></h1>
      <span>of <${EndpointLink} endpoint=${{ service, operation }} from=${from} to=${to} /></span></div>
    ${failed ? html`<${Problem} error=${failed.error} again=${failed.again} /><${Known} params=${params}
      categories=${overview.data?.categories} />` : html`
      <div class="stack">
        <${Summary} row=${row} profile=${profile.data} />
        <div class="columns"><${Latencies} row=${row} scope=${scope} flow=${flow} />
          <${Course} params=${params} profile=${profile.data} scope=${scope} /></div>
        ${profile.data ? html`<${Tree} profile=${profile.data} params=${params} />`
          : html`<${Loading} lines=${8} />`}
        ${overview.data && !inReport()
          && html`<${CategoryDifferences} params=${params} categories=${overview.data.categories} />`}
        <${Slowest} scope=${scope} flow=${flow} />
      </div>`}`;
}

/** The endpoint's categories, if the one in the address is not among them. */
function Known({ params, categories }) {
  return categories && html`<${Empty}>The endpoint has these categories in this range of time:${" "}
    ${categories.map(({ flow, share },
      i) => html`${i > 0 && ", "}<a href=${href("category", { ...params, flow })}>
      <code>${shortId(flow)}</code></a> (${percent(share)})`)}</${Empty}>`;
}

function Summary({ row, profile }) {
  if (!row) {
    return null;
  }
  const error = row.requestsError > 0 ? "± " + number(Math.round(row.requestsError)) : undefined;
  return html`
    <${Card} title="Requests with the same calls in the same order" test="category-summary">
      <div class="figures">
        <${Figure} label="Requests" value=${number(row.requests)} note=${error} test="category-requests"
          raw=${row.requests} />
        <${Figure} label="Share of the endpoint" value=${percent(row.share)} test="category-share"
          raw=${row.share} />
        <${Figure} label="Mean" value=${duration(row.meanNanos)} test="category-mean" raw=${row.meanNanos}
          note=${row.meanErrorNanos > 0 ? "± " + duration(row.meanErrorNanos) : undefined} />
        <${Figure} label="p50" value=${duration(row.p50Nanos)} test="category-p50" raw=${row.p50Nanos} />
        <${Figure} label="p99" value=${duration(row.p99Nanos)} test="category-p99" raw=${row.p99Nanos} />
        <${Figure} label="Failed" value=${percent(row.failedShare)} raw=${row.failedShare} />
        <${Figure} label="Variation" value=${number(row.cv)} note=${row.anomalous
          ? html`<${Badge} kind="warn">above 1</${Badge}>` : "standard deviation / mean"} />
        ${profile && html`<${Figure} label="Calls in the tree"
          value=${number(profile.nodes.length) + (profile.truncated ? "+" : "")} />`}
      </div>
    </${Card}>`;
}

function Latencies({ row, scope, flow }) {
  const answer = useAnswer("index/histogram", { ...scope, flow, scale: "log", bins: 40 });
  const bins = useMemo(() => answer.data?.bins.map((bin) => ({ from: bin.fromNanos, to: bin.toNanos,
    count: bin.requests, error: bin.requestsError })), [answer.data]);
  const marks = row ? [{ value: row.p50Nanos, label: "p50" }, { value: row.p99Nanos, label: "p99" }] : [];
  return html`<${Card} title="Latencies">
    <${Answered} answer=${answer} lines=${8}>${() => html`<${Histogram} bins=${bins} marks=${marks}
      height=${310} label="Requests by response time" />`}</${Answered}></${Card}>`;
}

/** Mean and share over time, for the whole request or the chosen node. */
function Course({ params, profile, scope }) {
  const { flow, node } = params;
  const answer = useAnswer("index/tendency", { ...scope, flow, node, buckets: 60 });
  const { data } = answer;
  const series = useMemo(() => data && [{ label: "mean", points: pointsOf(data, "meanNanos") }], [data]);
  const shares = useMemo(() => data && [{ label: "share of requests", points: pointsOf(data, "share") }],
    [data]);
  const of = node === undefined ? undefined : profile?.nodes.find((each) => String(each.position) === node);
  const title = of ? "Tendency of " + endpointName(of) : "Tendency";
  const whole = () => navigate("category", { ...params, node: undefined }, { replace: true });
  return html`<${Card} title=${title}
    actions=${of && html`<button type="button" onClick=${whole}>Whole request</button>`}>
    <${Answered} answer=${answer} lines=${8}>${() => html`
      <${LineChart} series=${series} height=${190} label="Mean time" />
      <${LineChart} series=${shares} unit="percent" height=${150} label="Share" />`}</${Answered}></${Card}>`;
}

/** A value of the buckets over time, with gaps where there were no requests. */
function pointsOf({ bucketMillis, buckets }, field) {
  return buckets.flatMap((bucket, i) => {
    const point = [bucket.timeMillis, field === "meanNanos" && bucket.requests === 0 ? null : bucket[field]];
    const gap = i > 0 && bucket.timeMillis - buckets[i - 1].timeMillis > bucketMillis;
    return gap ? [[bucket.timeMillis - bucketMillis, null], point] : [point];
  });
}

function Tree({ profile, params }) {
  const columns = useMemo(() => treeColumns(profile), [profile]);
  const choose = (node) => navigate("category", { ...params, node: node.position }, { replace: true });
  const diagnoses = useAnswer("endpoint/records",
    { stream: "diagnoses", service: params.service, operation: params.operation });
  const lane = useMemo(() => aggregateOf(diagnoses.data?.records ?? [], profile.nodes),
    [profile, diagnoses.data]);
  return html`
    ${lane && html`<${Card} title="Mean swim lane">
      <p class="muted">Mean start and end of each call in the ${number(lane.requests)}${lane.tail
        && " slowest"} requests with these calls that a diagnosis measured${" "}
        <${Window} window=${lane.window} />.</p>
      <${SwimLane} spans=${lane.spans} sections=${lane.sections} height=${420} /></${Card}>`}
    <${Card} title="Call tree">
      <p class="muted">Choose a call to see its tendency. Times are means per request. In its own time, a
        call waits for no other call.${!lane && diagnoses.data
          && " No diagnosis has measured these calls, so there is no mean swim lane."}</p>
      <${CallTree} nodes=${profile.nodes} columns=${columns} onRow=${choose} height="640px" /></${Card}>`;
}

function treeColumns(profile) {
  const time = (key, title, field) =>
    ({ key, title, align: "end", value: (node) => node[field], cell: (node) => duration(node[field]) });
  const sampled = profile.nodes.some((node) => node.meanErrorNanos > 0);
  return [
    { key: "calls", title: "Calls", align: "end", value: (node) => node.callsPerRequest,
      cell: (node) => number(node.callsPerRequest) },
    { key: "mean", title: "Mean", align: "end", value: (node) => node.meanNanos,
      cell: (node) => duration(node.meanNanos)
      + (sampled ? " ± " + duration(node.meanErrorNanos) : "") },
    { key: "ratio", title: "Share", width: "14%", value: (node) => node.ratio, cell: (node) => html`
      <meter class="share" min="0" max="1" value=${node.ratio} title=${percent(node.ratio)}></meter>` },
    time("own", "Own", "ownNanos"), time("critical", "Critical", "criticalNanos"),
    time("min", "Min", "minNanos"), time("max", "Max", "maxNanos"),
  ];
}

function Slowest({ scope, flow }) {
  const { data } = useAnswer("index/traces", { ...scope, flow, order: "slowest", limit: 12 });
  return data && html`<${Card} title="Slowest requests"><p
    class="exemplars">${data.traces.map((found) => html`
    <span key=${found.spanId}><${TraceLink} id=${found.traceId} from=${scope.from}
      to=${scope.to} /> ${duration(found.durationNanos)}
      ${found.failed && html`${" "}<${Badge} kind="bad">failed</${Badge}>`}
      ${!found.spansKept && html`<span class="muted" title="The index did not keep its spans"> no
        spans</span>`}</span>`)}</p></${Card}>`;
}
