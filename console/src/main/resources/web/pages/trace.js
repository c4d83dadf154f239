// Page Trace: a swim lane with the critical path for each request of a trace.
import { html, useEffect, useState } from "../html.js";
import { inReport, useAnswer } from "../api.js";
import { href, navigate } from "../router.js";
import { duration, number, percent, visible } from "../format.js";
import { Badge, Card, CategoryLink, Empty, EndpointLink, Figure, FrameName, Loading, Problem, Time,
  TraceLink } from "../components/basics.js";
import { SwimLane } from "../components/swim-lane.js";
import { Table, figureColumn } from "../components/table.js";
import { TraceAnomalies } from "./trace-anomalies.js";

const LISTED = 10;
const ALIKE = 200;

export function TracePage({ params }) {
  const { id, from, to } = params;
  const { data, error, missing, again } = useTrace(id, from, to);
  const find = (event) => {
    event.preventDefault();
    navigate("trace", { id: event.currentTarget.elements.id.value.trim() });
  };
  return html`
    <div class="page-head"><h1>Trace ${id
      && html`<code class="trace-id" data-test="trace-id">${visible(id)}</code>`}</h1>
      <form class="page-tools" onSubmit=${find}>
        <input type="search" name="id" aria-label="Trace id" placeholder="Trace id" data-search
          value=${id ?? ""} />
        <button type="submit">Open</button></form></div>
    ${params.incident && html`
      <p><a href=${href("incident", { id: params.incident })}>Back to the incident</a></p>`}
    ${!id && html`<${Empty}>Enter the id of a trace: its 16 or 32 hexadecimal digits.</${Empty}>`}
    <div class="stack">
      ${id && html`<${TraceAnomalies} id=${id} missing=${missing} />`}
      ${error && html`<${Problem} error=${error} again=${again} />`}
      ${missing && !inReport() && html`<p class="muted">A new request appears about a minute after its end. This
        page retries automatically.${" "}
        <a href=${href("query", { q: "traces", from, to })}>Traces in the store</a></p>`}
      ${id && !data && !error && html`<${Loading} lines=${8} />`}
      ${data?.requests.map((request) => html`
        <${Request} key=${request.found.spanId} request=${request} from=${from} to=${to} />`)}</div>`;
}

/**
 * Hook: the trace in the range of time, or else at any time, since it may have closed after the range. The
 * store shows a request some time after its end, so the hook asks again for a missing trace.
 */
function useTrace(id, from, to) {
  const [missing, setMissing] = useState(false);
  const ranged = Boolean(from || to);
  const near = useAnswer(id ? "store/trace" : null, { id, from, to }, { live: missing && !ranged });
  const wider = id && ranged && isMissing(near);
  const any = useAnswer(wider ? "store/trace" : null, { id }, { live: missing });
  const answer = wider ? any : near;
  useEffect(() => {
    if (!answer.loading) {
      setMissing(isMissing(answer));
    }
  }, [answer.loading, answer.error]);
  return { ...answer, missing };
}

function isMissing({ data, error }) {
  return !data && (error?.status === 404 || error?.code === "no-answer");
}

function Request({ request, from, to }) {
  const { found, spans, criticalPath } = request;
  const outside = /^https?:\/\//i.test(found.link ?? "");
  return html`
    <${Card} title=${html`<${EndpointLink} endpoint=${found.endpoint} from=${from} to=${to} />`}
      test="trace-request"
      actions=${outside && html`<a class="button" href=${found.link} target="_blank" rel="noopener noreferrer"
        data-test="trace-outside">Open in the tracing system</a>`}>
      <div class="figures">
        <${Figure} label="Response time" value=${duration(found.durationNanos)} test="trace-duration"
          raw=${found.durationNanos} />
        <${Figure} label="Spans" value=${number(found.spanCount)} test="trace-spans" raw=${found.spanCount} />
        <${Figure} label="Started" value=${html`<${Time} millis=${found.startNanos / 1e6} date=${true} />`} />
        <${Figure} label="Role" value=${visible(found.role)} />
        <${Figure} label="Category" value=${html`
          <${CategoryLink} params=${{ ...found.endpoint, category: found.category, from, to }} />`} />
        ${(found.failed || !found.complete) && html`<${Figure} label="State" value=${html`
          ${found.failed && html`<${Badge} kind="bad">failed</${Badge}>`}
          ${!found.complete && html`<${Badge} kind="warn">incomplete</${Badge}>`}`} />`}
      </div>
      ${spans.length > 0
        ? html`<${SwimLane} spans=${spans} sections=${criticalPath} />
          <${Operations} rows=${request.statistics.operations} whole=${found.durationNanos} />`
        : html`<${NotKept} found=${found} outside=${outside} from=${from} to=${to} />`}
    </${Card}>`;
}

/** The operations of a trace, those with most time on the critical path first. */
function Operations({ rows, whole }) {
  const [sort, setSort] = useState("-critical");
  const columns = [
    { key: "operation", title: "Operation", value: ({ service, operation }) => service + " " + operation,
      cell: (row) => html`<${FrameName} frame=${row} />
        ${row.repeated && html` <${Badge} kind="warn">${number(row.repeated)} in a row</${Badge}>`}` },
    figureColumn("spans", "Spans", number, ({ spans }) => spans),
    figureColumn("failed", "Failed", (failed) => (failed > 0 ? number(failed) : "–"), ({ failed }) => failed,
      { mark: ({ failed }) => (failed > 0 ? "bad" : "muted") }),
    figureColumn("total", "Total time", duration, ({ totalNanos }) => totalNanos,
      { hint: "Sum of the durations of its spans, which may overlap" }),
    figureColumn("own", "Own time", duration, ({ ownNanos }) => ownNanos,
      { hint: "Sum of the durations of its spans outside their children" }),
    figureColumn("critical", "On critical path", duration, ({ criticalNanos }) => criticalNanos,
      { hint: "Time on the critical path in which it waits for no other span" }),
    figureColumn("critical-share", "Share", percent, ({ criticalNanos }) => criticalNanos / whole,
      { hint: "Time on the critical path as a share of the response time" })
  ];
  return html`
    <h3 class="change-title">By operation</h3>
    <div data-test="trace-operations">
      <${Table} label="Operations of the trace" columns=${columns} rows=${rows} height="480px" sort=${sort}
        onSort=${setSort} rowKey=${({ service, operation }) => service + "\u0000" + operation} /></div>
    <p class="muted table-note">Times on the critical path add up to the response time. Calls in a row are made
      by one span, one after another: a single call could replace them.</p>`;
}

/** Says why there is no swim lane, and links to requests of the same category that have one. */
function NotKept({ found, outside, from, to }) {
  const { data } = useAnswer("store/traces",
    { ...found.endpoint, category: found.category, from, to, limit: ALIKE, order: "slowest" });
  const alike = (data?.traces ?? []).filter((each) => each.spansKept).slice(0, LISTED);
  return html`
    <${Empty}><p data-test="not-kept">The store keeps a sample of the requests, and not this one.
      ${outside ? " The tracing system may still have the trace: open it there."
        : " Set the key links.trace to open traces in your tracing system."}</p>
      ${alike.length > 0 && html`<p>Requests of the same category with spans:${" "}
        ${alike.map((each, i) => html`${i > 0 && ", "}<${TraceLink} id=${each.traceId} from=${from}
          to=${to} /> (${duration(each.durationNanos)})`)}</p>`}
    </${Empty}>`;
}
