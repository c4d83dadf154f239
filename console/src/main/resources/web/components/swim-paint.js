// Draws the bars of a swim lane.
import { duration } from "../format.js";
import { colours } from "./colours.js";
import { ownParts } from "./swim-layout.js";

export const LANE = 24;
export const AXIS = 22;
const NAMES = ["--waiting", "--swim-own", "--critical", "--failed", "--muted", "--line", "--text", "--hover"];

/** The colours of the current theme. */
export function swimPalette() {
  const [waiting, own, critical, failed, muted, line, text, hover] = colours(NAMES);
  return { waiting, own, critical, failed, muted, line, text, hover };
}

/** Draws the times at the top, with lines below them. */
export function paintAxis(ctx, at, texts, high, palette) {
  ctx.font = "11px system-ui, sans-serif";
  ctx.textBaseline = "middle";
  for (let i = 0; i < at.length; i++) {
    ctx.fillStyle = palette.line;
    ctx.fillRect(at[i], AXIS, 1, high - AXIS);
    ctx.fillStyle = palette.muted;
    ctx.fillText(texts[i], at[i] + 3, AXIS / 2);
  }
}

/**
 * Draws the bar of a span: light where it waits for child spans, darker for own time off the critical path,
 * and strong for own time on the critical path.
 *
 * @param scale turns nanoseconds into pixels
 */
export function paintLane(ctx, scene, span, y, scale) {
  const { spans, sections, arrangement, palette, width } = scene;
  const { startNanos, durationNanos, failed, shiftNanos } = spans[span];
  const top = y + 5;
  const high = LANE - 10;
  bar(ctx, palette.waiting, scale(startNanos), scale(startNanos + durationNanos), top, high, width);
  for (const [from, to] of ownParts(spans, arrangement, span)) {
    bar(ctx, palette.own, scale(from), scale(to), top, high, width, true);
  }
  for (const k of arrangement.sectionsOf(span)) {
    bar(ctx, palette.critical, scale(sections[k].fromNanos), scale(sections[k].toNanos), top - 2, high + 4,
      width, true);
  }
  if (failed) {
    ctx.strokeStyle = palette.failed;
    ctx.lineWidth = 1.5;
    const from = Math.max(-2, scale(startNanos));
    ctx.strokeRect(from, top - 1, Math.max(2, Math.min(width + 2, scale(startNanos + durationNanos)) - from),
      high + 2);
  }
  if (shiftNanos) {
    moved(ctx, palette, scale(startNanos - shiftNanos), scale(startNanos), y + LANE / 2);
  }
  const left = scale(startNanos - Math.max(0, shiftNanos ?? 0));
  beside(ctx, palette, durationNanos, left, scale(startNanos + durationNanos), y + LANE / 2, width);
}

function bar(ctx, fill, from, to, top, high, width, part) {
  const left = Math.max(0, from);
  const right = Math.min(width, Math.max(to, from + (part ? 0.6 : 1.5)));
  if (right > left) {
    ctx.fillStyle = fill;
    ctx.fillRect(left, top, right - left, high);
  }
}

/** A thin line from the start by the span's own clock to the corrected start. */
function moved(ctx, palette, from, to, y) {
  ctx.strokeStyle = palette.text;
  ctx.lineWidth = 1;
  ctx.setLineDash([2, 2]);
  ctx.beginPath();
  ctx.moveTo(from, y);
  ctx.lineTo(to, y);
  ctx.moveTo(from, y - 7);
  ctx.lineTo(from, y + 7);
  ctx.stroke();
  ctx.setLineDash([]);
}

/** The duration beside the bar, on the side with room. */
function beside(ctx, palette, nanos, from, to, y, width) {
  const text = duration(nanos);
  const room = ctx.measureText(text).width + 6;
  ctx.fillStyle = palette.muted;
  if (to >= 0 && to + room < width) {
    ctx.fillText(text, to + 5, y);
  } else if (from <= width && from > room) {
    ctx.fillText(text, from - room, y);
  }
}
