// The chosen theme (auto, light, dark) and time zone (local, utc). The browser stores them.
import { useState, useEffect } from "./html.js";

const ALLOWED = { theme: ["auto", "light", "dark"], zone: ["local", "utc"] };
const listeners = new Set();
const chosen = { theme: stored("theme"), zone: stored("zone") };
const systemDark = matchMedia("(prefers-color-scheme: dark)");

function stored(name) {
  try {
    const value = localStorage.getItem("tracemill." + name);
    return ALLOWED[name].includes(value) ? value : ALLOWED[name][0];
  } catch {
    return ALLOWED[name][0]; // a page from a file may have no storage
  }
}

/** The value of "theme" or "zone". */
export function preference(name) {
  return chosen[name];
}

/** Sets a preference and calls the listeners. */
export function prefer(name, value) {
  chosen[name] = value;
  try {
    localStorage.setItem("tracemill." + name, value);
  } catch {
    // The preference then lasts until the page is closed.
  }
  tell();
}

/** The theme that is shown: "light" or "dark". */
function shownTheme() {
  if (chosen.theme === "auto") {
    return systemDark.matches ? "dark" : "light";
  }
  return chosen.theme;
}

function tell() {
  document.documentElement.dataset.theme = shownTheme();
  listeners.forEach((listener) => listener());
}

systemDark.addEventListener("change", tell);
document.documentElement.dataset.theme = shownTheme();

/** Calls the listener after each change of a preference or the theme; returns a function that stops it. */
function onPreference(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Hook: {theme, zone, shown}; the component renders again when one changes. Canvases redraw on `shown`. */
export function usePreferences() {
  const [, render] = useState(0);
  useEffect(() => onPreference(() => render((n) => n + 1)), []);
  return { theme: chosen.theme, zone: chosen.zone, shown: shownTheme() };
}
