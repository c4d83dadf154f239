// Page Trace: a swim lane with the critical path for each request of a trace.
import { html, useEffect, useMemo, useState } from "../html.js";
import { inReport, useAnswer } from "../api.js";
import { href, navigate } from "../router.js";
import { duration, number, percent, shortId, visible } from "../format.js";
import {
  Badge, Card, Empty, EndpointLink, Figure, Loading, Name, Problem, Time, TraceLink
} from "../components/basics.js";
import { FrameName } from "../components/frame-name.js";
import { SwimLane } from "../components/swim-lane.js";
import { Table } from "../components/table.js";

const LISTED = 10;
const ALIKE = 200;

export function TracePage({ params }) {
  const { id, from, to } = params;
  const { data, error, missing, again } = useTrace(id, from, to);
  return html`
    <div class="page-head"><h1>Trace ${id
      && html`<code class="trace-id" data-test="trace-id">${visible(id)}</code>`}</h1>
      <div class="page-tools"><${Find} id=${id} /></div></div>
    ${!id && html`<${Empty}>Enter the id of a trace: its 16 or 32 hexadecimal digits.</${Empty}>`}
    ${error && html`<${Problem} error=${error} again=${again} />`}
    ${error && missing && !inReport() && html`<p class="muted">A new request appears after the next merge
      of the index (<code>index.compaction</code>). This page retries automatically.</p>`}
    ${id && !data && !error && html`<${Loading} lines=${8} />`}
    <div class="stack">${data?.requests.map((request) => html`
      <${Request} key=${request.found.spanId} request=${request} from=${from} to=${to} />`)}</div>`;
}

/**
 * Hook: the trace in the range of time, or else at any time, since it may have closed after the range. The
 * index shows a request some time after its end, so the hook asks again for a missing trace.
 */
function useTrace(id, from, to) {
  const [missing, setMissing] = useState(false);
  const ranged = Boolean(from || to);
  const near = useAnswer(id ? "index/trace" : null, { id, from, to }, { live: missing && !ranged });
  const wider = id && ranged && isMissing(near);
  const any = useAnswer(wider ? "index/trace" : null, { id }, { live: missing });
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

function Find({ id }) {
  const find = (event) => {
    event.preventDefault();
    navigate("trace", { id: event.currentTarget.elements.id.value.trim() });
  };
  return html`<form class="row" onSubmit=${find}>
    <input type="search" name="id" aria-label="Trace id" placeholder="Trace id" data-search
      value=${id ?? ""} />
    <button type="submit">Open</button></form>`;
}

function Request({ request, from, to }) {
  const { found, spans, criticalPath } = request;
  const category = href("category", { ...found.endpoint, flow: found.flow, from, to });
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
        <${Figure} label="Closed at" value=${html`<${Time} millis=${found.timeMillis} date=${true} />`} />
        <${Figure} label="Role" value=${visible(found.role)} />
        <${Figure} label="Category"
          value=${html`<a href=${category}><code>${shortId(found.flow)}</code></a>`} />
        ${(found.failed || !found.complete) && html`<${Figure} label="State" value=${html`
          ${found.failed && html`<${Badge} kind="bad">failed</${Badge}>`}
          ${!found.complete && html`<${Badge} kind="warn">incomplete</${Badge}>`}`} />`}
      </div>
      ${spans.length > 0
        ? html`<${Work} spans=${spans} sections=${criticalPath} total=${found.durationNanos} />
          <${SwimLane} spans=${spans} sections=${criticalPath} />`
        : html`<${NotKept} found=${found} outside=${outside} from=${from} to=${to} />`}
    </${Card}>`;
}

/** The time of the critical path, by frame. */
function Work({ spans, sections, total }) {
  const rows = useMemo(() => byFrame(spans, sections), [spans, sections]);
  const shown = rows.slice(0, LISTED);
  const columns = [
    { key: "frame", title: "Most own time on the critical path", value: (row) => row.service + row.operation,
      cell: (row) => html`<${FrameName} frame=${row} />` },
    { key: "sections", title: "Sections", align: "end", value: (row) => row.sections,
      cell: (row) => number(row.sections) },
    { key: "nanos", title: "Own time", align: "end", value: (row) => row.nanos,
      cell: (row) => duration(row.nanos) },
    { key: "share", title: "Share", align: "end", value: (row) => row.nanos / total,
      cell: (row) => percent(row.nanos / total) },
    { key: "bar", title: "", width: "26%", value: (row) => row.nanos,
      cell: (row) => html`<meter class="share" min="0" max="1" value=${row.nanos / total}></meter>` },
  ];
  return html`<details class="trace-work"><summary>Most time: ${shown.slice(0, 3).map((row, i) => html`
      ${i > 0 && ", "}<${Name}
        value=${row.service + " " + row.operation} /> ${percent(row.nanos / total)}`)}</summary>
    <${Table} columns=${columns} rows=${shown} rowKey=${(row) => row.key}
      label="Own time on the critical path" /></details>`;
}

function byFrame(spans, sections) {
  const frames = new Map();
  for (const { span, fromNanos, toNanos } of sections) {
    const { service, operation } = spans[span];
    const key = service + "\u0000" + operation;
    const row = frames.get(key) ?? { key, service, operation, nanos: 0, sections: 0 };
    row.nanos += toNanos - fromNanos;
    row.sections++;
    frames.set(key, row);
  }
  return [...frames.values()].sort((a, b) => b.nanos - a.nanos);
}

/** Says why there is no swim lane, and links to requests of the same category that have one. */
function NotKept({ found, outside, from, to }) {
  const { data } = useAnswer("index/traces",
    { ...found.endpoint, flow: found.flow, from, to, limit: ALIKE, order: "slowest" });
  const alike = (data?.traces ?? []).filter((each) => each.spansKept).slice(0, LISTED);
  return html`
    <${Empty}><p data-test="not-kept">The index keeps the spans of only some requests, and not of this one.
      ${outside ? " The tracing system may still have the trace: open it there."
        : " Set the key links.trace to open traces in your tracing system."}</p>
      ${alike.length > 0 && html`<p>Requests of the same category with spans:${" "}
        ${alike.map((each, i) => html`${i > 0 && ", "}<${TraceLink} id=${each.traceId} from=${from}
          to=${to} /> (${duration(each.durationNanos)})`)}</p>`}
    </${Empty}>`;
}
