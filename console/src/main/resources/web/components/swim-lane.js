// A swim lane: a row for each span, with its duration, its own time and its sections of the critical path.
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../html.js";
import { useKeys } from "../keys.js";
import { usePreferences } from "../preferences.js";
import { duration } from "../format.js";
import { context, placeIn, useWidth } from "./canvas.js";
import { Name } from "./basics.js";
import { arrange, rowsOf, ticks } from "./swim-layout.js";
import { AXIS, LANE, paintAxis, paintLane, swimPalette } from "./swim-paint.js";
import { SwimDetails, SwimLegend } from "./swim-text.js";

const KEYS = [
  { keys: "↑ ↓", does: "Swim lane: choose a span" },
  { keys: "← →", does: "Swim lane: collapse and expand a span" }
];

/**
 * Draws spans `{parent, service, operation, startNanos, durationNanos, failed?, shiftNanos?, host?, kind?}`,
 * each after its parent, and the sections `{span, fromNanos, toNanos}` of the critical path.
 */
export function SwimLane({ spans, sections = [], height = roomy() }) {
  useKeys(KEYS);
  const arrangement = useMemo(() => arrange(spans, sections), [spans, sections]);
  const [collapsed, setCollapsed] = useState(new Set());
  const [chosen, setChosen] = useState(-1);
  const [hovered, setHovered] = useState(-1);
  const [range, setRange] = useState(null);
  useEffect(() => {
    setCollapsed(new Set());
    setChosen(-1);
    setRange(null);
  }, [arrangement]);
  const rows = useMemo(() => rowsOf(arrangement, collapsed), [arrangement, collapsed]);
  const toggle = (span, close = !collapsed.has(span)) => {
    const next = new Set(collapsed);
    if (close) {
      next.add(span);
    } else {
      next.delete(span);
    }
    setCollapsed(next);
  };
  const view = range ?? { from: arrangement.from, to: arrangement.to };
  const lane = { spans, sections, arrangement, rows, collapsed, toggle, chosen, setChosen, hovered,
    setHovered, view, setRange };
  const all = () => setCollapsed(new Set());
  const none = () => setCollapsed(new Set(arrangement.order.filter((span) => arrangement.depth[span] > 0
    && arrangement.below[span] > 0)));
  return html`
    <div class="swim" data-test="swim-lane" data-spans=${spans.length} data-rows=${rows.length}>
      <div class="flame-bar"><${SwimLegend} moved=${arrangement.moved} /><span class="grow"></span>
        ${range && html`<button type="button" onClick=${() => setRange(null)}>Show the whole request</button>`}
        <button type="button" onClick=${none}>Collapse</button>
        <button type="button" onClick=${all}>Expand</button></div>
      <${Lanes} lane=${lane} height=${height} />
      <${SwimDetails} spans=${spans} sections=${sections} arrangement=${arrangement}
        index=${hovered >= 0 ? hovered : chosen} spoken=${hovered < 0} />
    </div>`;
}

/** The default height: most of the browser's window. */
function roomy() {
  return Math.max(420, Math.round(innerHeight * 0.62));
}

/** The part that scrolls; only visible rows are in the document. */
function Lanes({ lane, height }) {
  const { rows } = lane;
  const box = useRef(null);
  const [top, setTop] = useState(0);
  const high = Math.min(height, rows.length * LANE + AXIS + 2);
  const first = Math.max(0, Math.min(Math.floor(top / LANE), rows.length - 1));
  const last = Math.min(rows.length, first + Math.ceil(high / LANE) + 1);
  useEffect(() => {
    reveal(box.current, rows.indexOf(lane.chosen));
  }, [lane.chosen]);
  return html`
    <div class="swim-box" ref=${box} style=${{ height: high + "px" }} tabindex="0" role="tree"
      aria-label="Spans"
      aria-activedescendant=${lane.chosen >= 0 ? "span-" + lane.chosen : undefined}
      onScroll=${(event) => setTop(event.currentTarget.scrollTop)} onKeyDown=${(event) => keyed(event, lane)}>
      <div style=${{ height: rows.length * LANE + AXIS + "px" }}>
        <div class="swim-view" style=${{ height: high - 2 + "px" }}>
          <div class="swim-names" style=${{ transform: `translateY(${AXIS + first * LANE - top}px)` }}>
            ${Array.from(rows.subarray(first, last),
              (span) => html`<${NameRow} key=${span} lane=${lane} span=${span} />`)}
          </div>
          <${LaneCanvas} lane=${lane} first=${first} last=${last} top=${top} high=${high - 2} />
        </div>
      </div>
    </div>`;
}

function NameRow({ lane, span }) {
  const { spans, arrangement, collapsed, toggle, chosen, setChosen, hovered, setHovered } = lane;
  const { service, operation, failed } = spans[span];
  const closed = collapsed.has(span);
  const parts = ["swim-name", span === chosen && "swim-chosen", span === hovered && "swim-hovered"];
  const indent = Math.min(arrangement.depth[span], 24) * 12;
  const more = arrangement.below[span];
  const mark = closed ? "▸" : more > 0 ? "▾" : "";
  return html`
    <div class=${parts.filter(Boolean).join(" ")} id=${"span-" + span} role="treeitem"
      aria-level=${arrangement.depth[span] + 1}
      aria-expanded=${more > 0 ? String(!closed) : undefined} aria-selected=${String(span === chosen)}
      onClick=${() => setChosen(span)} onMouseEnter=${() => setHovered(span)}
      onMouseLeave=${() => setHovered(-1)}>
      <span class="swim-indent" style=${{ width: indent + "px" }}></span>
      <span class="swim-turn" onClick=${more > 0 ? () => toggle(span) : undefined}>${mark}</span>
      ${failed && html`<span class="swim-failed" title="failed">✕</span>`}
      <span class="muted"><${Name} value=${service} /></span>${" "}<${Name} value=${operation} />
      ${closed && html`<span class="muted"> +${more}</span>`}
    </div>`;
}

