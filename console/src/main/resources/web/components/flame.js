// A flame graph: frames are below their callers; their width is their time.
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../html.js";
import { useKeys } from "../keys.js";
import { usePreferences } from "../preferences.js";
import { duration, percent, visible } from "../format.js";
import { Tip, context, placeIn, useWidth } from "./canvas.js";
import { BEFORE_AFTER, FlameDetails, FlameLegend, FlameTable } from "./flame-parts.js";
import { largestChild, layOut, nodeAt, pathHashes, search, sibling, visibleNodes } from "./flame-layout.js";
import { ROW, paintFlame, paintOf } from "./flame-paint.js";

const KEYS = [
  { keys: "← ↑ ↓ →", does: "Flame graph: choose a frame" },
  { keys: "Enter", does: "Flame graph: zoom to the frame" },
  { keys: "Backspace", does: "Flame graph: zoom out" }
];

/**
 * Draws nodes `{parent, service, operation, callee?, inclusiveNanos, exclusiveNanos, before?, hue?}`, parents
 * first; those of one hue, or else of one service, have one colour. With `difference`, colours show the change
 * of own time since `before`, which has the same two figures, for the same number of requests; `words` tell it.
 * Shares are those of `whole`.
 *
 * `view` is what an address keeps: `{frames, zoom}`, the searched text and the zoomed frame (a hash of its
 * call path; one that no node has is ignored). `onView` gets its changes.
 */
export function FlameGraph({ nodes, difference, words = BEFORE_AFTER, height, view, onView,
  label = "Flame graph", whole = sumOf(nodes) }) {
  useKeys(KEYS);
  const [ownView, setOwnView] = useState({});
  const { frames = "", zoom } = view ?? ownView;
  const change = onView ?? ((some) => setOwnView({ ...ownView, ...some }));
  const [side, setSide] = useState("after");
  const [query, setQuery] = useState(frames);
  const [table, setTable] = useState(false);
  const [chosenPath, setChosenPath] = useState(undefined);
  const [pointed, setHovered] = useState(-1);
  const hovered = pointed < nodes.length ? pointed : -1;

  const hashes = useMemo(() => pathHashes(nodes), [nodes]);
  const graph = useMemo(() => graphOf(nodes, difference && side === "before"), [nodes, difference, side]);
  const found = useMemo(() => find(nodes, graph.values, query), [nodes, graph, query]);
  const zoomed = zoom ? hashes.indexOf(parseInt(zoom, 36)) : -1;
  const chosen = chosenPath === undefined ? -1 : hashes.indexOf(chosenPath);
  const choose = (node) => {
    setChosenPath(node < 0 ? undefined : hashes[node]);
    setHovered(-1);
  };
  const zoomTo = (node) => {
    choose(node);
    change({ zoom: node < 0 ? undefined : hashes[node].toString(36) });
  };
  const shown = [hovered, chosen, zoomed].find((node) => node >= 0);
  return html`
    <div class="flame" data-test="flame">
      <div class="flame-bar">
        <${Search} query=${query} onQuery=${setQuery} onSearched=${(text) => change({ frames: text })} />
        ${found && html`<span class="muted" role="status" data-test="flame-found" data-value=${found.value}>
          ${found.matched.size} frames, ${percent(whole > 0 ? found.value / whole : 0)} of the time</span>`}
        ${difference && html`<${FlameLegend} words=${words} side=${side} onSide=${setSide}
          most=${graph.largest} />`}
        <span class="grow"></span>
        ${zoomed >= 0 && html`<button type="button" data-test="flame-reset"
          onClick=${() => zoomTo(-1)}>Show all</button>`}
        <button type="button" aria-pressed=${String(table)} data-test="flame-table-toggle"
          onClick=${() => setTable(!table)}>Table</button>
      </div>
      <${FlameCanvas} ...${{ nodes, graph, found, zoomed, chosen, hovered, difference, height, title: label }}
        ...${{ setHovered, choose, zoomTo }} />
      <${FlameDetails} nodes=${nodes} index=${shown} spoken=${hovered < 0} whole=${whole}
        difference=${difference && words} />
      ${table && html`<${FlameTable} nodes=${nodes} whole=${whole} difference=${difference && words}
        onChoose=${zoomTo} />`}
    </div>`;
}

function sumOf(nodes) {
  return nodes.reduce((sum, node) => sum + (node.parent < 0 ? node.inclusiveNanos : 0), 0);
}

/** The layout, and the change of each node's own time as a share of the largest. */
function graphOf(nodes, before) {
  const extent = (node) => (before ? node.before?.inclusiveNanos ?? 0 : node.inclusiveNanos);
  const values = nodes.map((node) => Math.max(0, extent(node)));
  const changes = nodes.map((node) => node.exclusiveNanos - (node.before?.exclusiveNanos ?? 0));
  const largest = changes.reduce((most, change) => Math.max(most, Math.abs(change)), 0) || 1;
  const shares = changes.map((change) => change / largest);
  return { values, layout: layOut(nodes, values), largest, changes: shares };
}

function find(nodes, values, query) {
  const wanted = query.trim().toLowerCase();
  const textOf = ({ service, operation, callee }) => [service, operation, callee].join(" ").toLowerCase();
  return wanted ? search(nodes, values, (i) => textOf(nodes[i]).includes(wanted)) : undefined;
}

