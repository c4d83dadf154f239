// Parts of page Endpoint: the flame graph, categories, exemplars and what-ifs.
import { html } from "../html.js";
import { download, inReport, useAnswer } from "../api.js";
import { href } from "../router.js";
import { duration, number, percent, signed } from "../format.js";
import { AnswerCard, Badge, CategoryLink, Empty, Figure, RangeLabel, RecordsCard, TraceLink, rangeOfWindow }
  from "../components/basics.js";
import { Tabs } from "../components/controls.js";
import { FlameGraph } from "../components/flame.js";
import { Place, placeText } from "../components/place.js";
import { ShareBar } from "../components/row-charts.js";
import { Table, figureColumn } from "../components/table.js";

const FORMATS = ["speedscope", "pprof", "folded"];
const MARGIN_MILLIS = 600000;
const LATENCIES = ["mean", "p50", "p90", "p95", "p99", "max"];
const SAVED = [["meanNanos", "Mean"], ["p50Nanos", "p50"], ["p95Nanos", "p95"], ["p99Nanos", "p99"]];

/** Where the time of an endpoint's requests goes: a flame graph of critical paths, by latency class. */
export function ProfileCard({ endpoint, profile, range, second, params, set }) {
  const side = second && html`
    <${Tabs} chosen=${params.of === "1" ? "1" : "2"} onChoose=${(of) => set({ of })}
      tabs=${[{ key: "1", title: "1 before" }, { key: "2", title: "2 after" }]} />`;
  const downloads = !inReport() && html`
    <span class="muted">Download as</span>
    ${FORMATS.map((format) => html`
      <a key=${format} class="button" download="" data-test=${"open-" + format}
        href=${download("flame", { format, ...endpoint, ...range })}>${format}</a>`)}`;
  return html`
    <${AnswerCard} title="Where the time goes" test="profile" actions=${html`${side}${downloads}`}
      answer=${profile} lines=${10}>${(data) => data.traceCount > 0
        ? html`<${Profile} data=${data} params=${params} set=${set} />`
        : html`<${Empty}>No request of this endpoint ended in this range.</${Empty}>`}</${AnswerCard}>`;
}

function Profile({ data, params, set }) {
  const classes = (data.classes ?? []).filter(({ traces }) => traces > 0);
  const chosen = classes.find(({ name }) => name === params.class);
  const tab = (each) => ({ key: each.name, title: html`<span title=${classHint(each)}
    >${classTitle(each.name)} <span class="muted">${number(each.traces)}</span></span>` });
  const tabs = [{ key: "", title: "All requests" }, ...classes.map(tab)];
  const source = chosen ? `the requests of this class, estimated from ${number(chosen.sampledTraces)} of them`
    : data.traceCount === 1 ? "one request" : `all ${number(data.traceCount)} requests`;
  return html`
    <${Totals} data=${data} />
    <${Tabs} tabs=${tabs} chosen=${chosen?.name ?? ""}
      onChoose=${(key) => set({ class: key })} />
    <div class="profile-flame"><${FlameGraph} nodes=${(chosen ?? data).tree} height=${460} view=${params}
      onView=${set} /></div>
    <p class="muted table-note">Times are sums over ${source}, along the critical path. ${
      chosen && classHint(chosen)} ${doubts(data.evidence)}</p>`;
}

/** "<=P50" as "≤ p50", and "P50-90" as "p50–90". */
function classTitle(name) {
  return name.replace("<=", "≤ ").replace("P", "p").replace("-", "–");
}

function classHint({ fromNanos, toNanos }) {
  return "Response times " + (fromNanos > 0 ? "above " + duration(fromNanos) + " " : "") + "up to "
    + duration(toNanos) + ".";
}

/** What may be wrong with the figures; empty if nothing is. */
function doubts({ incomplete, truncated, clippedShare }) {
  const known = [
    incomplete > 0 && number(incomplete) + " more requests were incomplete",
    truncated > 0 && number(truncated) + " traces were closed early by a limit",
    clippedShare >= 0.01
      && percent(clippedShare) + " of the time was clipped from spans that exceed their parents"
  ].filter(Boolean);
  return known.length > 0 ? "Note: " + known.join("; ") + "." : "";
}

function Totals({ data: { window, traceCount, errorRatio, latencyNanos } }) {
  return html`
    <div class="figures profile-figures">
      <${Figure} label="Time" value=${html`<span class="figure-name"><${RangeLabel}
        range=${rangeOfWindow(window)} /></span>`} />
      <${Figure} label="Requests" value=${number(traceCount)} test="requests" raw=${traceCount} />
      <${Figure} label="Errors" value=${percent(errorRatio)} test="errors" raw=${errorRatio} />
      ${LATENCIES.map((name) => html`
        <${Figure} key=${name} label=${name} value=${duration(latencyNanos[name])} test=${name}
          raw=${latencyNanos[name]} />`)}
    </div>`;
}

