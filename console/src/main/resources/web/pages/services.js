// Page Services: the service graph with its figures and incidents, and what is behind a service or an edge.
import { html } from "../html.js";
import { useAnswer } from "../api.js";
import { href, paging } from "../router.js";
import { duration, number, percent, rate } from "../format.js";
import { AnswerCard, Answered, Card, Empty, EndpointLink, Name, Sentence, SeverityBadge, Window, splitSummary }
  from "../components/basics.js";
import { pathHashes } from "../components/flame-layout.js";
import { ServiceGraph } from "../components/service-graph.js";
import { busiest } from "../components/service-layout.js";
import { Table, figureColumn } from "../components/table.js";

const MOST_EDGES = 150;
const MOST_SERVICES = 60;
const FAILED = { mark: ({ figures }) => (figures.errorRatio > 0 ? "bad" : "muted") };

export function ServicesPage({ params }) {
  const answer = useAnswer("services", {}, { live: true });
  const page = paging("services", params);
  return html`
    <div class="page-head"><h1>Services</h1></div>
    <${Answered} answer=${answer} lines=${12}>${(data) => (data.services.length > 0
      ? html`<${Services} data=${data} ...${page} />`
      : html`<${Empty}>No services yet. They appear when the first window ends.</${Empty}>`)}</${Answered}>`;
}

function Services({ data, params, set, change }) {
  const { window, services, edges, incidents } = data;
  const shown = busiest(edges, MOST_EDGES, MOST_SERVICES);
  const severities = new Map(incidents.map(({ id, severity }) => [id, severity]));
  const choose = ({ service, caller, callee }) => change({ service, caller, callee });
  const service = services.find(({ name }) => name === params.service);
  const edge = edges.find((one) => one.caller === params.caller && one.callee === params.callee);
  const badge = ({ incidents: [worst] }) => worst && html`<${SeverityBadge} severity=${severities.get(worst)} />`;
  const trouble = { key: "incidents", title: "Incidents", value: (row) => row.incidents.length, cell: badge,
    align: "end" };
  return html`
    <div class="stack">
      <${Card} test="graph" title=${html`Calls between services ${window && html`<${Window} window=${window} />`}`}>
        ${shown.length > 0 ? html`
          <${ServiceGraph} ...${{ services, severities }} edges=${shown} chosen=${params} onChoose=${choose} />`
          : html`<${Empty}>No service called another one in the newest window.</${Empty}>`}
        <p class="muted table-note" data-test="graph-left-out" data-value=${edges.length - shown.length}>
          ${edges.length > shown.length && `${number(edges.length - shown.length)} of ${number(edges.length)}`
            + " edges, those with the fewest calls, are only in the table. "}Choose a service or an edge
          to see its endpoints and incidents.</p>
      </${Card}>
      ${service && html`<${Chosen} service=${service} incidents=${incidents} />`}
      ${edge && html`<${ChosenEdge} edge=${edge} incidents=${incidents} />`}
      <${Card} title=${`Calls (${number(edges.length)})`} test="calls">
        <${Table} label="Calls between services" columns=${[...edgeColumns(), trouble]} rows=${edges}
          rowKey=${({ caller, callee }) => JSON.stringify([caller, callee])} height="60vh" onRow=${choose}
          sort=${params.sort ?? "-rate"} onSort=${(sort) => set({ sort })} /></${Card}>
      <${Card} title=${`Services (${number(services.length)})`} test="services">
        <${Table} label="Services" columns=${[...serviceColumns(), trouble]} rows=${services} height="60vh"
          rowKey=${({ name }) => name} onRow=${({ name }) => choose({ service: name })} sort="-rate" />
        <p class="muted table-note">Figures of a service are those of the calls to it; if there are none, of its
          endpoints.</p></${Card}>
    </div>`;
}

function nameColumn(key, title) {
  return { key, title, value: (row) => row[key], cell: (row) => html`<${Name} value=${row[key]} />` };
}

function figureColumns() {
  return [
    figureColumn("rate", "Rate", rate, ({ figures }) => figures.ratePerSecond),
    figureColumn("failed", "Failed", percent, ({ figures }) => figures.errorRatio, FAILED),
    figureColumn("mean", "Mean", duration, ({ figures }) => figures.meanNanos)
  ];
}