/** The label of a frame; without the service if the caller has the same one. */
function labelOf(nodes, { service, operation, callee, parent }) {
  if (callee !== undefined) {
    return "→ " + visible(callee) + "  " + visible(operation);
  }
  const caller = nodes[parent];
  const sameService = caller?.service === service && caller.callee === undefined;
  return (sameService ? "" : visible(service) + " ") + visible(operation);
}

function Search({ query, onQuery, onSearched }) {
  const clear = (event) => {
    if (event.key === "Escape" && query) {
      event.stopPropagation();
      onQuery("");
      onSearched("");
    }
  };
  return html`
    <input type="search" class="flame-search" placeholder="Search frames" aria-label="Search frames"
      value=${query} data-test="flame-search" data-search
      onInput=${(event) => onQuery(event.target.value)} onKeyDown=${clear}
      onChange=${(event) => onSearched(event.target.value)} />`;
}

/** The canvas. It stays visible while an element as high as all rows scrolls. */
function FlameCanvas({ nodes, graph, found, zoomed, chosen, hovered, setHovered, choose, zoomTo, difference,
  height, title }) {
  const { layout, changes } = graph;
  const preferences = usePreferences();
  const [box, width] = useWidth();
  const canvas = useRef(null);
  const [top, setTop] = useState(0);
  const [pointer, setPointer] = useState(null);
  const paint = useMemo(() => paintOf(nodes, difference && changes),
    [nodes, changes, difference, preferences]);
  const label = (node) => labelOf(nodes, nodes[node]);
  const high = Math.max(ROW * 2, Math.min(height, layout.rows * ROW));
  const wide = zoomed >= 0 && layout.end[zoomed] > layout.start[zoomed];
  const view = {
    from: wide ? layout.start[zoomed] : 0, to: wide ? layout.end[zoomed] : layout.total, width,
    firstRow: Math.floor(top / ROW), lastRow: Math.ceil((top + high) / ROW)
  };
  useLayoutEffect(() => {
    if (width > 0) {
      const started = performance.now();
      const shown = visibleNodes(layout, view);
      paintFlame(context(canvas.current, width, high), shown, view,
        { nodes, layout, label, paint, matched: found?.matched, difference, chosen, hovered, top });
      canvas.current.dataset.drawMillis = (performance.now() - started).toFixed(2);
      canvas.current.dataset.frames = String(shown.length);
    }
  }, [layout, paint, found, zoomed, chosen, hovered, top, width, high]);
  useEffect(() => {
    const y = chosen >= 0 ? layout.depth[chosen] * ROW : top;
    box.current.scrollTop = Math.min(y, Math.max(top, y + ROW - high)); // until the chosen row is visible
  }, [chosen, layout]);
  const under = (event) => {
    const { x, y } = placeIn(canvas.current, event);
    return nodeAt(layout, Math.floor((y + top) / ROW), view.from + (x / width) * (view.to - view.from));
  };
  const move = (event) => {
    setPointer(event);
    setHovered(under(event));
  };
  const click = (event) => {
    const node = under(event);
    if (node >= 0) {
      zoomTo(node);
    }
  };
  const keyed = (event) => {
    if (act(event.key, { nodes, layout, zoomed, chosen, choose, zoomTo })) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  return html`
    <div class="flame-box" ref=${box} style=${{ height: high + "px" }}
      onScroll=${(event) => setTop(event.target.scrollTop)}>
      <div style=${{ height: layout.rows * ROW + "px" }}>
        <canvas class="flame-canvas" ref=${canvas} tabindex="0" role="application" data-test="flame-canvas"
          aria-label=${title + ". Arrow keys choose a frame, Enter zooms, Escape shows all."}
          onMouseMove=${move} onMouseLeave=${() => setHovered(-1)}
          onClick=${click} onKeyDown=${keyed}></canvas>
      </div>
      ${pointer && hovered >= 0 && html`<${Tip} event=${pointer}>
        <b>${label(hovered)}</b><br />${duration(nodes[hovered].inclusiveNanos)},
          own ${duration(nodes[hovered].exclusiveNanos)}
      </${Tip}>`}
    </div>`;
}

/** What a key does; false if it does nothing. */
function act(key, { nodes, layout, zoomed, chosen, choose, zoomTo }) {
  const at = [chosen, zoomed, layout.order[0]].find((node) => node >= 0);
  if (at === undefined) {
    return false;
  } else if (key.startsWith("Arrow")) {
    const next = chosen < 0 ? at : neighbour(key, nodes, layout, at);
    choose(next >= 0 ? next : at);
  } else if (key === "Enter") {
    zoomTo(at);
  } else if (key === "Escape" && zoomed >= 0) {
    zoomTo(-1);
  } else if (key === "Backspace" && zoomed >= 0) {
    zoomTo(nodes[zoomed].parent);
  } else {
    return false;
  }
  return true;
}

function neighbour(key, nodes, layout, at) {
  switch (key) {
    case "ArrowUp": return nodes[at].parent;
    case "ArrowDown": return largestChild(layout, nodes, at);
    case "ArrowLeft": return sibling(layout, nodes, at, -1);
    default: return sibling(layout, nodes, at, 1);
  }
}