/** The categories of an endpoint: requests with the same calls (P-Tracer's overview). */
export function CategoriesCard({ endpoint, range, ready, params, set }) {
  const answer = useAnswer(ready || range === undefined ? "index/overview" : null, { ...endpoint, ...range });
  const columns = [
    { key: "flow", title: "Category", value: ({ flow }) => flow, cell: ({ flow, anomalous }) => html`
      <${CategoryLink} params=${{ ...endpoint, flow, ...range }} />
      ${anomalous && html` <${Badge} kind="warn">varies</${Badge}>`}` },
    figureColumn("share", "Share", (share) => html`
      <span class="share-cell"><${ShareBar} share=${share} />${percent(share)}</span>`),
    { ...figureColumn("requests", "Requests", number), cell: ({ requests, requestsError }) => html`
      <span data-test="count" data-value=${requests}>${number(requests)}</span>${requestsError > 0 && html`
      <span class="muted"> ± ${number(Math.round(requestsError))}</span>`}` },
    { ...figureColumn("meanNanos", "Mean", duration), cell: ({ meanNanos, meanErrorNanos }) => html`
      <${MeanCell} nanos=${meanNanos} error=${meanErrorNanos} test="mean" />` },
    figureColumn("p50Nanos", "p50", duration),
    figureColumn("p99Nanos", "p99", duration),
    figureColumn("cv", "CV", (cv) => cv.toFixed(2), undefined, { hint: "Standard deviation / mean" }),
    figureColumn("failedShare", "Failed", percent, undefined,
      { mark: ({ failedShare }) => (failedShare > 0 ? "bad" : "muted") })
  ];
  return html`
    <${AnswerCard} title=${"Categories" + (answer.data ? ` (${number(answer.data.categories.length)})` : "")}
      test="categories" answer=${answer} lines=${6} brief>${({ categories }) => html`
      <${Table} label="Categories" columns=${columns} rows=${categories} rowKey=${({ flow }) => flow}
        height="420px" sort=${params.categories ?? "-share"}
        onSort=${(sort) => set({ categories: sort })} />
      <p class="muted table-note">A category contains the requests with the same calls. In marked categories,
        the standard deviation is above the mean: look at these first.</p>`}</${AnswerCard}>`;
}

/** A mean, with its standard error if it has one. */
export function MeanCell({ nanos, error, test }) {
  return html`<span data-test=${test} data-value=${nanos}>${duration(nanos)}</span>${error > 0 && html`
    <span class="muted" title="standard error"> ± ${duration(error)}</span>`}`;
}

/** Exemplars of an endpoint: single requests that stand for others, slowest first. */
export function ExemplarsCard({ endpoint, profile, range }) {
  const window = profile.data?.window;
  const time = range ?? (window && rangeOfWindow(window));
  const all = !inReport() && html`<a class="button"
    href=${href("query", { ...endpoint, q: "traces", ...time })}>All traces in the index</a>`;
  return html`
    <${AnswerCard} title="Exemplars" test="exemplars" actions=${all} answer=${profile} lines=${6}>${
      ({ exemplars }) => exemplars.length === 0 ? html`<${Empty}>The job kept no exemplar.</${Empty}>`
        : html`<${Exemplars} exemplars=${exemplars} window=${window} />`}</${AnswerCard}>`;
}

function Exemplars({ exemplars, window }) {
  const most = Math.max(1, ...exemplars.map(({ durationNanos }) => durationNanos));
  const around = { from: window.startMillis - MARGIN_MILLIS, to: window.endMillis + MARGIN_MILLIS };
  const columns = [
    { key: "trace", title: "Trace", value: ({ traceId }) => traceId,
      cell: ({ traceId }) => html`<${TraceLink} id=${traceId} ...${around} full />` },
    { key: "bar", title: "", width: "30%", value: ({ durationNanos }) => durationNanos, fixed: true,
      cell: ({ durationNanos }) => html`<${ShareBar} share=${durationNanos / most} />` },
    figureColumn("exemplar", "Response time", duration, ({ durationNanos }) => durationNanos)
  ];
  return html`<${Table} label="Exemplars" columns=${columns} rows=${exemplars}
    rowKey=${({ traceId, spanId }) => traceId + spanId} />`;
}

/** The time that an endpoint's requests would save if one place were faster. */
export function WhatIfCard({ endpoint }) {
  return html`
    <${RecordsCard} title="What if a place were faster" test="what-if" stream="what-ifs" endpoint=${endpoint}
      none="No what-ifs yet. The job needs 20 sampled requests of the endpoint in a window."
      >${([newest]) => html`<${WhatIfs} record=${newest} />`}</${RecordsCard}>`;
}

function WhatIfs({ record: { changes, before, sampled, requests } }) {
  const columns = [
    { key: "place", title: "Place", value: ({ place }) => placeText(place),
      cell: ({ place }) => html`<${Place} place=${place} />` },
    figureColumn("faster", "Faster by", percent),
    ...SAVED.map(([name, title]) => ({ key: name, title: title + " saves", align: "end",
      value: ({ saved }) => saved[name],
      cell: ({ saved }) => html`
        <span data-test="saved" data-value=${saved[name]} title=${"of " + duration(before[name])}
          >${saved[name] < 0 ? signed(saved[name]) : duration(saved[name])}</span>
        ${before[name] > 0 && html` <span class="muted">${percent(saved[name] / before[name])}</span>`}` })),
    { key: "then", title: "Then critical", value: ({ criticalThenNanos }) => criticalThenNanos,
      hint: "The place that gains most time on critical paths", cell: ({ criticalThen }) => criticalThen
        ? html`<${Place} place=${criticalThen} />` : html`<span class="muted">–</span>` }
  ];
  return html`
    <${Table} label="What if" columns=${columns} rows=${changes} height="420px"
      rowKey=${({ place, faster }) => JSON.stringify(place) + faster} />
    <p class="muted table-note">Critical paths recomputed for ${number(sampled)} of ${
      number(requests)} requests.</p>`;
}
