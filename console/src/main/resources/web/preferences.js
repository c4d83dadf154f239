// The chosen theme (auto, light, dark) and time zone (local, utc). The browser stores them.
import { store } from "./store.js";

const CHOICES = { theme: ["auto", "light", "dark"], zone: ["local", "utc"] };
const systemDark = matchMedia("(prefers-color-scheme: dark)");
const chosen = store({ theme: stored("theme"), zone: stored("zone"), systemDark: systemDark.matches });

function stored(name) {
  try {
    const value = localStorage.getItem("tracemill." + name);
    return CHOICES[name].includes(value) ? value : CHOICES[name][0];
  } catch {
    return CHOICES[name][0]; // a page from a file may have no storage
  }
}

/** The value of "theme" or "zone". */
export function preference(name) {
  return chosen.get()[name];
}

/** Changes a preference to its next value. */
export function switchPreference(name) {
  const values = CHOICES[name];
  const next = values[(values.indexOf(preference(name)) + 1) % values.length];
  try {
    localStorage.setItem("tracemill." + name, next);
  } catch {
    // The preference then lasts until the page is closed.
  }
  chosen.set({ ...chosen.get(), [name]: next });
  document.documentElement.dataset.theme = preference("theme");
}

/** Hook: {theme, zone}; a component that uses it renders again when the shown colours change. */
export function usePreferences() {
  return chosen.use();
}

systemDark.addEventListener("change", () => chosen.set({ ...chosen.get(), systemDark: systemDark.matches }));
document.documentElement.dataset.theme = preference("theme");
