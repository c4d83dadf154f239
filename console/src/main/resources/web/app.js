// The frame: header, the page that the address names, and keys that work on all pages.
import { Component, html, render, useState, useEffect, useRef } from "./html.js";
import { inReport } from "./api.js";
import { useRoute, navigate } from "./router.js";
import { switchPreference, usePreferences } from "./preferences.js";
import { followStatus, useFiring } from "./status.js";
import { boundKeys, useKeys } from "./keys.js";
import { Header, OldPicture } from "./components/header.js";
import { Empty, Problem } from "./components/basics.js";
import { Dialog } from "./components/controls.js";
import { NowPage } from "./pages/now.js";
import { EndpointsPage } from "./pages/endpoints.js";
import { EndpointPage } from "./pages/endpoint.js";
import { CategoryPage } from "./pages/category.js";
import { TracePage } from "./pages/trace.js";
import { ServicesPage } from "./pages/services.js";
import { HotspotsPage } from "./pages/hotspots.js";
import { ComparePage } from "./pages/compare.js";
import { QueryPage } from "./pages/query.js";
import { StacksPage } from "./pages/stacks.js";
import { IncidentPage } from "./pages/incident.js";

/** All pages by their name in the address. `key` is the second key of a page's shortcut. */
const PAGES = {
  now: { title: "Now", component: NowPage, key: "n" },
  endpoints: { title: "Endpoints", component: EndpointsPage, key: "e" },
  endpoint: { title: "Endpoint", component: EndpointPage },
  category: { title: "Category", component: CategoryPage },
  trace: { title: "Trace", component: TracePage },
  services: { title: "Services", component: ServicesPage, key: "m" },
  hotspots: { title: "Hotspots", component: HotspotsPage, key: "h" },
  stacks: { title: "Stacks", component: StacksPage, key: "s" },
  compare: { title: "Compare", component: ComparePage, key: "c" },
  query: { title: "Query", component: QueryPage, key: "q" },
  incident: { title: "Incident", component: IncidentPage }
};

function globalKeys(setHelp) {
  const places = Object.entries(PAGES).filter(([, { key }]) => key);
  return [
    ...places.map(([page, { title, key }]) => ({ keys: "g " + key, does: title, run: () => navigate(page) })),
    { keys: "/", does: "Search on this page", run: focusSearch },
    { keys: "u", does: "Show times in UTC or local time", run: () => switchPreference("zone") },
    { keys: "t", does: "Theme: auto, light, dark", run: () => switchPreference("theme") },
    { keys: "?", does: "This help", run: () => setHelp(true) },
    { keys: "Esc", does: "Leave a field, close this help", run: () => document.activeElement?.blur() }
  ];
}

/** Pages mark their search field with data-search. A page without one goes to Endpoints. */
function focusSearch() {
  const field = document.querySelector("[data-search]");
  if (field) {
    field.focus();
    field.select();
  } else {
    navigate("endpoints");
    setTimeout(() => document.querySelector("[data-search]")?.focus(), 100);
  }
}

/** Shows an error of a page in its place, so that the header stays. */
class Page extends Component {
  componentDidCatch(error) {
    this.setState({ error, place: location.hash });
  }

  render({ route }, { error, place }) {
    if (error && place === location.hash) {
      const message = "This page cannot be shown (" + error.message + "). Reload it, or go to another page.";
      return html`<${Problem} error=${{ message }} />`;
    }
    if (inReport() && route.page === "query") {
      return html`<${Empty}>A report has no store to ask. Open the console for this page.</${Empty}>`;
    }
    return Object.hasOwn(PAGES, route.page)
      ? html`<${PAGES[route.page].component} key=${route.page} params=${route.params} />`
      : html`<${Empty}>There is no page with this name. Choose one above.</${Empty}>`;
  }
}

/** The title of the browser's window; a component of its own, so that a status does not redraw the page. */
function Title({ page }) {
  const firing = useFiring();
  const name = Object.hasOwn(PAGES, page) ? PAGES[page].title : "?";
  document.title = (firing > 0 ? "(" + firing + ") " : "") + name + " – Tracemill";
  return null;
}

function Help({ onClose }) {
  return html`
    <${Dialog} title="Keys" onClose=${onClose} test="help">
      <dl class="keys">
        ${boundKeys().map(({ keys, does }) => html`
          <div key=${keys}>
            <dt>${keys.split(" ").map((key) => html`<kbd key=${key}>${key}</kbd>`)}</dt>
            <dd>${does}</dd>
          </div>`)}
      </dl>
      <p class="muted help-note">Every view has its own address. Copy it from the address bar into a
        ticket.</p>
    </${Dialog}>`;
}

function App() {
  const route = useRoute();
  const [help, setHelp] = useState(false);
  const main = useRef(null);
  const shown = useRef(route.page);
  const keys = useRef(null);
  keys.current ??= globalKeys(setHelp);
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
const frame = document.getElementById("app");
frame.replaceChildren();
render(html`<${App} />`, frame);
