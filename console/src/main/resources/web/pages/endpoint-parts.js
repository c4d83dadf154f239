// Parts of page Endpoint: the flame graph, categories, exemplars and what-ifs.
import { html } from "../html.js";
import { download, inReport, useAnswer } from "../api.js";
import { href } from "../router.js";
import { duration, number, percent, signed } from "../format.js";
import { AnswerCard, Badge, CategoryLink, Empty, Figure, RangeLabel, TraceLink, basisText, figuresOf,
  rangeOfWindow }  from "../components/basics.js";
import { CategoryName, useCategoryNames } from "../components/category-name.js";
import { Tabs } from "../components/controls.js";
import { FlameGraph } from "../components/flame.js";
import { Place, placeText } from "../components/place.js";
import { ShareBar } from "../components/row-charts.js";
import { Table, figureColumn } from "../components/table.js";

const FORMATS = ["pprof", "folded"];
const MARGIN_MILLIS = 600000;
const LATENCIES = ["mean", "p50", "p90", "p95", "p99", "max"];

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
        ? html`<${Profile} ...${{ endpoint, data, params, set }} />`
        : html`<${Empty}>No request of this endpoint ended in this range.</${Empty}>`}</${AnswerCard}>`;
}

/** The latency classes are views of the requests in the store, of the profile's time. */
function Profile({ endpoint, data, params, set }) {
  const { data: found } = useAnswer("store/classes", { ...endpoint, ...rangeOfWindow(data.window) });
  const classes = (found?.classes ?? []).filter(({ traces }) => traces > 0);
  const chosen = classes.find(({ name }) => name === params.class);
  const tab = (each) => ({ key: each.name, title: html`<span title=${classHint(each)}
    >${classTitle(each.name)} <span class="muted">${number(each.traces)}</span></span>` });
  const tabs = [{ key: "", title: "All requests" }, ...classes.map(tab)];
  const source = chosen
    ? basisText({ requests: chosen.traces, kept: chosen.keptTraces, exact: found.basis.exact })
    : `all ${number(data.traceCount)} requests.`;
  return html`
    <${Totals} data=${data} />
    <${Tabs} tabs=${tabs} chosen=${chosen?.name ?? ""}
      onChoose=${(key) => set({ class: key })} />
    <div class="profile-flame"><${FlameGraph} nodes=${(chosen ?? data).tree} height=${460} view=${params}
      onView=${set} /></div>
    <p class="muted table-note">Times along the critical path, summed over ${source} ${
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
export function CategoriesCard({ scope, params, set }) {
  const answer = useAnswer(scope ? "store/overview" : null, scope);
  const names = useCategoryNames(scope, scope);
  const name = (category) => names.has(category) && html`<${CategoryName} marks=${names.get(category)} />`;
  const columns = [
    { key: "category", title: "Category", value: ({ category }) => category,
      cell: ({ category, anomalous }) => html`
      <${CategoryLink} params=${{ ...scope, category }}>${name(category) || undefined}</${CategoryLink}>
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
      <${Table} label="Categories" columns=${columns} rows=${categories} rowKey=${({ category }) => category}
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
    href=${href("query", { ...endpoint, q: "traces", ...time })}>All traces in the store</a>`;
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
export function WhatIfCard({ scope }) {
  const answer = useAnswer(scope ? "store/what-if" : null, scope);
  return html`
    <${AnswerCard} title="What if a place were faster" test="what-if" answer=${answer} lines=${6} brief
      >${(table) => html`<${WhatIfs} ...${table} />`}</${AnswerCard}>`;
}

function WhatIfs({ basis, before, changes }) {
  const rows = changes.map(({ outcome, margin }) => ({ ...outcome, ...outcome.change, margin }));
  const was = figuresOf(before);
  const savedOf = ({ saved }, name) => (name === "mean" ? saved.mean.value : saved[name + "Nanos"]);
  const columns = [
    { key: "place", title: "Place", value: ({ place }) => placeText(place),
      cell: ({ place }) => html`<${Place} place=${place} />` },
    figureColumn("faster", "Faster by", percent, ({ factor }) => 1 - factor),
    ...["mean", "p50", "p95", "p99"].map((name) => ({ key: name, title: name + " saves", align: "end",
      value: (row) => savedOf(row, name),
      cell: (row) => html`<${Saved} nanos=${savedOf(row, name)} of=${was[name]} />` })),
    figureColumn("drag", "Drag", duration, ({ margin }) => (margin?.onPath > 0 ? margin.drag.value : undefined),
      { hint: "How much faster it can become before another place decides, mean over requests" }),
    figureColumn("slack", "Slack", duration, ({ margin }) => (margin?.offPath > 0 ? margin.slackNanos
      : undefined), { hint: "How much slower it can become, off the critical path, before requests do" }),
    { key: "then", title: "Then critical", value: ({ criticalThenNanos }) => criticalThenNanos,
      hint: "The place that gains most time on critical paths", cell: ({ criticalThen }) => criticalThen
        ? html`<${Place} place=${criticalThen} />` : html`<span class="muted">–</span>` }
  ];
  return html`
    <${Table} label="What if" columns=${columns} rows=${rows} height="420px"
      rowKey=${({ place }) => JSON.stringify(place)} />
    <p class="muted table-note">Critical paths recomputed for ${basisText(basis)}</p>`;
}

function Saved({ nanos, of }) {
  return nanos === undefined ? html`<span class="muted">–</span>` : html`
    <span data-test="saved" data-value=${nanos} title=${"of " + duration(of)}
      >${nanos < 0 ? signed(nanos) : duration(nanos)}</span>
    ${of > 0 && html` <span class="muted">${percent(nanos / of)}</span>`}`;
}
