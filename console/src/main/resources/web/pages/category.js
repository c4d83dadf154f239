// Page Category: its calls and their times, its latencies, and how it differs from other categories.
import { html, useMemo } from "../html.js";
import { inReport, useAnswer } from "../api.js";
import { href, paging } from "../router.js";
import { duration, endpointName, number, percent, shortId } from "../format.js";
import { AnswerCard, Answered, Badge, Card, CategoryLink, Empty, EndpointLink, Figure, Problem, RangeLabel,
  TraceLink, Window, namedEndpoint } from "../components/basics.js";
import { CallTree, TreeDifference } from "../components/call-tree.js";
import { Choice } from "../components/controls.js";
import { Histogram } from "../components/histogram.js";
import { LineChart } from "../components/line-chart.js";
import { RangeField, rangeOf } from "../components/range.js";
import { SwimLane } from "../components/swim-lane.js";
import { figureColumn } from "../components/table.js";
import { aggregateOf } from "./category-lane.js";

const LISTED = 12;

export function CategoryPage({ params }) {
  const { service, operation, from, to } = params;
  const scope = { service, operation, from, to };
  const ready = namedEndpoint(params) && params.flow;
  const overview = useAnswer(ready ? "index/overview" : null, scope);
  const profile = useAnswer(ready ? "index/category" : null, { ...scope, flow: params.flow });
  if (!ready) {
    return html`<${Empty}>A category belongs to an endpoint. Open one from the page of its
      endpoint.</${Empty}>`;
  }
  const categories = overview.data?.categories;
  const row = categories?.find((category) => category.flow.startsWith(params.flow)); // an id may be shortened
  const flow = row?.flow ?? params.flow;
  const range = rangeOf(params);
  const failed = [overview, profile].find((answer) => answer.error && !answer.data);
  const page = { ...paging("category", { ...params, flow }), scope };
  return html`
    <div class="page-head">
      <h1>Category <code data-test="category-flow" data-value=${flow}>${shortId(flow)}</code></h1>
      <span class="row">of <${EndpointLink} ...${{ endpoint: { service, operation }, from, to }} />
        ${!range && "all requests in the index"}${" "}
        ${inReport() ? range && html`<${RangeLabel} range=${range} />` : html`
          <${RangeField} label="Range" test="range" range=${range}
            onRange=${(chosen) => page.set({ from: chosen?.from, to: chosen?.to })} />`}</span></div>
    ${failed ? html`<${Problem} ...${failed} /><${Known} params=${params} categories=${categories} />` : html`
      <div class="stack">
        ${row && html`<${Summary} row=${row} profile=${profile.data} />`}
        <div class="columns">
          <${Latencies} ...${page} row=${row} />
          <${Course} ...${page} profile=${profile.data} />
        </div>
        <${Answered} answer=${profile} lines=${8}>${(data) => html`
          <${Tree} ...${page} profile=${data} />`}</${Answered}>
        ${categories && !inReport() && html`<${Differences} ...${page} categories=${categories} />`}
        <${Slowest} ...${page} />
      </div>`}`;
}

/** The endpoint's categories, if the one in the address is not among them. */
function Known({ params, categories }) {
  return categories && html`<${Empty}>The endpoint has these categories in this range of time:${" "}
    ${categories.map(({ flow, share }, i) => html`${i > 0 && ", "}<${CategoryLink}
      params=${{ ...params, flow }} /> (${percent(share)})`)}</${Empty}>`;
}

