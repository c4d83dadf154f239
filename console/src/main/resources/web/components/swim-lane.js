// A swim lane: a row for each span, with its duration, its own time and its sections of the critical path.
import { html, useMemo, useRef, useState } from "../html.js";
import { useKeys } from "../keys.js";
import { duration, signed, visible } from "../format.js";
import { FrameName, Name } from "./basics.js";
import { arrange, lengthOf, ownParts, partsIn, rowsOf, ticks } from "./swim-layout.js";
import { Table } from "./table.js";

const ROW_PIXELS = 24;
const TICKS = 7;
const DEEPEST = 24;
/** The share of the lane behind which a duration is on the left of its bar. */
const LATE = 0.93;
/** The least share of the lane that a drag zooms to. */
const LEAST = 0.005;
const KEYS = [
  { keys: "↑ ↓", does: "Swim lane: choose a span" },
  { keys: "← →", does: "Swim lane: collapse and expand a span" }
];

/**
 * Draws spans `{parent, service, operation, startNanos, durationNanos, failed?, shiftNanos?, host?, kind?}`,
 * each after its parent, and the sections `{span, fromNanos, toNanos}` of the critical path. `mark` is such a
 * section too: the part of a span to look at; the lane begins there.
 */
export function SwimLane({ spans, sections, mark, height = "62vh" }) {
  useKeys(KEYS);
  const arrangement = useMemo(() => arrange(spans, sections), [spans, sections]);
  const { order, below, depth, moved, from, to } = arrangement;
  const [collapsed, setCollapsed] = useState([]);
  const [pointed, point] = useState(-1);
  const [zoom, setZoom] = useState(null);
  const rows = useMemo(() => rowsOf(arrangement, new Set(collapsed)), [arrangement, collapsed]);
  const collapse = (span, closed) =>
    setCollapsed([...collapsed.filter((each) => each !== span), ...(closed ? [span] : [])]);
  const view = zoom ?? { from, to };
  const [axis, lasso, drag] = useDrag((least, most) => {
    const nanosAt = (share) => view.from + share * (view.to - view.from);
    setZoom({ from: nanosAt(least), to: nanosAt(most) });
  });
  const keyed = (event) => {
    const span = Number(event.target.closest("tr")?.querySelector("[data-span]")?.dataset.span);
    if (["ArrowLeft", "ArrowRight"].includes(event.key) && below[span] > 0) {
      event.preventDefault();
      collapse(span, event.key === "ArrowLeft");
    }
  };
  const columns = useMemo(() => [
    { key: "span", title: "Span", width: "36%", value: (span) => spans[span].operation, cell: (span) => html`
      <${SpanName} ...${{ span, spans, arrangement, collapse }} closed=${collapsed.includes(span)} />` },
    { key: "time", title: html`<${Axis} place=${axis} view=${view} lasso=${lasso} />`,
      value: (span) => spans[span].startNanos, cell: (span) => html`
      <${Bars} ...${{ span, spans, arrangement, view, mark }} />` }
  ], [spans, arrangement, collapsed, view.from, view.to, lasso, mark]);
  return html`
    <div class="swim" data-test="swim-lane" data-spans=${spans.length} data-rows=${rows.length}
      onKeyDown=${keyed} ...${drag}>
      <div class="flame-bar"><${Legend} moved=${moved} mark=${mark} /><span class="grow"></span>
        ${zoom && html`<button type="button" onClick=${() => setZoom(null)}>Show the whole request</button>`}
        <button type="button" onClick=${() =>
          setCollapsed(order.filter((span) => depth[span] > 0 && below[span] > 0))}>Collapse</button>
        <button type="button" onClick=${() => setCollapsed([])}>Expand</button></div>
      <${Table} label="Spans" columns=${columns} rows=${rows} rowKey=${(span) => span} ordered
        onPoint=${point} height=${height} rowPixels=${ROW_PIXELS} shown=${mark && rows.indexOf(mark.span)} />
      <${Details} spans=${spans} arrangement=${arrangement} index=${pointed} />
    </div>`;
}

/**
 * Hook for a drag over the bars: [ref of the axis, the dragged shares [from, to] or null, handlers of
 * events]. onRange gets the least and the largest share.
 */
function useDrag(onRange) {
  const axis = useRef(null);
  const [lasso, setLasso] = useState(null);
  const shareAt = ({ clientX }) => {
    const { left, width } = axis.current.getBoundingClientRect();
    return Math.max(0, Math.min(1, (clientX - left) / width));
  };
  const end = () => {
    const [least, most] = [...lasso].sort((a, b) => a - b);
    setLasso(null);
    if (most - least > LEAST) {
      onRange(least, most);
    }
  };
  return [axis, lasso, {
    onMouseDown: (event) => event.target.closest(".swim-bars") && setLasso([shareAt(event), shareAt(event)]),
    onMouseMove: lasso && ((event) => setLasso([lasso[0], shareAt(event)])),
    onMouseUp: lasso && end,
    onMouseLeave: () => setLasso(null)
  }];
}

