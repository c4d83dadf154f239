// The parts of page Incident.
import { html, useState } from "../html.js";
import { href } from "../router.js";
import { duration, percent, probability, prose, signed, endpointName } from "../format.js";
import { Badge, Card, Empty, EndpointLink, Tabs, Time, TraceLink } from "../components/basics.js";
import { Table } from "../components/table.js";
import { Waterfall } from "../components/waterfall.js";
import { Place, culpritChange, placeKind, placeText, subject } from "../components/place.js";
import { accountOf, closest } from "./account.js";
import { traceRange } from "./incident-times.js";

/** The culprits, with their time or share before and after. */
export function Culprits({ incident }) {
  const columns = [
    { key: "place", title: "Culprit", value: placeText,
      cell: (culprit) => html`<${Place} place=${culprit} />` },
    { key: "kind", title: "Kind", value: placeKind, cell: (culprit) => html`<span class="nowrap muted">${
      culprit.errors ? "errors of " : ""}${placeKind(culprit)}</span>` },
    { key: "before", title: "Before", align: "end", value: (culprit) => culpritChange(culprit)?.before },
    { key: "after", title: "After", align: "end", value: (culprit) => culpritChange(culprit)?.after },
    { key: "change", title: "Change", align: "end", value: changeCell },
    { key: "share", title: "Explains", align: "end", value: (culprit) => culprit.share,
      hint: "Share of the incident's extra time that it explains",
      cell: ({ share }) => html`<span data-test="share" data-value=${share}>${percent(share)}</span>` }
  ];
  const rows = incident.culprits;
  return html`
    <${Card} title="Culprits" test="culprits">
      ${rows.length === 0 ? html`<${Empty}>No cause was found. The table of changes below shows what
        differs.</${Empty}>`
        : html`<${Table} label="Culprits" columns=${columns} rows=${rows} rowKey=${placeText} />`}
      ${rows.length > 0 && html`<p class="table-note muted">Before and after: ${culpritChange(rows[0])?.unit
        ?? "not known"}.</p>`}
    </${Card}>`;
}

function changeCell(culprit) {
  const change = culpritChange(culprit);
  return change && html`<strong><span class="arrow" aria-hidden="true">${change.rose ? "▲" : "▼"}</span>${
    change.change}</strong>`;
}

/** Why the mean of an endpoint changed, as terms that add up; one endpoint at a time. */
export function Account({ incident, changes }) {
  const found = closest(changes ?? [], incident);
  const [chosen, choose] = useState("");
  const keyed = found.map((change) => ({ key: endpointName(change.endpoint), change }));
  const at = keyed.find(({ key }) => key === chosen) ?? keyed[0];
  return html`
    <${Card} title="Account of the change" test="account">
      ${!at && html`<${Empty}>No account for this time. The job makes one if response times differ. The
        page Compare compares any two ranges.</${Empty}>`}
      ${keyed.length > 1 && html`<${Tabs} chosen=${at.key} onChoose=${choose}
        tabs=${keyed.map(({ key, change }) => ({ key, title: change.endpoint.operation.slice(0, 60) }))} />`}
      ${at && html`<${AccountOf} change=${at.change} />`}
    </${Card}>`;
}

function AccountOf({ change }) {
  const { start, end, terms, rest } = accountOf(change);
  return html`
    <p class="account-text muted">Mean response time of <${EndpointLink} endpoint=${change.endpoint} />${" "}
      <strong>${signed(change.deltaMeanNanos)}</strong> in <${Range} range=${change.window} />,${" "}
      against <${Range} range=${change.baseline} />.</p>
    <${Waterfall} start=${start} end=${end} terms=${terms} rest=${rest} />`;
}

function Range({ range }) {
  return html`<${Time} millis=${range.startMillis} />–<${Time} millis=${range.endMillis} />`;
}

