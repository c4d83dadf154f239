// A flame graph: frames are below their callers; their width is their time.
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../html.js";
import { useKeys } from "../keys.js";
import { usePreferences } from "../preferences.js";
import { duration, percent } from "../format.js";
import { context, placeIn, useWidth } from "./canvas.js";
import { FlameDetails, FlameLegend, FlameTable, frameLabel } from "./flame-text.js";
import { frameBuffer, largestChild, layOut, nodeAt, sibling, visibleFrames } from "./flame-layout.js";
import { ROW, fills, flamePalette, paintFlame } from "./flame-paint.js";
import { samePath, search } from "./flame-search.js";
import { Tip } from "./tip.js";

/**
 * Draws nodes `{parent, service, operation, callee?, inclusiveNanos, exclusiveNanos, before?}`, parents
 * first. With `difference`, colours show the change of own time since `before`, which has the same two figures,
 * for the same number of requests. `searched` is the first text to search for; `onSearched` gets each text that
 * the reader has finished.
 */
export function FlameGraph({ nodes, difference, height, searched = "", onSearched }) {
  useKeys(KEYS);
  const [side, setSide] = useState("after");
  const [query, setQuery] = useState(searched);
  const [table, setTable] = useState(false);
  const graph = useMemo(() => graphOf(nodes, difference && side === "before"),
    [nodes, difference, side]);
  const whole = nodes.reduce((sum, node) => sum + (node.parent < 0 ? node.inclusiveNanos : 0), 0);
  const labels = useMemo(() => lazyLabels(nodes, graph.layout.parent), [nodes, graph]);
  const found = useMemo(() => find(graph.layout, nodes, query), [graph, nodes, query]);
  const [focus, setFocus] = useFocus(nodes);
  const choose = (index, zoom) => setFocus({ chosen: index, hovered: -1, zoom: zoom ?? focus.zoom });
  const shown = focus.hovered >= 0 ? focus.hovered : focus.chosen >= 0 ? focus.chosen : focus.zoom;
  return html`
    <div class="flame" data-test="flame">
      <div class="flame-bar">
        <${Search} query=${query} onQuery=${setQuery} onSearched=${onSearched} found=${found}
          whole=${graph.layout.total} />
        ${difference && html`<${FlameLegend} side=${side} onSide=${setSide} most=${graph.largest} />`}
        <span class="grow"></span>
        ${focus.zoom >= 0 && html`<button type="button" data-test="flame-reset"
          onClick=${() => setFocus({ zoom: -1 })}>Show all</button>`}
        <button type="button" aria-pressed=${String(table)} data-test="flame-table-toggle"
          onClick=${() => setTable(!table)}>Table</button>
      </div>
      <${FlameCanvas} ...${{ nodes, graph, labels, found, focus, setFocus, choose, difference, height }} />
      <${FlameDetails} nodes=${nodes} index=${shown} spoken=${focus.hovered < 0} whole=${whole}
        difference=${difference} />
      ${table && html`<${FlameTable} nodes=${nodes} whole=${whole} difference=${difference}
        onChoose=${(index) => choose(index, index)} />`}
    </div>`;
}

const KEYS = [
  { keys: "← ↑ ↓ →", does: "Flame graph: choose a frame" },
  { keys: "Enter", does: "Flame graph: zoom to the frame" },
  { keys: "Backspace", does: "Flame graph: zoom out" }
];
const NOTHING = { zoom: -1, chosen: -1, hovered: -1 };

/** Hook: the zoomed, chosen and hovered node. When nodes change, it keeps those with the same call path. */
function useFocus(nodes) {
  const [state, setState] = useState({ ...NOTHING, nodes });
  const focus = useMemo(() => follow(state, nodes), [state, nodes]);
  return [focus, (change) => setState((old) => ({ ...follow(old, nodes), ...change }))];
}

function follow(state, nodes) {
  if (state.nodes === nodes) {
    return state;
  }
  const same = (index) => samePath(state.nodes, index, nodes, frameText);
  return { ...NOTHING, zoom: same(state.zoom), chosen: same(state.chosen), nodes };
}

function graphOf(nodes, before) {
  const values = nodes.map((node) => (before ? node.before?.inclusiveNanos ?? 0 : node.inclusiveNanos));
  const changes = nodes.map((node) => node.exclusiveNanos - (node.before?.exclusiveNanos ?? 0));
  const largest = changes.reduce((most, change) => Math.max(most, Math.abs(change)), 0) || 1;
  return {
    layout: layOut(nodes.map((node) => node.parent), values),
    largest,
    changes: changes.map((change) => change / largest),
  };
}

function lazyLabels(nodes, parents) {
  const texts = new Array(nodes.length);
  return (i) => (texts[i] ??= frameLabel(nodes[i], nodes[parents[i]]));
}

function find(layout, nodes, query) {
  const wanted = query.trim().toLowerCase();
  return wanted ? search(layout, (i) => frameText(nodes[i]).includes(wanted)) : undefined;
}

function frameText(node) {
  return (node.service + " " + node.operation
    + (node.callee === undefined ? "" : " → " + node.callee)).toLowerCase();
}

function Search({ query, onQuery, onSearched, found, whole }) {
  const clear = (event) => {
    if (event.key === "Escape" && query) {
      event.stopPropagation();
      onQuery("");
      onSearched?.("");
    }
  };
  return html`
    <label class="flame-search">
      <span class="unseen">Search frames</span>
      <input type="search" placeholder="Search frames" value=${query} data-test="flame-search" data-search
        onInput=${(event) => onQuery(event.currentTarget.value)} onKeyDown=${clear}
        onChange=${(event) => onSearched?.(event.currentTarget.value)} />
    </label>
    ${found && html`<span class="muted" role="status" data-test="flame-found" data-value=${found.value}>
      ${found.count} frames, ${percent(whole > 0 ? found.value / whole : 0)} of the time</span>`}`;
}

