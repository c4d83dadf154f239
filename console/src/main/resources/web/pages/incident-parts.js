// The parts of page Incident, and the outcome and times of an incident.
import { html } from "../html.js";
import { href } from "../router.js";
import { duration, endpointName, number, percent, probability, prose, signed } from "../format.js";
import { Badge, Card, Empty, EndpointLink, Figure, TraceLink, sameEndpoint } from "../components/basics.js";
import { Accounts, closestChanges } from "../components/change.js";
import { Place, culpritChange, placeKind, placeText, subject } from "../components/place.js";
import { Table, figureColumn } from "../components/table.js";

const MARGIN_MILLIS = 600000;
const KINDS = { time: "own time", call: "call", error: "errors", category: "category" };

/** The time of an incident, for links to its endpoints. */
export function rangeOfIncident({ sinceMillis, judgedMillis }) {
  return { from: sinceMillis, to: judgedMillis };
}

/** The two windows {baseline, window} that explain an incident at its first endpoint, if known. */
export function comparisonOf({ incident, mutations, changes }) {
  const closest = closestChanges(changes ?? [], incident);
  return closest.find(({ endpoint }) => sameEndpoint(endpoint, incident.endpoints[0]))
    ?? mutations.find(({ baseline }) => baseline);
}

/** The time of the traces in the incident's window, with a margin. */
export function traceRange({ window }) {
  return { from: window.startMillis - MARGIN_MILLIS, to: window.endMillis + MARGIN_MILLIS };
}

/** Whether it still fires, or why not. A silent incident ended without a record of its end. */
export function outcome(incident, firing) {
  return firing ? "firing" : incident.status === "firing" ? "silent" : incident.reason ?? "ended";
}

/** The outcome as a badge. */
export function Outcome({ incident, firing }) {
  const text = outcome(incident, firing);
  return html`<${Badge} kind=${{ firing: "bad", recovered: "good" }[text] ?? "plain"}>${text}</${Badge}>`;
}

/** The figures of all requests before the incident and during it. */
export function Totals({ incident: { totals, contributionNanos, ...incident } }) {
  const change = (label, test, name, text, note) => html`
    <${Figure} label=${label} test=${test} raw=${totals.after[name]} note=${note} value=${html`
      ${text(totals.before[name])} <span class="muted">→</span> ${text(totals.after[name])}`} />`;
  return html`
    <div class="figures incident-figures">
      ${contributionNanos > 0 && html`<${Figure} label="Extra time of all requests" test="contribution"
        raw=${contributionNanos} value=${duration(contributionNanos)} />`}
      ${totals && html`
        ${change("Mean response time", "mean-after", "meanNanos", duration)}
        ${change("p95", "p95-after", "p95Nanos", duration)}
        ${change("Requests compared", "traces-after", "traces", number, "the latest 10 min at most")}
        <${Figure} label="All requests of" value=${html`<span class="figure-name"
          ><${EndpointLink} endpoint=${totals.endpoint} ...${rangeOfIncident(incident)} /></span>`} />`}
    </div>`;
}

/** The culprits, with their time or share before and after. */
export function Culprits({ culprits }) {
  const changed = (name) => (culprit) => culpritChange(culprit)?.[name];
  const columns = [
    { key: "place", title: "Culprit", value: placeText,
      cell: (culprit) => html`<${Place} place=${culprit} />` },
    { key: "kind", title: "Kind", value: placeKind, cell: (culprit) => html`
      <span class="nowrap muted">${culprit.errors ? "errors of " : ""}${placeKind(culprit)}</span>` },
    { key: "before", title: "Before", align: "end", value: changed("before") },
    { key: "after", title: "After", align: "end", value: changed("after") },
    { key: "change", title: "Change", align: "end", value: changed("change"),
      cell: (culprit) => culpritChange(culprit) && html`<strong><span class="arrow" aria-hidden="true">${
        changed("rose")(culprit) ? "▲" : "▼"}</span>${changed("change")(culprit)}</strong>` },
    figureColumn("share", "Explains", percent, ({ share }) => share,
      { hint: "Share of the incident's extra time that it explains" })
  ];
  return html`
    <${Card} title="Culprits" test="culprits">
      ${culprits.length === 0 ? html`<${Empty}>No cause was found. The table of changes below shows what
        differs.</${Empty}>` : html`
        <${Table} label="Culprits" columns=${columns} rows=${culprits} rowKey=${placeText} ordered />
        <p class="table-note muted">Before and after: ${
          culpritChange(culprits[0])?.unit ?? "not known"}.</p>`}
    </${Card}>`;
}

