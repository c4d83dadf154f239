// Draws the marks of a line chart.
import { visible } from "../format.js";
import { fit } from "./canvas.js";
import { colour } from "./colours.js";

const COLOURS = { page: "--bad", ticket: "--warn", info: "--info", range: "--accent", second: "--series-2" };

function markColour(mark) {
  return colour(COLOURS[mark.kind] ?? "--muted");
}

/** Fills the ranges, before the lines are drawn. */
export function drawBands(plot, marks) {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.globalAlpha = 0.13;
  for (const mark of marks.filter((each) => each.toMillis !== undefined)) {
    const left = clamp(plot.valToPos(mark.millis, "x", true), bbox);
    const right = clamp(plot.valToPos(mark.toMillis, "x", true), bbox);
    ctx.fillStyle = markColour(mark);
    ctx.fillRect(left, bbox.top, Math.max(0, right - left), bbox.height);
  }
  ctx.restore();
}

/** Draws a line at the start of each mark, with its label if there is room. */
export function drawLines(plot, marks) {
  const { ctx, bbox } = plot;
  const ratio = globalThis.devicePixelRatio || 1;
  let labelled = -Infinity;
  ctx.save();
  ctx.font = `${11 * ratio}px system-ui, sans-serif`;
  ctx.textBaseline = "top";
  ctx.textAlign = "left";
  ctx.lineWidth = 1.5 * ratio;
  for (const mark of [...marks].sort((a, b) => a.millis - b.millis)) {
    const x = plot.valToPos(mark.millis, "x", true);
    if (x < bbox.left || x > bbox.left + bbox.width) {
      continue;
    }
    ctx.strokeStyle = markColour(mark);
    ctx.setLineDash([4 * ratio, 3 * ratio]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    if (mark.label && x > labelled) {
      labelled = label(ctx, mark, x + 4 * ratio, bbox, ratio);
    }
  }
  ctx.restore();
}

/** Draws a label; returns the position of its end. */
function label(ctx, mark, x, bbox, ratio) {
  const text = fit(ctx, visible(mark.label), Math.min(220 * ratio, bbox.left + bbox.width - x));
  ctx.fillStyle = markColour(mark);
  ctx.fillText(text, x, bbox.top + 2 * ratio);
  return x + ctx.measureText(text).width;
}

function clamp(x, bbox) {
  return Math.max(bbox.left, Math.min(bbox.left + bbox.width, x));
}