/** Rules that distinguish slow requests from normal ones. */
export function Differences({ incident }) {
  const rules = incident.differences;
  return html`
    <${Card} title="What slow requests have in common" test="differences">
      ${rules.length === 0 ? html`
        <p class="muted">No attribute distinguishes slow requests from normal ones.</p>` : html`
        <ul class="rules">${rules.map(({ rule, accuracy }) => html`
          <li key=${rule}><code><bdi>${prose(rule)}</bdi></code>
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
        <${TraceList} ids=${before} links=${links.before} range=${{}} />`}
    </${Card}>`;
}

function TraceList({ ids, links, range }) {
  return html`
    <ul class="traces">${ids.map((id, index) => html`
      <li key=${id}><${TraceLink} id=${id} ...${range} label=${html`<code>${id}</code>`} />${" "}
        ${safe(links[index]) && html`
          <a href=${links[index]} rel="noreferrer noopener" target="_blank">tracing system ↗</a>`}
      </li>`)}
      ${ids.length === 0 && html`<li class="muted">none</li>`}
    </ul>`;
}

function safe(address) {
  return typeof address === "string" && /^https?:\/\//i.test(address);
}

/** All changes: times, calls, errors and categories. */
export function Mutations({ mutations }) {
  const [sort, setSort] = useState("rank");
  const columns = [
    { key: "rank", title: "Rank", align: "end", width: "60px", value: ({ rank, kind }) =>
      (kind === "category" ? 1000 : 0) + rank, cell: ({ rank }) => rank },
    { key: "kind", title: "What", value: ({ kind }) => kind, cell: kindCell },
    { key: "place", title: "Where", value: (mutation) => placeText(subject(mutation)),
      cell: (mutation) => html`<${Subject} mutation=${mutation} />` },
    { key: "scope", title: "Found in", value: ({ endpoint }) => endpoint ? endpointName(endpoint) : "",
      cell: scopeCell },
    { key: "before", title: "Before", align: "end", value: ({ before }) => before.meanNanos ?? before.share,
      cell: ({ before, kind }) => side(before, kind) },
    { key: "after", title: "After", align: "end", value: ({ after }) => after.meanNanos ?? after.share,
      cell: ({ after, kind }) => side(after, kind) },
    { key: "contribution", title: "Extra time", align: "end", cell: contributionCell,
      value: ({ contributionNanos }) => contributionNanos },
    { key: "p", title: "p-value", align: "end", value: ({ pValue }) => pValue,
      hint: "Probability of a change of this size or larger by chance",
      cell: ({ pValue }) => probability(pValue) }
  ];
  return html`
    <${Card} title=${"All changes (" + mutations.length + ")"} test="mutations">
      ${mutations.length === 0 ? html`<${Empty}>The console no longer keeps the mutations of this incident. They
        are in the topic of mutations.</${Empty}>`
        : html`<${Table} label="Mutations" columns=${columns} rows=${mutations} rowKey=${({ id }) => id}
          sort=${sort} onSort=${setSort} />`}
    </${Card}>`;
}

function Subject({ mutation }) {
  const place = html`<${Place} place=${subject(mutation)} />`;
  if (!mutation.category || !mutation.endpoint) {
    return place;
  }
  const { startMillis: from, endMillis: to } = mutation.window;
  const target = href("category", { ...mutation.endpoint, flow: mutation.category.flow, from, to });
  return html`<a href=${target}>${place}</a>`;
}

function contributionCell({ contributionNanos }) {
  const text = contributionNanos === 0 ? "–" : signed(contributionNanos);
  return html`<span data-test="mutation-contribution" data-value=${contributionNanos}>${text}</span>`;
}

function kindCell(mutation) {
  const words = { time: "own time", call: "call", error: "errors", category: "category" };
  const change = mutation.category?.change;
  return html`<${Badge} kind="plain">${words[mutation.kind] ?? mutation.kind}</${Badge}>${
    change && html` <span class="muted nowrap">${change}</span>`}`;
}

function scopeCell({ endpoint, endpoints }) {
  return endpoint ? html`<${EndpointLink} endpoint=${endpoint} />`
    : html`<span class="muted">all ${endpoints?.length ?? ""} endpoints together</span>`;
}

function side({ meanNanos, share }, kind) {
  if (kind === "category") {
    return percent(share) + (meanNanos > 0 ? ", " + duration(meanNanos) : "");
  }
  return meanNanos === undefined ? percent(share) : duration(meanNanos);
}
