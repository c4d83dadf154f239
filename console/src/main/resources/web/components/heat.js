// A heat map: cells on a canvas, a colour scale of nine steps, and the value of the cell at the pointer.
import { html, useLayoutEffect, useMemo, useRef, useState } from "../html.js";
import { usePreferences } from "../preferences.js";
import { number } from "../format.js";
import { Tip, colours, context, fillFitting, numbered, placeIn, useWidth } from "./canvas.js";

const BELOW = 22;
const STEPS = 8;
const COLOURS = numbered("--heat-", 0, STEPS);

/**
 * Draws `values[x][y]`, with a column for each of `xs` and a row for each of `ys`. The first of `ys` is at
 * the bottom with `up`, else on top. The colour scale is logarithmic. `formatX`, `formatY`, `formatValue` and
 * `describe(x, y)` return texts. `onCell(x, y)` gets the indices of a cell on click or Enter, `onPoint(x, y)`
 * those of the cell at the pointer or chosen by keys. `over(place)` returns what is drawn over the cells, where
 * `place(x, y)` is the style of a place: 1.5 is in the middle of the second column or row.
 */
export function HeatMap({ xs, ys, values, xLabel, yLabel, onCell, onPoint, up = false, height, left, formatX, formatY,
  formatValue = number, describe, over }) {
  const preferences = usePreferences();
  const [box, width] = useWidth();
  const canvas = useRef(null);
  const [pointed, setCell] = useState(null);
  const range = useMemo(() => rangeOf(values), [values]);
  const rowOf = (y) => (up ? ys.length - 1 - y : y); // the same function turns rows into indices
  const wide = Math.max(1, width - left) / xs.length;
  const tall = (height - BELOW) / ys.length;
  const grid = { xs, ys, values, left, wide, tall, width, height, rowOf, range, formatX, formatY };
  const inside = (x, y) => x >= 0 && x < xs.length && y >= 0 && y < ys.length;
  const cell = pointed && inside(pointed.x, pointed.y) ? pointed : null;
  useLayoutEffect(() => {
    if (width > 0) {
      draw(context(canvas.current, width, height), grid, cell);
    }
  }, [xs, ys, values, width, height, preferences, cell?.x, cell?.y]);
  const move = (event) => {
    const place = placeIn(canvas.current, event);
    const x = Math.floor((place.x - left) / wide);
    const y = rowOf(Math.floor(place.y / tall));
    point(inside(x, y) ? { x, y, event } : null);
  };
  const point = (next) => {
    setCell(next);
    if (next && onPoint && (next.x !== cell?.x || next.y !== cell?.y)) {
      onPoint(next.x, next.y);
    }
  };
  const choose = () => cell && onCell && onCell(cell.x, cell.y);
  const keyed = (event) => {
    const upwards = up ? 1 : -1;
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, upwards], ArrowDown: [0, -upwards] };
    const [stepX, stepY] = steps[event.key] ?? [0, 0];
    const next = { x: (cell?.x ?? 0) + stepX, y: (cell?.y ?? 0) + stepY };
    if (event.key === "Enter") {
      choose();
    } else if (event.key in steps) {
      event.preventDefault();
      point(inside(next.x, next.y) ? next : cell);
    }
  };
  const text = cell && describe(cell.x, cell.y);
  const place = (x, y) => ({ left: left + x * wide + "px", top: (up ? ys.length - y : y) * tall + "px" });
  return html`
    <figure class="heat" ref=${box} data-test="heat" data-cells=${xs.length * ys.length}
      data-max=${range.most}>
      <canvas ref=${canvas} tabindex="0" role="application" class=${onCell ? "heat-open" : undefined}
        aria-label=${`Heat map of ${yLabel} by ${xLabel}. Arrow keys choose a cell.`}
        onMouseMove=${move} onMouseLeave=${() => setCell(null)} onClick=${choose} onKeyDown=${keyed}></canvas>
      ${width > 0 && over?.(place)}
      <figcaption class="heat-foot"><span class="muted">${xLabel}</span><span class="grow"></span>
        <${HeatLegend} range=${range} format=${formatValue} /></figcaption>
      <span class="unseen" aria-live="polite">${!cell?.event && text}</span>
      ${cell?.event && html`<${Tip} event=${cell.event}>${text}</${Tip}>`}
    </figure>`;
}

/** The least and the largest positive value. */
function rangeOf(values) {
  const positive = values.flat().filter((value) => value > 0);
  return {
    least: positive.reduce((least, value) => Math.min(least, value), Infinity),
    most: positive.reduce((most, value) => Math.max(most, value), 0)
  };
}

/** The step of the colour scale, from 0 for zero to 8 for the largest value. */
function step(value, { least, most }) {
  if (!(value > 0)) {
    return 0;
  }
  const share = most > least ? Math.log(value / least) / Math.log(most / least) : 1;
  return 1 + Math.min(STEPS - 1, Math.floor(share * STEPS));
}

function draw(ctx, grid, cell) {
  const { xs, ys, values, left, wide, tall, rowOf, range } = grid;
  const [text, muted, ...fills] = colours(["--text", "--muted", ...COLOURS]);
  for (let x = 0; x < xs.length; x++) {
    const from = left + Math.floor(x * wide);
    const to = left + Math.floor((x + 1) * wide);
    for (let y = 0; y < ys.length; y++) {
      const top = Math.floor(rowOf(y) * tall);
      ctx.fillStyle = fills[step(values[x][y], range)];
      ctx.fillRect(from, top, gapped(to - from), gapped(Math.floor((rowOf(y) + 1) * tall) - top));
    }
  }
  labels(ctx, grid, muted);
  if (cell) {
    ctx.strokeStyle = text;
    ctx.lineWidth = 1.5;
    ctx.strokeRect(left + cell.x * wide, rowOf(cell.y) * tall, wide, tall);
  }
}

/** Leaves a gap between large cells. */
function gapped(size) {
  return size > 5 ? size - 1 : Math.max(1, size);
}

function labels(ctx, { xs, ys, left, wide, tall, width, height, rowOf, formatX, formatY }, colour) {
  ctx.font = "12px system-ui, sans-serif";
  ctx.fillStyle = colour;
  ctx.textBaseline = "middle";
  ctx.textAlign = "right";
  const everyRow = Math.ceil(16 / tall);
  for (let y = 0; y < ys.length; y += everyRow) {
    fillFitting(ctx, formatY(ys[y]), left - 8, Math.max(8, (rowOf(y) + 0.5) * tall), left - 12);
  }
  ctx.textAlign = "left";
  const everyColumn = Math.ceil(90 / wide);
  for (let x = 0; x < xs.length && left + x * wide + 60 < width; x += everyColumn) {
    ctx.fillText(formatX(xs[x]), left + x * wide, height - BELOW / 2 + 1);
  }
}

function HeatLegend({ range, format }) {
  const least = range.least < range.most ? `0, then ${format(range.least)}` : "0";
  return html`<span class="legend"><span class="muted">${least}</span>${COLOURS.map((name) => html`
      <span key=${name} class="legend-box" style=${{ background: `var(${name})` }}></span>`)}
    <span class="muted">${format(range.most)}, logarithmic</span></span>`;
}
