// Colours of css/colours.css for canvases.

/** The value of a colour variable, such as colour("--accent"). */
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim() || "#888888";
}

/** The values of several: names.map(colour), but with one look at the style. */
export function colours(names) {
  const style = getComputedStyle(document.documentElement);
  return names.map((name) => style.getPropertyValue(name).trim() || "#888888");
}

/** The steps of the heat scale, from nothing to the most. */
export function heatColours() {
  return colours(Array.from({ length: 9 }, (_, step) => "--heat-" + step));
}

/** The same number for the same text, from 0 to `size` - 1: which colour a service has. */
export function pick(text, size) {
  let hash = 2166136261;
  for (let i = 0; i < text.length && i < 200; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  }
  return ((hash ^ (hash >>> 15)) >>> 0) % size;
}
