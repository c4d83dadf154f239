// Page Category: its calls and their times, its latencies, and how it differs from other categories.
import { html, useMemo } from "../html.js";
import { inReport, useAnswer } from "../api.js";
import { href, paging } from "../router.js";
import { duration, endpointName, number, percent, shortId } from "../format.js";
import { AnswerCard, Answered, Badge, Card, CategoryLink, Empty, EndpointLink, Figure, Problem, RangeLabel,
  TraceLink, namedEndpoint } from "../components/basics.js";
import { CallTree, TreeDifference } from "../components/call-tree.js";
import { Choice } from "../components/controls.js";
import { Histogram } from "../components/histogram.js";
import { LineChart } from "../components/line-chart.js";
import { RangeField, rangeOf } from "../components/range.js";
import { SwimLane } from "../components/swim-lane.js";
import { figureColumn } from "../components/table.js";

const LISTED = 12;

export function CategoryPage({ params }) {
  const { service, operation, from, to } = params;
  const scope = { service, operation, from, to };
  const ready = namedEndpoint(params) && params.category;
  const overview = useAnswer(ready ? "store/overview" : null, scope);
  const profile = useAnswer(ready ? "store/category" : null, { ...scope, category: params.category });
  if (!ready) {
    return html`<${Empty}>A category belongs to an endpoint. Open one from the page of its
      endpoint.</${Empty}>`;
  }
  const categories = overview.data?.categories;
  const row = categories?.find((each) => each.category.startsWith(params.category)); // an id may be shortened
  const category = row?.category ?? params.category;
  const range = rangeOf(params);
  const failed = [overview, profile].find((answer) => answer.error && !answer.data);
  const page = { ...paging("category", { ...params, category }), scope };
  return html`
    <div class="page-head">
      <h1>Category <code data-test="category-id" data-value=${category}>${shortId(category)}</code></h1>
      <span class="row">of <${EndpointLink} ...${{ endpoint: { service, operation }, from, to }} />
        ${!range && "all requests in the store"}${" "}
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
        ${categories && html`<${Differences} ...${page} categories=${categories} />`}
        <${Slowest} ...${page} />
      </div>`}`;
}

/** The endpoint's categories, if the one in the address is not among them. */
function Known({ params, categories }) {
  return categories && html`<${Empty}>The endpoint has these categories in this range of time:${" "}
    ${categories.map(({ category, share }, i) => html`${i > 0 && ", "}<${CategoryLink}
      params=${{ ...params, category }} /> (${percent(share)})`)}</${Empty}>`;
}

function Summary({ row, profile }) {
  const error = (value, text) => (value > 0 ? "± " + text(value) : undefined);
  return html`
    <${Card} title="Requests with the same calls" test="category-summary">
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
  const answer = useAnswer("store/histogram", { ...scope, category: params.category, scale: "log", bins: 40 });
  const marks = row ? [[row.p50Nanos, "p50"], [row.p99Nanos, "p99"]] : [];
  return html`<${AnswerCard} title="Latencies" answer=${answer} lines=${8}>${({ bins }) => html`
    <${Histogram} bins=${bins} marks=${marks} height=${310} />`}</${AnswerCard}>`;
}

/** Mean and share over time, for the whole request or the chosen node. */
function Course({ params, scope, set, profile }) {
  const { category, node } = params;
  const answer = useAnswer("store/tendency", { ...scope, category, node, buckets: 60 });
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

function Tree({ params, scope, set, profile }) {
  const { data } = useAnswer("store/lane", { ...scope, category: params.category });
  const lane = useMemo(() => data && laneOf(data.trace), [data]);
  const columns = useMemo(() => treeColumns(profile), [profile]);
  return html`
    ${lane && html`<${Card} title="Mean swim lane" test="mean-lane">
      <p class="muted">Mean start and end of each call in the ${number(data.trace.requests)}${
        data.tail && " slowest"} requests with the order of calls that costs most.</p>
      <${SwimLane} spans=${lane.spans} sections=${lane.sections} height="440px" /></${Card}>`}
    <${Card} title="Call tree">
      <p class="muted">Choose a call to see its tendency. Times are means per request. In its own time, a
        call waits for no other call.</p>
      <${CallTree} nodes=${profile.nodes} columns=${columns} height="640px"
        onRow=${({ position }) => set({ node: position })} /></${Card}>`;
}

/** An average trace as spans and sections of a swim lane. */
function laneOf({ spans }) {
  return {
    spans: spans.map((span) =>
      ({ ...span, startNanos: span.fromNanos, durationNanos: span.toNanos - span.fromNanos })),
    sections: spans.flatMap((span, index) => span.critical.map((section) => ({ span: index, ...section })))
  };
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
  const { service, operation, category, from, to } = params;
  const mutations = useAnswer("endpoint/mutations", { service, operation });
  const precursors = precursorsOf(mutations.data?.records ?? [], category);
  const others = new Set([...precursors, ...categories.map((each) => each.category)]);
  others.delete(category);
  const other = params.other ?? (mutations.loading ? undefined : [...others][0]);
  const answer = useAnswer(other ? "store/difference" : null,
    { service, operation, from, to, category: other, otherCategory: category });
  const titleOf = (id) => {
    const row = categories.find((each) => each.category === id);
    const figures = row ? `, ${percent(row.share)} of requests, mean ${duration(row.meanNanos)}` : "";
    return shortId(id) + (precursors.includes(id) ? " (precursor)" : "") + figures;
  };
  const choice = others.size > 0 && html`
    <${Choice} label="compared with" value=${other} inline onChoose=${(id) => set({ other: id })}
      options=${[...others].map((id) => [id, titleOf(id)])} />
    <a class="button" href=${href("category", { ...params, category: other, other: category })}
      >Open that category</a>`;
  if (others.size === 0) {
    return html`<${Card} title="Structural difference"><${Empty}>The endpoint has no other category in this
      range of time.</${Empty}></${Card}>`;
  }
  // The other category comes first, so calls that only this category has are new.
  return html`
    <${AnswerCard} title="Structural difference" test="category-difference" actions=${choice} answer=${answer}
      lines=${5}>${({ calls }) => html`<${TreeDifference} calls=${calls} firstTitle=${titleOf(other)}
        secondTitle=${"This: " + titleOf(category)} height="640px" />`}</${AnswerCard}>`;
}

/** The likely precursors of this category, by the newest mutation that names some. */
function precursorsOf(records, id) {
  const alert = records.find(({ category, precursors }) => category?.id === id && precursors?.length > 0);
  return (alert?.precursors ?? []).map(({ category }) => category);
}

function Slowest({ params: { category }, scope }) {
  const { data } = useAnswer("store/traces", { ...scope, category, order: "slowest", limit: LISTED });
  const request = ({ traceId, durationNanos, failed, spansKept }) => html`
    <${TraceLink} id=${traceId} from=${scope.from} to=${scope.to} /> ${duration(durationNanos)}
    ${failed && html` <${Badge} kind="bad">failed</${Badge}>`}
    ${!spansKept && html` <span class="muted" title="Only its critical path is kept">no spans</span>`}`;
  return data && html`
    <${Card} title="Slowest requests"><p class="exemplars">${data.traces.map((found) => html`
      <span key=${found.spanId}>${request(found)}</span>`)}</p></${Card}>`;
}