/** The canvas. It stays visible while an element as high as all rows scrolls. */
function FlameCanvas({ nodes, graph, labels, found, focus, setFocus, choose, difference, height }) {
  const { layout } = graph;
  const { shown: theme } = usePreferences();
  const [box, width] = useWidth();
  const canvas = useRef(null);
  const buffer = useMemo(frameBuffer, []);
  const [top, setTop] = useState(0);
  const [pointer, setPointer] = useState(null);
  const palette = useMemo(flamePalette, [theme]);
  const fill = useMemo(() => fills(nodes, palette, difference && graph.changes),
    [nodes, palette, graph, difference]);
  const high = Math.max(ROW * 2, Math.min(height, layout.rows * ROW));
  const view = viewOf(layout, focus.zoom, width);
  useLayoutEffect(() => {
    if (width > 0) {
      const scene = { nodes, label: labels, fill, palette, matched: found?.matched, difference,
        chosen: focus.chosen, hovered: focus.hovered, top };
      draw(canvas.current, layout, view, high, scene, buffer);
    }
  }, [layout, labels, fill, found, focus.zoom, focus.chosen, focus.hovered, top, width, high]);
  useEffect(() => {
    reveal(box.current, layout, focus.chosen);
  }, [focus.chosen, layout]);
  const under = (event) => {
    const { x, y } = placeIn(canvas.current, event);
    return nodeAt(layout, Math.floor((y + top) / ROW), view.from + (x / width) * (view.to - view.from));
  };
  const move = (event) => {
    const hovered = under(event);
    setPointer({ x: event.clientX, y: event.clientY });
    if (hovered !== focus.hovered) {
      setFocus({ hovered });
    }
  };
  const leave = () => {
    setPointer(null);
    setFocus({ hovered: -1 });
  };
  const click = (event) => {
    const node = under(event);
    if (node >= 0) {
      choose(node, node);
    }
  };
  const hovered = pointer && focus.hovered >= 0 ? nodes[focus.hovered] : undefined;
  return html`
    <div class="flame-box" ref=${box} style=${{ height: high + "px" }}
      onScroll=${(e) => setTop(e.currentTarget.scrollTop)}>
      <div style=${{ height: layout.rows * ROW + "px" }}>
        <canvas class="flame-canvas" ref=${canvas} tabindex="0" role="application" data-test="flame-canvas"
          aria-label="Flame graph. Arrow keys choose a frame, Enter zooms, Escape shows all."
          onMouseMove=${move} onMouseLeave=${leave} onClick=${click}
          onKeyDown=${(event) => keyed(event, layout, focus, setFocus, choose)}></canvas>
      </div>
      ${hovered && html`<${Tip} x=${pointer.x} y=${pointer.y}>
        <b>${labels(focus.hovered)}</b><br />${duration(hovered.inclusiveNanos)},
          own ${duration(hovered.exclusiveNanos)}
      </${Tip}>`}
    </div>`;
}

/** The shown range of values: that of the zoomed node, or all. */
function viewOf(layout, zoom, width) {
  const wide = zoom >= 0 && layout.end[zoom] > layout.start[zoom];
  return { from: wide ? layout.start[zoom] : 0, to: wide ? layout.end[zoom] : layout.total, width };
}

function draw(canvas, layout, view, high, scene, buffer) {
  const started = performance.now();
  const ctx = context(canvas, view.width, high);
  const firstRow = Math.floor(scene.top / ROW);
  const frames = visibleFrames(layout, view, firstRow, firstRow + Math.ceil(high / ROW) + 1, buffer);
  paintFlame(ctx, frames, scene);
  canvas.dataset.drawMillis = (performance.now() - started).toFixed(2);
  canvas.dataset.frames = String(frames.length);
}

/** Scrolls until a node's row is visible. */
function reveal(box, layout, node) {
  if (node >= 0) {
    const y = layout.depth[node] * ROW;
    if (y < box.scrollTop) {
      box.scrollTop = y;
    } else if (y + ROW > box.scrollTop + box.clientHeight) {
      box.scrollTop = y + ROW - box.clientHeight;
    }
  }
}

function keyed(event, layout, focus, setFocus, choose) {
  const first = layout.count > 0 ? layout.order[0] : -1;
  const at = [focus.chosen, focus.zoom, first].find((node) => node >= 0) ?? -1;
  const next = at < 0 ? -1 : nextNode(event.key, layout, at);
  if (next >= 0 || event.key.startsWith("Arrow")) {
    choose(focus.chosen < 0 ? at : next >= 0 ? next : at);
  } else if (event.key === "Enter") {
    choose(at, at);
  } else if (event.key === "Escape" && focus.zoom >= 0) {
    setFocus({ zoom: -1 });
  } else if (event.key === "Backspace" && focus.zoom >= 0) {
    const zoom = layout.parent[focus.zoom];
    setFocus({ zoom, chosen: zoom, hovered: -1 });
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

function nextNode(key, layout, at) {
  switch (key) {
    case "ArrowUp": return layout.parent[at];
    case "ArrowDown": return largestChild(layout, at);
    case "ArrowLeft": return sibling(layout, at, -1);
    case "ArrowRight": return sibling(layout, at, 1);
    default: return -1;
  }
}
