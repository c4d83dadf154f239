// Draws the frames of a flame graph.
import { colours, fillFitting, hash, numbered } from "./canvas.js";

export const ROW = 20;
const GAP = 1;
const FONT = "12px system-ui, sans-serif";
const SERVICES = 6;
/** The colours of a change of own time, from much less to much more. */
export const STEPS = ["--flame-less-3", "--flame-less-2", "--flame-less-1", "--flame-same", "--flame-more-1",
  "--flame-more-2", "--flame-more-3"];
/** The share of the largest change at which each step begins. */
const FROM = [0.02, 0.15, 0.45];

/** The colours of the current theme. */
function palette() {
  const [text, edge, other, found, accent, ground] = colours(["--flame-text", "--flame-edge", "--flame-other",
    "--flame-found", "--accent", "--raised"]);
  return { text, edge, other, found, accent, ground, steps: colours(STEPS),
    services: colours(numbered("--flame-", 1, SERVICES)) };
}

/** The palette and the colour of every node: by hue or service, or by its change (-1 to 1) in a difference. */
export function paintOf(nodes, changes) {
  const all = palette();
  const fills = nodes.map(({ service, callee, hue = service }, i) => {
    if (changes) {
      return all.steps[3 + step(changes[i])];
    } else if (callee !== undefined) {
      return all.edge;
    }
    return service === "(other)" ? all.other : all.services[hash(hue) % SERVICES];
  });
  return { palette: all, fills };
}

/** From -3 for much less to 3 for much more. */
function step(change) {
  return Math.sign(change) * FROM.filter((from) => Math.abs(change) >= from).length;
}

/**
 * Draws nodes in a view; `top` is the scroll position in pixels.
 *
 * @param scene `{nodes, layout, label(node), paint, matched?, difference, chosen, hovered, top}`
 */
export function paintFlame(ctx, shown, view, scene) {
  const { nodes, layout, paint, matched, top } = scene;
  const scale = view.width / (view.to - view.from || 1);
  const frames = Array.from(shown, (node) => {
    const x = Math.max(0, (layout.start[node] - view.from) * scale);
    const right = Math.min(view.width, (layout.end[node] - view.from) * scale);
    const width = right - x > 3 ? right - x - GAP : right - x;
    return { node, x, y: layout.depth[node] * ROW - top, width, dim: matched && !matched.has(node) };
  });
  ctx.font = FONT;
  ctx.textBaseline = "middle";
  for (const { node, x, y, width, dim } of frames) {
    ctx.globalAlpha = dim ? 0.4 : 1;
    ctx.fillStyle = matched && !dim && !scene.difference ? paint.palette.found : paint.fills[node];
    ctx.fillRect(x, y, width, ROW - GAP);
  }
  ctx.globalAlpha = 1;
  const waits = ({ node, width }) => width >= 4 && nodes[node].callee !== undefined;
  paintWaiting(ctx, frames.filter(waits), paint);
  paintLabels(ctx, frames.filter(({ width }) => width >= 28), scene);
  outline(ctx, frames, scene.hovered, paint.palette.text, 1);
  outline(ctx, frames, scene.chosen, paint.palette.accent, 2);
}

/** Marks time between two services with strokes at the lower edge, so that the label stays readable. */
function paintWaiting(ctx, frames, { palette: { ground } }) {
  ctx.strokeStyle = ground;
  ctx.globalAlpha = 0.55;
  ctx.lineWidth = 2;
  ctx.beginPath();
  for (const { x, y, width } of frames) {
    for (let at = 0; at + 4 <= width; at += 6) {
      ctx.moveTo(x + at, y + ROW - GAP);
      ctx.lineTo(x + at + 4, y + ROW - GAP - 4);
    }
  }
  ctx.stroke();
}

function paintLabels(ctx, frames, { label, paint }) {
  for (const { node, x, y, width, dim } of frames) {
    ctx.fillStyle = paint.fills[node] === paint.palette.steps[0] ? "#ffffff" : paint.palette.text;
    ctx.globalAlpha = dim ? 0.6 : 1;
    fillFitting(ctx, label(node), x + 4, y + (ROW - GAP) / 2, width - 8);
  }
  ctx.globalAlpha = 1;
}

function outline(ctx, frames, node, stroke, line) {
  const frame = frames.find((each) => each.node === node);
  if (frame) {
    ctx.strokeStyle = stroke;
    ctx.lineWidth = line;
    ctx.strokeRect(frame.x + line / 2, frame.y + line / 2, Math.max(1, frame.width - line), ROW - GAP - line);
  }
}