function Summary({ row, profile }) {
  const error = (value, text) => (value > 0 ? "± " + text(value) : undefined);
  return html`
    <${Card} title="Requests with the same calls in the same order" test="category-summary">
      <div class="figures">
        <${Figure} label="Requests" value=${number(row.requests)} test="category-requests" raw=${row.requests}
          note=${error(row.requestsError, (requests) => number(Math.round(requests)))} />
        <${Figure} label="Share of the endpoint" value=${percent(row.share)} test="category-share"
          raw=${row.share} />
        <${Figure} label="Mean" value=${duration(row.meanNanos)} test="category-mean" raw=${row.meanNanos}
          note=${error(row.meanErrorNanos, duration)} />
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

function Latencies({ params, scope, row }) {
  const answer = useAnswer("index/histogram", { ...scope, flow: params.flow, scale: "log", bins: 40 });
  const marks = row ? [[row.p50Nanos, "p50"], [row.p99Nanos, "p99"]] : [];
  return html`<${AnswerCard} title="Latencies" answer=${answer} lines=${8}>${({ bins }) => html`
    <${Histogram} bins=${bins} marks=${marks} height=${310} />`}</${AnswerCard}>`;
}

/** Mean and share over time, for the whole request or the chosen node. */
function Course({ params, scope, set, profile }) {
  const { flow, node } = params;
  const answer = useAnswer("index/tendency", { ...scope, flow, node, buckets: 60 });
  const [means, shares] = useMemo(() => (answer.data ? [
    [{ label: "mean", points: pointsOf(answer.data, meanOf) }],
    [{ label: "share of requests", points: pointsOf(answer.data, ({ share }) => share) }]
  ] : []), [answer.data]);
  const call = profile?.nodes.find(({ position }) => String(position) === node);
  const whole = call && html`
    <button type="button" onClick=${() => set({ node: undefined })}>Whole request</button>`;
  return html`
    <${AnswerCard} title=${"Tendency" + (call ? " of " + endpointName(call) : "")} answer=${answer} lines=${8}
      actions=${whole}>${() => html`
      <${LineChart} series=${means} height=${190} label="Mean time" />
      <${LineChart} series=${shares} unit="percent" height=${150} label="Share" />`}</${AnswerCard}>`;
}

/** The mean of a bucket; null without requests. */
function meanOf({ requests, meanNanos }) {
  return requests > 0 ? meanNanos : null;
}

/** A value of the buckets over time, with gaps where there were no requests. */
function pointsOf({ bucketMillis, buckets }, value) {
  return buckets.flatMap((bucket, i) => {
    const gap = i > 0 && bucket.timeMillis - buckets[i - 1].timeMillis > bucketMillis;
    const point = [bucket.timeMillis, value(bucket)];
    return gap ? [[bucket.timeMillis - bucketMillis, null], point] : [point];
  });
}

function Tree({ params, set, profile }) {
  const { service, operation } = params;
  const diagnoses = useAnswer("endpoint/records", { stream: "diagnoses", service, operation });
  const lane = useMemo(() => aggregateOf(diagnoses.data?.records ?? [], profile.nodes, rangeOf(params)),
    [profile, diagnoses.data, params.from, params.to]);
  const columns = useMemo(() => treeColumns(profile), [profile]);
  return html`
    ${lane && html`<${Card} title=${html`Mean swim lane <${Window} window=${lane.window} />`}>
      <p class="muted">Mean start and end of each call in the ${number(lane.requests)}${
        lane.tail && " slowest"} requests with these calls that a diagnosis measured.</p>
      <${SwimLane} spans=${lane.spans} sections=${lane.sections} height="440px" /></${Card}>`}
    <${Card} title="Call tree">
      <p class="muted">Choose a call to see its tendency. Times are means per request. In its own time, a
        call waits for no other call.${!lane && diagnoses.data
          && " No diagnosis has measured these calls, so there is no mean swim lane."}</p>
      <${CallTree} nodes=${profile.nodes} columns=${columns} height="640px"
        onRow=${({ position }) => set({ node: position })} /></${Card}>`;
}

function treeColumns({ nodes }) {
  const sampled = nodes.some(({ meanErrorNanos }) => meanErrorNanos > 0);
  return [
    figureColumn("callsPerRequest", "Calls", number),
    figureColumn("meanNanos", "Mean", duration),
    ...(sampled ? [figureColumn("meanErrorNanos", "± Mean", duration)] : []),
    { key: "ratio", title: "Share", width: "14%", value: ({ ratio }) => ratio, cell: ({ ratio }) => html`
      <meter class="share" min="0" max="1" value=${ratio} title=${percent(ratio)}></meter>` },
    figureColumn("ownNanos", "Own", duration),
    figureColumn("criticalNanos", "Critical", duration),
    figureColumn("minNanos", "Min", duration),
    figureColumn("maxNanos", "Max", duration)
  ];
}

/** How the calls of this category differ from those of another one of the endpoint, such as its precursor. */
function Differences({ params, set, categories }) {
  const { service, operation, flow, from, to } = params;
  const mutations = useAnswer("endpoint/records", { stream: "mutations", service, operation });
  const precursors = precursorsOf(mutations.data?.records ?? [], flow);
  const flows = new Set([...precursors, ...categories.map((category) => category.flow)]);
  flows.delete(flow);
  const other = params.other ?? (mutations.loading ? undefined : [...flows][0]);
  const answer = useAnswer(other ? "index/difference" : null,
    { service, operation, from, to, flow: other, otherFlow: flow });
  const titleOf = (each) => {
    const row = categories.find((category) => category.flow === each);
    const figures = row ? `, ${percent(row.share)} of requests, mean ${duration(row.meanNanos)}` : "";
    return shortId(each) + (precursors.includes(each) ? " (precursor)" : "") + figures;
  };
  const choice = flows.size > 0 && html`
    <${Choice} label="compared with" value=${other} inline onChoose=${(each) => set({ other: each })}
      options=${[...flows].map((each) => [each, titleOf(each)])} />
    <a class="button" href=${href("category", { ...params, flow: other, other: flow })}
      >Open that category</a>`;
  if (flows.size === 0) {
    return html`<${Card} title="Structural difference"><${Empty}>The endpoint has no other category in this
      range of time.</${Empty}></${Card}>`;
  }
  // The other category comes first, so calls that only this category has are new.
  return html`
    <${AnswerCard} title="Structural difference" test="category-difference" actions=${choice} answer=${answer}
      lines=${5}>${({ calls }) => html`<${TreeDifference} calls=${calls} firstTitle=${titleOf(other)}
        secondTitle=${"This: " + titleOf(flow)} height="640px" />`}</${AnswerCard}>`;
}

/** The likely precursors of this category, by the newest mutation that names some. */
function precursorsOf(records, flow) {
  const alert = records.find(({ category, precursors }) => category?.flow === flow && precursors?.length > 0);
  return (alert?.precursors ?? []).map((precursor) => precursor.flow);
}

function Slowest({ params: { flow }, scope }) {
  const { data } = useAnswer("index/traces", { ...scope, flow, order: "slowest", limit: LISTED });
  const request = ({ traceId, durationNanos, failed, spansKept }) => html`
    <${TraceLink} id=${traceId} from=${scope.from} to=${scope.to} /> ${duration(durationNanos)}
    ${failed && html` <${Badge} kind="bad">failed</${Badge}>`}
    ${!spansKept && html` <span class="muted" title="Only its critical path is kept">no spans</span>`}`;
  return data && html`
    <${Card} title="Slowest requests"><p class="exemplars">${data.traces.map((found) => html`
      <span key=${found.spanId}>${request(found)}</span>`)}</p></${Card}>`;
}
