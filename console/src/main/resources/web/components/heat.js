// A heat map: cells on a canvas, a colour scale of nine steps, and the value of the cell at the pointer.
import { html, useLayoutEffect, useMemo, useRef, useState } from "../html.js";
import { usePreferences } from "../preferences.js";
import { number, visible } from "../format.js";
import { context, fit, placeIn, useWidth } from "./canvas.js";
import { colours, heatColours } from "./colours.js";
import { Tip } from "./tip.js";

const BELOW = 22;
const STEPS = 8;

/**
 * Draws `values[x][y]`, with a column for each of `xs` and a row for each of `ys`. The first of `ys` is at the
 * bottom with `up`, else on top. The colour scale is logarithmic. `formatX`, `formatY` and `formatValue` return
 * texts. `onCell(x, y)` gets the indices of a cell on click or Enter.
 */
export function HeatMap({ xs, ys, values, xLabel, yLabel, onCell, up = false, height, left = 120,
  formatX = plain, formatY = plain, formatValue = number, describe }) {
  const { shown: theme, zone } = usePreferences();
  const [box, width] = useWidth();
  const canvas = useRef(null);
  const [cell, setCell] = useState(null);
  const range = useMemo(() => rangeOf(values), [values]);
  const high = height ?? Math.min(460, Math.max(120, ys.length * 18 + BELOW));
  const area = { left, width: Math.max(1, width - left), height: high - BELOW };
  const grid = { xs, ys, values, up, area, range, formatX, formatY };
  useLayoutEffect(() => {
    if (width > 0) {
      draw(context(canvas.current, width, high), grid, cell);
    }
  }, [xs, ys, values, width, high, theme, zone, cell?.x, cell?.y]);
  const move = (event) => setCell(cellAt(grid, placeIn(canvas.current, event), event));
  const choose = () => cell && onCell && onCell(cell.x, cell.y);
  const keyed = (event) => {
    const next = event.key === "Enter" ? choose() ?? cell : stepped(event.key, cell, grid);
    if (next) {
      event.preventDefault();
      setCell(next);
    }
  };
  const text = cell && (describe ? describe(cell.x, cell.y)
    : `${formatX(xs[cell.x])}, ${formatY(ys[cell.y])}: ${formatValue(values[cell.x][cell.y] ?? 0)}`);
  return html`
    <figure class="heat" ref=${box} data-test="heat" data-cells=${xs.length * ys.length}
      data-max=${range.most}>
      <canvas ref=${canvas} tabindex="0" role="application" class=${onCell ? "heat-open" : undefined}
        aria-label=${`Heat map of ${yLabel ?? "values"} by ${xLabel ?? "columns"}. Arrow keys choose a cell.`}
        onMouseMove=${move} onMouseLeave=${() => setCell(null)} onClick=${choose} onKeyDown=${keyed}></canvas>
      <figcaption class="heat-foot"><span class="muted">${xLabel}</span><span class="grow"></span>
        <${HeatLegend} range=${range} format=${formatValue} /></figcaption>
      <span class="unseen" aria-live="polite">${!cell?.pointer && text}</span>
      ${cell?.pointer && html`<${Tip} x=${cell.pointer.x} y=${cell.pointer.y}>${text}</${Tip}>`}
    </figure>`;
}

function plain(value) {
  return visible(value);
}

/** The least and the largest positive value. */
function rangeOf(values) {
  let least = Infinity;
  let most = 0;
  for (const column of values) {
    for (const value of column) {
      least = value > 0 && value < least ? value : least;
      most = value > most ? value : most;
    }
  }
  return { least: Math.min(least, most), most };
}

/** The step of the colour scale, from 0 for zero to 8 for the largest value. */
function step(value, range) {
  if (!(value > 0)) {
    return 0;
  }
  const whole = Math.log(range.most / range.least);
  const share = whole > 0 ? Math.log(value / range.least) / whole : 1;
  return 1 + Math.min(STEPS - 1, Math.floor(share * STEPS));
}

function draw(ctx, grid, cell) {
  const { xs, ys, values, area, range } = grid;
  const fills = heatColours();
  const wide = area.width / xs.length;
  const tall = area.height / ys.length;
  for (let x = 0; x < xs.length; x++) {
    const from = area.left + Math.floor(x * wide);
    const to = area.left + Math.floor((x + 1) * wide);
    for (let y = 0; y < ys.length; y++) {
      const row = grid.up ? ys.length - 1 - y : y;
      const top = Math.floor(row * tall);
      ctx.fillStyle = fills[step(values[x][y], range)];
      ctx.fillRect(from, top, gapped(to - from), gapped(Math.floor((row + 1) * tall) - top));
    }
  }
  labels(ctx, grid, wide, tall);
  if (cell) {
    ctx.strokeStyle = colours(["--text"])[0];
    ctx.lineWidth = 1.5;
    const row = grid.up ? ys.length - 1 - cell.y : cell.y;
    ctx.strokeRect(area.left + cell.x * wide, row * tall, wide, tall);
  }
}

/** Leaves a gap between large cells. */
function gapped(size) {
  return size > 5 ? size - 1 : Math.max(1, size);
}

function labels(ctx, { xs, ys, up, area, formatX, formatY }, wide, tall) {
  ctx.font = "12px system-ui, sans-serif";
  ctx.fillStyle = colours(["--muted"])[0];
  ctx.textBaseline = "middle";
  ctx.textAlign = "right";
  const everyRow = Math.max(1, Math.ceil(16 / tall));
  for (let y = 0; y < ys.length; y += everyRow) {
    const row = up ? ys.length - 1 - y : y;
    ctx.fillText(fit(ctx, formatY(ys[y]), area.left - 12), area.left - 8, (row + 0.5) * tall);
  }
  const everyColumn = Math.max(1, Math.ceil(90 / wide));
  for (let x = 0; x < xs.length; x += everyColumn) {
    ctx.textAlign = x === 0 ? "left" : "center";
    const at = area.left + (x === 0 ? 0 : (x + 0.5) * wide);
    if (at + 30 < area.left + area.width) {
      ctx.fillText(formatX(xs[x]), at, area.height + BELOW / 2 + 1);
    }
  }
}

function cellAt({ xs, ys, up, area }, place, event) {
  const x = Math.floor(((place.x - area.left) / area.width) * xs.length);
  const row = Math.floor((place.y / area.height) * ys.length);
  const inside = x >= 0 && x < xs.length && row >= 0 && row < ys.length;
  return inside ? { x, y: up ? ys.length - 1 - row : row, pointer: { x: event.clientX, y: event.clientY } }
    : null;
}

function stepped(key, cell, { xs, ys, up }) {
  const vertical = up ? 1 : -1;
  const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, vertical],
    ArrowDown: [0, -vertical] }[key];
  if (!move) {
    return null;
  }
  const at = cell ?? { x: 0, y: 0 };
  const inside = (index, size) => Math.max(0, Math.min(size - 1, index));
  return { x: inside(at.x + move[0], xs.length), y: inside(at.y + move[1], ys.length) };
}

function HeatLegend({ range, format }) {
  const boxes = Array.from({ length: STEPS + 1 },
    (_, i) => html`<span key=${i} class=${"legend-box heat-" + i}></span>`);
  const least = range.least < range.most ? `0, then ${format(range.least)}` : "0";
  return html`<span class="legend"><span class="muted">${least}</span>${boxes}
    <span class="muted">${format(range.most)}, logarithmic</span></span>`;
}
