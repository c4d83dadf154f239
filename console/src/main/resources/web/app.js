// The frame: header, the page that the address names, and keys that work on all pages.
import { html, render, useState, useEffect, useRef } from "./html.js";
import { useRoute, navigate } from "./router.js";
import { prefer, preference, usePreferences } from "./preferences.js";
import { followStatus, useStatus } from "./status.js";
import { useKeys } from "./keys.js";
import { Header, OldPicture } from "./components/header.js";
import { Help } from "./components/help.js";
import { Boundary } from "./components/boundary.js";
import { Empty } from "./components/basics.js";
import { PAGES } from "./pages/registry.js";

const PLACES = [["n", "now"], ["e", "endpoints"], ["h", "hotspots"], ["c", "compare"], ["q", "query"]];
const AFTER = { auto: "light", light: "dark", dark: "auto", local: "utc", utc: "local" };

function globalKeys(setHelp) {
  return [
    ...PLACES.map(([key, page]) => {
      return { keys: "g " + key, does: PAGES[page].title, run: () => navigate(page) };
    }),
    { keys: "/", does: "Search on this page", run: focusSearch },
    { keys: "u", does: "Show times in UTC or local time", run: () => prefer("zone", AFTER[preference("zone")]) },
    { keys: "t", does: "Theme: auto, light, dark", run: () => prefer("theme", AFTER[preference("theme")]) },
    { keys: "?", does: "This help", run: () => setHelp(true) },
    { keys: "Esc", does: "Leave a field, close this help", run: () => document.activeElement?.blur() }
  ];
}

/** Pages mark their search field with data-search. A page without one goes to Endpoints. */
function focusSearch() {
  const field = document.querySelector("[data-search]");
  if (field) {
    field.focus();
    field.select?.();
  } else {
    navigate("endpoints");
    setTimeout(() => document.querySelector("[data-search]")?.focus(), 100);
  }
}

function Page({ route }) {
  const known = Object.hasOwn(PAGES, route.page) ? PAGES[route.page] : undefined;
  if (!known) {
    return html`<${Empty}>There is no page with this name. Choose one above.</${Empty}>`;
  }
  const page = html`<${known.component} key=${route.page} params=${route.params} />`;
  return html`<${Boundary} place=${location.hash}>${page}</${Boundary}>`;
}

/** The title of the browser's window; a separate component, so that a new status does not draw the page again. */
function Title({ page }) {
  const { status } = useStatus();
  const firing = status?.incidents?.page ?? 0;
  const name = Object.hasOwn(PAGES, page) ? PAGES[page].title : "?";
  document.title = (firing > 0 ? "(" + firing + ") " : "") + name + " – Tracemill";
  return null;
}

function App() {
  const route = useRoute();
  const [help, setHelp] = useState(false);
  const keys = useRef(null);
  keys.current ??= globalKeys(setHelp);
  const main = useRef(null);
  const shown = useRef(route.page);
  usePreferences();
  useKeys(keys.current);
  useEffect(() => {
    if (shown.current !== route.page) {
      shown.current = route.page;
      scrollTo(0, 0);
      main.current.focus({ preventScroll: true });
    }
  }, [route.page]);
  return html`
    <${Title} page=${route.page} />
    <${Header} page=${route.page} onHelp=${() => setHelp(true)} />
    <${OldPicture} />
    <main id="main" tabindex="-1" ref=${main}><${Page} route=${route} /></main>
    ${help && html`<${Help} onClose=${() => setHelp(false)} />`}`;
}

followStatus();
render(html`<${App} />`, document.getElementById("app"));
