// Shared by the components that draw on a canvas.
import { useLayoutEffect, useRef, useState } from "../html.js";

/** Hook: `[ref, width]`, the width of an element in CSS pixels, kept up to date. */
export function useWidth() {
  const ref = useRef(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    const measure = () => setWidth(Math.floor(element.clientWidth));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

/** Sizes a canvas in CSS pixels, clears it, and returns its context in the same unit. */
export function context(canvas, width, height) {
  const ratio = globalThis.devicePixelRatio || 1;
  const pixelsWide = Math.round(width * ratio);
  const pixelsHigh = Math.round(height * ratio);
  if (canvas.width !== pixelsWide || canvas.height !== pixelsHigh) {
    canvas.width = pixelsWide;
    canvas.height = pixelsHigh;
    canvas.style.width = width + "px";
    canvas.style.height = height + "px";
  }
  const ctx = canvas.getContext("2d");
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.clearRect(0, 0, width, height);
  return ctx;
}

const WIDTHS = new Map();
const FIRST = 32;
const LAST = 126;

/** The widths of ASCII letters in the context's font; measuring each text would take too long. */
function letterWidths(ctx) {
  if (!WIDTHS.has(ctx.font)) {
    const letters = Array.from({ length: LAST - FIRST + 1 }, (_, i) => String.fromCharCode(FIRST + i));
    WIDTHS.set(ctx.font, Float32Array.from(letters, (letter) => ctx.measureText(letter).width));
  }
  return WIDTHS.get(ctx.font);
}

/** The text, cut to fit into a width; empty if fewer than two letters fit. */
export function fit(ctx, text, room) {
  const widths = letterWidths(ctx);
  const dots = widths["W".charCodeAt(0) - FIRST];
  let width = 0;
  let fitting = 0;
  for (let i = 0; i < text.length; i++) {
    width += widths[text.charCodeAt(i) - FIRST] ?? dots;
    if (width + dots <= room) {
      fitting = i + 1;
    } else if (width > room) {
      return fitting < 2 ? "" : text.slice(0, fitting) + "…";
    }
  }
  return text;
}

/** The position of a mouse event in an element. */
export function placeIn(element, event) {
  const box = element.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}
