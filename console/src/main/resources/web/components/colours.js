// The colours of css/colours.css, for canvases.

/** The value of a colour variable, such as colour("--accent"). */
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim() || "#888888";
}

/** As names.map(colour), but reads the style once. */
export function colours(names) {
  const style = getComputedStyle(document.documentElement);
  return names.map((name) => style.getPropertyValue(name).trim() || "#888888");
}

/** The steps of the heat scale, from zero to the largest value. */
export function heatColours() {
  return colours(Array.from({ length: 9 }, (_, step) => "--heat-" + step));
}

/** A hash of a text, from 0 to `size` - 1; chooses the colour of a service. */
export function pick(text, size) {
  let hash = 2166136261;
  for (let i = 0; i < text.length && i < 200; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  }
  return ((hash ^ (hash >>> 15)) >>> 0) % size;
}