function percentAt({ from, to }, nanos) {
  return ((nanos - from) / (to - from || 1)) * 100 + "%";
}

function Axis({ place, view, lasso }) {
  const [from, to] = lasso ?? [0, 0];
  return html`
    <div class="swim-axis" ref=${place}>
      ${ticks(view, TICKS).map((nanos) => html`<span key=${nanos} style=${{ left: percentAt(view, nanos) }}
        >${duration(nanos)}</span>`)}
      <div class="swim-lasso" style=${{ left: Math.min(from, to) * 100 + "%",
        width: Math.abs(to - from) * 100 + "%" }}></div>
    </div>`;
}

function SpanName({ span, spans, arrangement: { depth, below }, collapse, closed }) {
  const { service, operation, failed } = spans[span];
  const inner = below[span] > 0;
  const indent = Math.min(depth[span], DEEPEST) * 12 + "px";
  return html`
    <div class="swim-name" data-span=${span} style=${{ paddingLeft: indent }}>
      <span class="swim-turn" onClick=${inner ? () => collapse(span, !closed) : undefined}
        >${closed ? "▸" : inner ? "▾" : ""}</span>
      ${failed && html`<span class="bad" title="failed">✕</span>`}
      <span class="muted"><${Name} value=${service} /></span>${" "}<${Name} value=${operation} />
      ${closed && html`<span class="muted"> +${below[span]}</span>`}
    </div>`;
}

/**
 * The bar of a span: light where it waits for child spans, darker for own time off the critical path, and
 * strong for own time on the critical path. A dashed line leads from the start by the span's own clock to the
 * corrected start.
 */
function Bars({ span, spans, arrangement, view, mark }) {
  const { startNanos, durationNanos, failed, shiftNanos = 0 } = spans[span];
  const end = startNanos + durationNanos;
  const [left, right] = [startNanos - shiftNanos, startNanos].sort((a, b) => a - b);
  const bars = (kind, parts) => partsIn(view, parts).map(({ fromNanos, toNanos }) => html`
    <span key=${kind + fromNanos} class=${"swim-bar swim-" + kind} style=${{ left: percentAt(view, fromNanos),
      right: `calc(100% - ${percentAt(view, toNanos)})` }}></span>`);
  const late = end > view.from + LATE * (view.to - view.from);
  const early = left < view.from + (1 - LATE) * (view.to - view.from);
  const beside = late ? { right: `calc(100% - ${percentAt(view, left)} + 5px)` }
    : { left: `calc(${percentAt(view, end)} + 5px)` };
  return html`
    <div class="swim-bars">
      ${ticks(view, TICKS).map((nanos) => html`
        <span key=${nanos} class="swim-tick" style=${{ left: percentAt(view, nanos) }}></span>`)}
      ${bars(failed ? "waiting swim-outlined" : "waiting", [{ fromNanos: startNanos, toNanos: end }])}
      ${bars("own", ownParts(spans, arrangement, span))}
      ${bars("critical", arrangement.sections[span])}
      ${mark?.span === span && bars("mark", [mark])}
      ${shiftNanos !== 0 && bars(shiftNanos > 0 ? "moved" : "moved swim-moved-back",
        [{ fromNanos: left, toNanos: right }])}
      ${end >= view.from && startNanos <= view.to && !(late && early) && html`
        <span class="swim-time" style=${beside}>${duration(durationNanos)}</span>`}
    </div>`;
}

/** The meaning of the colours. */
function Legend({ moved, mark }) {
  const key = (kind, text) => html`
    <span class=${"legend-box swim-" + kind}></span><span class="muted">${text}</span>`;
  return html`<span class="legend">
    ${key("critical", "own time on the critical path")}
    ${key("own", "own time off the critical path")}
    ${key("waiting", "waits for child spans")}
    ${mark && key("mark", "the part that the finding is about")}
    ${moved > 0 && key("moved", html`
      <span data-test="swim-moved" data-value=${moved}>${moved} moved to correct clock skew</span>`)}</span>`;
}

/** One line about a span. */
function Details({ spans, arrangement, index }) {
  const span = spans[index];
  if (!span) {
    return html`<p class="flame-details muted">Point at a span, or choose one with the arrow keys. Left
      and right collapse and expand it. Drag over the bars to zoom in.</p>`;
  }
  const figures = {
    "starts at": duration(span.startNanos),
    "duration": duration(span.durationNanos),
    "own time": duration(lengthOf(ownParts(spans, arrangement, index))),
    "on the critical path": duration(lengthOf(arrangement.sections[index])),
    "moved by": span.shiftNanos && signed(span.shiftNanos),
    "host": span.host && visible(span.host),
    "kind": span.kind && visible(span.kind)
  };
  return html`
    <p class="flame-details" aria-live="polite" data-test="swim-details">
      <span class="flame-name"><${FrameName} frame=${span} /></span>
      ${Object.entries(figures).filter(([, text]) => text).map(([name, text]) => html`
        <span key=${name}><span class="muted">${name}</span> <b>${text}</b></span>`)}
      ${span.failed && html`<b class="bad">failed</b>`}
    </p>`;
}