/** Why the mean of an endpoint changed, as terms that add up; one endpoint at a time. */
export function Account({ incident, changes }) {
  const closest = closestChanges(changes ?? [], incident);
  return html`
    <${Card} title="Account of the change" test="account">
      ${closest.length > 0 ? html`<${Accounts} records=${closest} />`
        : html`<${Empty}>No account for this time. The job makes one if response times differ. The
          page Compare compares any two ranges.</${Empty}>`}
    </${Card}>`;
}

/** Rules that distinguish slow requests from normal ones. */
export function Differences({ rules }) {
  return html`
    <${Card} title="What slow requests have in common" test="differences">
      ${rules.length === 0 ? html`
        <p class="muted">No attribute distinguishes slow requests from normal ones.</p>` : html`
        <ul class="plain-list">${rules.map(({ rule, accuracy }) => html`
          <li key=${rule}><code><bdi>${prose(rule)}</bdi></code>${" "}
            <span class="muted nowrap">classifies ${percent(accuracy)} correctly</span></li>`)}</ul>
        <p class="muted table-note">50 % is no better than chance.</p>`}
    </${Card}>`;
}

/** Exemplar traces: slow ones during the incident, and normal ones before it. */
export function Exemplars({ incident }) {
  const { before, after } = incident.exemplars;
  const links = incident.links ?? { before: [], after: [] };
  return html`
    <${Card} title="Traces" test="exemplars">
      ${before.length + after.length === 0 ? html`
        <p class="muted">The job kept no exemplars of this incident.</p>` : html`
        <h3>During the incident</h3>
        <${TraceList} ids=${after} links=${links.after} range=${traceRange(incident)} />
        <h3>Before the incident</h3>
        <${TraceList} ids=${before} links=${links.before} />`}
    </${Card}>`;
}

function TraceList({ ids, links, range }) {
  const outside = (link) => /^https?:\/\//i.test(link ?? "") && html`
    <a href=${link} rel="noreferrer noopener" target="_blank">tracing system ↗</a>`;
  return html`
    <ul class="plain-list traces">${ids.map((id, index) => html`
      <li key=${id}><${TraceLink} id=${id} ...${range} full />${" "}${outside(links[index])}</li>`)}
      ${ids.length === 0 && html`<li class="muted">none</li>`}
    </ul>`;
}

/** All changes: times, calls, errors and categories. */
export function Mutations({ mutations }) {
  const sideText = ({ meanNanos, share }, kind) => (kind === "category" || meanNanos === undefined
    ? percent(share) + (meanNanos > 0 ? ", " + duration(meanNanos) : "") : duration(meanNanos));
  const side = (key, title) => ({ key, title, align: "end",
    value: (row) => row[key].meanNanos ?? row[key].share, cell: (row) => sideText(row[key], row.kind) });
  const columns = [
    { key: "rank", title: "Rank", align: "end", width: "60px", // categories have ranks of their own
      value: ({ rank, kind }) => (kind === "category" ? undefined : rank) },
    { key: "kind", title: "What", value: ({ kind }) => kind, cell: ({ kind, category }) => html`
      <${Badge} kind="plain">${KINDS[kind] ?? kind}</${Badge}>${" "}
      <span class="muted nowrap">${category?.change}</span>` },
    { key: "place", title: "Where", value: (mutation) => placeText(subject(mutation)),
      cell: (mutation) => html`<${Subject} mutation=${mutation} />` },
    { key: "scope", title: "Found in", value: ({ endpoint }) => endpoint && endpointName(endpoint),
      cell: ({ endpoint, endpoints }) => (endpoint ? html`<${EndpointLink} endpoint=${endpoint} />`
        : html`<span class="muted">all ${endpoints?.length ?? ""} endpoints together</span>`) },
    side("before", "Before"),
    side("after", "After"),
    figureColumn("mutation-contribution", "Extra time", (nanos) => (nanos === 0 ? "–" : signed(nanos)),
      ({ contributionNanos }) => contributionNanos),
    figureColumn("p", "p-value", probability, ({ pValue }) => pValue,
      { hint: "Probability of a change of this size or larger by chance" })
  ];
  return html`
    <${Card} title=${"All changes (" + mutations.length + ")"} test="mutations">
      ${mutations.length > 0 ? html`
        <${Table} label="Mutations" columns=${columns} rows=${mutations} rowKey=${({ id }) => id}
          sort="rank" />`
        : html`<${Empty}>The console no longer keeps the mutations of this incident. They are in the topic of
          mutations.</${Empty}>`}
    </${Card}>`;
}

function Subject({ mutation }) {
  const { category, endpoint, window } = mutation;
  const place = html`<${Place} place=${subject(mutation)} />`;
  const range = { from: window.startMillis, to: window.endMillis };
  return category && endpoint
    ? html`<a href=${href("category", { ...endpoint, flow: category.flow, ...range })}>${place}</a>` : place;
}
