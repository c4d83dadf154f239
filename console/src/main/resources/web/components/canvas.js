// Shared by the components that draw: sizes, colours, texts that fit, and the tooltip.
import { html, useLayoutEffect, useRef, useState } from "../html.js";

/** The mean width of a letter in a font of 12 pixels; measuring each text would take too long. */
const LETTER = 6.4;

/** Hook: `[ref, width]`, the width of an element in CSS pixels, kept up to date. */
export function useWidth() {
  const ref = useRef(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measure = () => setWidth(Math.floor(ref.current.clientWidth));
    const observer = new ResizeObserver(measure);
    observer.observe(ref.current);
    measure();
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

/** Sizes a canvas in CSS pixels, clears it, and returns its context in the same unit. */
export function context(canvas, width, height) {
  const ratio = globalThis.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.width = width + "px";
  canvas.style.height = height + "px";
  const ctx = canvas.getContext("2d");
  ctx.scale(ratio, ratio);
  return ctx;
}

/** The shown colours of variables of css/colours.css, such as "--accent". */
export function colours(names) {
  const probe = document.createElement("span");
  document.body.append(probe);
  const shown = names.map((name) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return shown;
}

/** The names of variables that end with the numbers `from` to `to`. */
export function numbered(prefix, from, to) {
  return Array.from({ length: to - from + 1 }, (_, i) => prefix + (from + i));
}

/** A hash of a text from 0 to 2^32 - 1, continued from the hash `before`. */
export function hash(text, before = 2166136261) {
  let result = before;
  for (let i = 0; i < text.length; i++) {
    result = Math.imul(result ^ text.charCodeAt(i), 16777619);
  }
  return (result ^ (result >>> 15)) >>> 0;
}

/** Draws a text, cut to about the letters that fit into a width; nothing if fewer than two letters fit. */
export function fillFitting(ctx, text, x, y, room) {
  const letters = Math.floor(room / LETTER);
  if (letters >= 2) {
    ctx.fillText(text.length > letters ? text.slice(0, letters - 1) + "…" : text, x, y, room);
  }
}

/** The position of a mouse event in an element. */
export function placeIn(element, event) {
  const box = element.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

/** A tooltip beside the pointer of a mouse event, on a side where it fits. */
export function Tip({ event, children }) {
  const ref = useRef(null);
  const { clientX: x, clientY: y } = event;
  const [place, setPlace] = useState({ left: x, top: y });
  useLayoutEffect(() => {
    const box = ref.current.getBoundingClientRect();
    setPlace({ left: beside(x, box.width, innerWidth), top: beside(y, box.height, innerHeight) });
  }, [x, y, children]);
  const style = { left: place.left + "px", top: place.top + "px" };
  return html`<div class="tip" ref=${ref} style=${style} role="tooltip">${children}</div>`;
}

function beside(at, size, room) {
  return at + 14 + size < room ? at + 14 : Math.max(2, at - 14 - size);
}