function LaneCanvas({ lane, first, last, top, high }) {
  const { spans, sections, arrangement, rows, chosen, setChosen, hovered, setHovered, view, setRange } = lane;
  const { shown: theme } = usePreferences();
  const [box, width] = useWidth();
  const canvas = useRef(null);
  const [drag, setDrag] = useState(null);
  const palette = useMemo(swimPalette, [theme]);
  const scale = (nanos) => ((nanos - view.from) / (view.to - view.from || 1)) * width;
  const nanosAt = (x) => view.from + (x / width) * (view.to - view.from);
  useLayoutEffect(() => {
    if (width > 0) {
      const started = performance.now();
      const scene = { spans, sections, arrangement, palette, width, view, scale, rows, first, last, top,
        chosen, hovered, drag };
      paint(context(canvas.current, width, high), scene, high);
      canvas.current.dataset.drawMillis = (performance.now() - started).toFixed(2);
    }
  }, [spans, sections, rows, first, last, top, width, high, chosen, hovered, view.from, view.to, palette,
    drag]);
  const rowAt = (place) => (place.y < AXIS ? -1 : rows[Math.floor((place.y - AXIS + top) / LANE)] ?? -1);
  const move = (event) => {
    const place = placeIn(canvas.current, event);
    setHovered(rowAt(place));
    if (drag) {
      setDrag({ ...drag, to: place.x });
    }
  };
  const down = (event) => {
    const { x } = placeIn(canvas.current, event);
    setDrag({ from: x, to: x });
  };
  const up = (event) => {
    if (drag && Math.abs(drag.to - drag.from) > 4) {
      setRange({ from: nanosAt(Math.min(drag.from, drag.to)), to: nanosAt(Math.max(drag.from, drag.to)) });
    } else if (drag) {
      setChosen(rowAt(placeIn(canvas.current, event)));
    }
    setDrag(null);
  };
  const leave = () => {
    setHovered(-1);
    setDrag(null);
  };
  return html`<div class="swim-lanes" ref=${box}><canvas ref=${canvas} data-test="swim-canvas"
    aria-hidden="true"
    onMouseMove=${move} onMouseDown=${down} onMouseUp=${up} onMouseLeave=${leave}></canvas></div>`;
}

function paint(ctx, scene, high) {
  const { rows, first, last, top, chosen, hovered, palette, width, view, scale, drag } = scene;
  const yOf = (row) => AXIS + row * LANE - top;
  const highlight = (span, row) => {
    if (span >= 0 && rows[row] === span) {
      ctx.fillStyle = palette.hover;
      ctx.fillRect(0, yOf(row), width, LANE);
    }
  };
  for (let row = first; row < last; row++) {
    highlight(hovered, row);
    highlight(chosen, row);
  }
  const times = ticks(view.from, view.to, width / 110);
  ctx.save();
  paintAxis(ctx, times.map(scale), times.map(duration), high, palette);
  ctx.beginPath();
  ctx.rect(0, AXIS, width, high - AXIS);
  ctx.clip();
  for (let row = first; row < last; row++) {
    paintLane(ctx, scene, rows[row], yOf(row), scale);
  }
  ctx.restore();
  if (drag) {
    ctx.globalAlpha = 0.2;
    ctx.fillStyle = palette.text;
    ctx.fillRect(Math.min(drag.from, drag.to), AXIS, Math.abs(drag.to - drag.from), high);
    ctx.globalAlpha = 1;
  }
}

/** Scrolls until a row is visible below the axis. */
function reveal(box, row) {
  if (row >= 0) {
    const y = row * LANE;
    if (y < box.scrollTop) {
      box.scrollTop = y;
    } else if (y + LANE + AXIS > box.scrollTop + box.clientHeight) {
      box.scrollTop = y + LANE + AXIS + 2 - box.clientHeight;
    }
  }
}

function keyed(event, lane) {
  const { rows, arrangement, collapsed, toggle, chosen, setChosen, setHovered } = lane;
  const at = rows.indexOf(chosen);
  const open = chosen >= 0 && arrangement.below[chosen] > 0 && !collapsed.has(chosen);
  switch (event.key) {
    case "ArrowDown": setChosen(rows[Math.min(rows.length - 1, at + 1)]); break;
    case "ArrowUp": setChosen(rows[Math.max(0, at - 1)]); break;
    case "Home": setChosen(rows[0]); break;
    case "End": setChosen(rows[rows.length - 1]); break;
    case "ArrowLeft":
      if (open) {
        toggle(chosen, true);
      } else if (chosen >= 0 && arrangement.parent[chosen] >= 0) {
        setChosen(arrangement.parent[chosen]);
      }
      break;
    case "ArrowRight":
      if (chosen >= 0 && collapsed.has(chosen)) {
        toggle(chosen, false);
      } else if (open) {
        setChosen(arrangement.childrenOf(chosen)[0]);
      }
      break;
    default: return;
  }
  setHovered(-1);
  event.preventDefault();
}