function edgeColumns() {
  return [
    nameColumn("caller", "Caller"), nameColumn("callee", "Called service"),
    figureColumn("calls", "Calls", number, ({ figures }) => figures.requests), ...figureColumns(),
    ...["p50", "p95", "p99"].map((name) => figureColumn(name, name, duration, (row) => row.latencyNanos[name])),
    figureColumn("endpoints", "Endpoints", number, undefined,
      { hint: "Endpoints with these calls on critical paths" })
  ];
}

function serviceColumns() {
  return [nameColumn("name", "Service"), ...figureColumns(), figureColumn("endpoints", "Endpoints", number)];
}

function Incidents({ ids, incidents }) {
  const own = incidents.filter(({ id }) => ids.includes(id));
  return own.length === 0 ? html`<p class="muted">No incident fires here.</p>` : html`
    <ul class="ended">${own.map(({ id, severity, summary, judgedMillis }) => html`
      <li key=${id}><span class="marks"><${SeverityBadge} severity=${severity} /></span>
        <a href=${href("incident", { id })} data-test="incident-link"><${Sentence}
          text=${splitSummary(summary).head} at=${judgedMillis} /></a></li>`)}</ul>`;
}

/** The incidents and the endpoints of a service. */
function Chosen({ service, incidents }) {
  const answer = useAnswer("endpoints", {}, { live: true });
  const columns = [
    { key: "endpoint", title: "Endpoint", width: "50%", value: ({ endpoint }) => endpoint.operation,
      cell: ({ endpoint }) => html`<${EndpointLink} endpoint=${endpoint} />` },
    ...endpointFigures()
  ];
  return html`
    <${AnswerCard} title=${html`<${Name} value=${service.name} />`} test="service" answer=${answer} lines=${6}
      above=${html`<${Incidents} ids=${service.incidents} incidents=${incidents} />`}>${({ endpoints }) => {
        const own = endpoints.filter(({ endpoint }) => endpoint.service === service.name);
        return own.length === 0 ? html`<${Empty}>The service has no endpoints of its own.</${Empty}>` : html`
          <${Table} label="Endpoints of the service" columns=${columns} rows=${own} height="420px" sort="-rate"
            rowKey=${({ endpoint }) => endpoint.operation} />`;
      }}</${AnswerCard}>`;
}

function endpointFigures() {
  return [
    figureColumn("rate", "Rate", rate, ({ ratePerSecond }) => ratePerSecond),
    figureColumn("failed", "Failed", percent, ({ errorRatio }) => errorRatio,
      { mark: ({ errorRatio }) => (errorRatio > 0 ? "bad" : "muted") }),
    figureColumn("p95", "p95", duration, ({ latencyNanos }) => latencyNanos.p95)
  ];
}

/** The incidents of an edge, and its endpoints with links to their flame graphs at the edge. */
function ChosenEdge({ edge, incidents }) {
  const { caller, callee } = edge;
  const answer = useAnswer("services/endpoints", { caller, callee }, { live: true });
  const columns = [
    { key: "endpoint", title: "Endpoint", width: "50%", value: ({ endpoint }) => endpoint.operation,
      cell: (row) => html`<a class="endpoint-link" data-test="edge-endpoint" href=${flameAt(row)}><span
        class="muted"><${Name} value=${row.endpoint.service} /></span>${" "}<${Name}
        value=${row.endpoint.operation} /></a>` },
    figureColumn("share", "Time behind the calls", percent, undefined,
      { hint: "Share of the endpoint's time on critical paths" }),
    ...endpointFigures()
  ];
  return html`
    <${AnswerCard} title=${html`<${Name} value=${caller} /> → <${Name} value=${callee} />`} test="edge"
      answer=${answer} lines=${6}
      above=${html`<${Incidents} ids=${edge.incidents} incidents=${incidents} />`}>${({ count, endpoints }) =>
        (count === 0 ? html`<${Empty}>These calls are on no endpoint's critical path.</${Empty}>` : html`
        <${Table} label="Endpoints whose requests make the calls" columns=${columns} rows=${endpoints}
          ordered rowKey=${({ endpoint }) => JSON.stringify(endpoint)} />
        <p class="muted table-note">${endpoints.length < count
          && `${number(count - endpoints.length)} more have less time behind the calls. `}Links lead to the
          calls in the endpoint's flame graph.</p>`)}</${AnswerCard}>`;
}

/** The address of an endpoint's flame graph, zoomed to the end of a path. */
function flameAt({ endpoint: { service, operation }, path }) {
  const hashes = pathHashes(path.map((step, index) => ({ ...step, parent: index - 1 })));
  return href("endpoint", { service, operation, zoom: hashes.at(-1)?.toString(36) });
}
