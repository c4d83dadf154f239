// Draws the frames of a flame graph.
import { colours, pick } from "./colours.js";
import { fit } from "./canvas.js";

export const ROW = 20;
const GAP = 1;
const FONT = "12px system-ui, sans-serif";
const SERVICES = 6;
const STEPS = ["--flame-less-3", "--flame-less-2", "--flame-less-1", "--flame-same", "--flame-more-1",
  "--flame-more-2", "--flame-more-3"];
/** The share of the largest change at which each step begins. */
const FROM = [0.02, 0.15, 0.45];

/** The colours of the current theme. */
export function flamePalette() {
  const [text, edge, other, found, accent, ground] = colours(["--flame-text", "--flame-edge", "--flame-other",
    "--flame-found", "--accent", "--raised"]);
  const services = colours(Array.from({ length: SERVICES }, (_, i) => "--flame-" + (i + 1)));
  return { text, edge, other, found, accent, ground, services, steps: colours(STEPS) };
}

/** The colour of every node: by service, or by its change (from -1 to 1) in a differential graph. */
export function fills(nodes, palette, changes) {
  return nodes.map((node, i) => {
    if (changes) {
      return palette.steps[3 + step(changes[i])];
    } else if (node.callee !== undefined) {
      return palette.edge;
    }
    return node.service === "(other)" ? palette.other : palette.services[pick(node.service, SERVICES)];
  });
}

/** From -3 for much less to 3 for much more. */
function step(change) {
  return Math.sign(change) * FROM.filter((from) => Math.abs(change) >= from).length;
}

/**
 * Draws frames; `top` is the scroll position in pixels.
 *
 * @param scene `{nodes, label(node), fill, palette, matched?, difference, chosen, hovered, top}`
 */
export function paintFlame(ctx, frames, scene) {
  const { palette, fill, matched } = scene;
  ctx.font = FONT;
  ctx.textBaseline = "middle";
  for (let i = 0; i < frames.length; i++) {
    const node = frames.node[i];
    const found = matched && matched[node];
    ctx.globalAlpha = matched && !found ? 0.4 : 1;
    const plain = found && !scene.difference ? palette.found : fill[node];
    ctx.fillStyle = frames.folded[i] > 0 ? palette.other : plain;
    ctx.fillRect(frames.x[i], frames.row[i] * ROW - scene.top, drawn(frames.width[i]), ROW - GAP);
  }
  ctx.globalAlpha = 1;
  paintWaiting(ctx, frames, scene);
  paintLabels(ctx, frames, scene);
  outline(ctx, frames, scene, scene.hovered, palette.text, 1);
  outline(ctx, frames, scene, scene.chosen, palette.accent, 2);
}

function drawn(width) {
  return width > 3 ? width - GAP : width;
}

/** Marks time between two services with strokes. */
function paintWaiting(ctx, frames, scene) {
  ctx.strokeStyle = scene.palette.ground;
  ctx.globalAlpha = 0.55;
  ctx.lineWidth = 2;
  ctx.beginPath();
  for (let i = 0; i < frames.length; i++) {
    if (frames.width[i] >= 4 && !frames.folded[i] && scene.nodes[frames.node[i]].callee !== undefined) {
      hatch(ctx, frames.x[i], frames.row[i] * ROW - scene.top, drawn(frames.width[i]));
    }
  }
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** Draws strokes at the lower edge, so that the label stays readable. */
function hatch(ctx, x, y, width) {
  const low = y + ROW - GAP;
  for (let at = 0; at + 4 <= width; at += 6) {
    ctx.moveTo(x + at, low);
    ctx.lineTo(x + at + 4, low - 4);
  }
}

function paintLabels(ctx, frames, scene) {
  for (let i = 0; i < frames.length; i++) {
    if (frames.width[i] < 28) {
      continue;
    }
    const node = frames.node[i];
    const text = frames.folded[i] > 0 ? frames.folded[i] + " small" : scene.label(node);
    const cut = fit(ctx, text, frames.width[i] - 8);
    if (cut) {
      ctx.fillStyle = scene.fill[node] === scene.palette.steps[0] ? "#ffffff" : scene.palette.text;
      ctx.globalAlpha = scene.matched && !scene.matched[node] ? 0.6 : 1;
      ctx.fillText(cut, frames.x[i] + 4, frames.row[i] * ROW - scene.top + (ROW - GAP) / 2);
    }
  }
  ctx.globalAlpha = 1;
}

function outline(ctx, frames, scene, node, stroke, width) {
  for (let i = 0; node >= 0 && i < frames.length; i++) {
    if (frames.node[i] === node && !frames.folded[i]) {
      ctx.strokeStyle = stroke;
      ctx.lineWidth = width;
      const inset = width / 2;
      ctx.strokeRect(frames.x[i] + inset, frames.row[i] * ROW - scene.top + inset,
        Math.max(1, drawn(frames.width[i]) - width), ROW - GAP - width);
      return;
    }
  }
}
