// The tooltip beside the pointer.
import { html, useLayoutEffect, useRef, useState } from "../html.js";

/** Shows its children beside the pointer at `x`, `y` of the window, on a side where they fit. */
export function Tip({ x, y, children }) {
  const ref = useRef(null);
  const [place, setPlace] = useState({ left: x + 14, top: y + 14 });
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
