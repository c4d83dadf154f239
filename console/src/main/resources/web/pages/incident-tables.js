// The tables of page Incident: culprits, changed places and calls, changed categories.
import { html } from "../html.js";
import { duration, endpointName, number, percent, probability, signed } from "../format.js";
import { Badge, Card, Empty, EndpointLink, Time, endpointKey } from "../components/basics.js";
import { Place, culpritChange, placeKind, placeText, subject } from "../components/place.js";
import { Table, figureColumn } from "../components/table.js";
import { CategoryOf, Ranges, explanationOf, kindOf, useNames } from "./incident-parts.js";

const KINDS = { time: "own time", error: "errors" };
const CHANGES = { "response-time": "response time", structural: "more requests" };
const EXTRA_TIME = figureColumn("mutation-contribution", "Extra time", (nanos) => (nanos === 0 ? "–" : signed(nanos)),
  ({ contributionNanos }) => contributionNanos);
const CHANCE = figureColumn("p", "p-value", probability, ({ pValue }) => pValue,
  { hint: "Probability of a change of this size or larger by chance" });

/** The culprits, with their time or share before and after. */
export function Culprits({ answer }) {
  const { culprits, contributionNanos } = answer.incident;
  const errors = kindOf(answer.incident) === "errors";
  const explained = !errors && explanationOf(answer);
  const timed = !errors && contributionNanos > 0;
  const changed = (name) => (culprit) => culpritChange(culprit)?.[name];
  const columns = [
    { key: "place", title: "Culprit", value: placeText,
      cell: (culprit) => html`<${Place} place=${culprit} />` },
    { key: "kind", title: "Kind", value: placeKind, cell: (culprit) => html`<span class="nowrap muted">${
      culprit.errors ? "errors, " : ""}${placeKind(culprit)}</span>` },
    { key: "before", title: "Before", align: "end", value: changed("before") },
    { key: "after", title: "After", align: "end", value: changed("after") },
    { key: "change", title: "Change", align: "end", value: changed("change"),
      cell: (culprit) => culpritChange(culprit) && html`<strong><span class="arrow" aria-hidden="true">${
        changed("rose")(culprit) ? "▲" : "▼"}</span>${changed("change")(culprit)}</strong>` },
    explained && timed && figureColumn("per-request", "Per request", signed,
      (culprit) => perRequest(culprit, explained), {
        hint: "Change of its own time per request of the first endpoint, which may call it twice" }),
    timed && figureColumn("share", "Extra time", (share) => signed(share * contributionNanos), ({ share }) => share,
      { hint: "Over the requests of the endpoint where the culprit was found. A service's extra time includes that of its parts" })
  ].filter(Boolean);
  return html`
    <${Card} title="Culprits" test="culprits">
      ${culprits.length === 0 ? html`<${Empty}>No cause was found. The table of changes below shows what
        differs.</${Empty}>` : html`
        <${Table} label="Culprits" columns=${columns} rows=${culprits} rowKey=${placeText} ordered />
        <p class="table-note muted"><${Ranges} of=${answer.incident} />. Before and after:${" "}
          ${unitOf(culprits[0])}. ${timed && html`
          <${TimesNote} ...${{ answer, explained }} />`}</p>`}
    </${Card}>`;
}

/** What the figures before and after are. */
function unitOf(culprit) {
  const { unit = "not known" } = culpritChange(culprit) ?? {};
  return unit.startsWith("of ") ? "the share " + unit : unit;
}

/** What the columns with times are of. */
function TimesNote({ answer: { incident: { contributionNanos } }, explained }) {
  return html`
    ${explained && html`Per request: own time per request of <${EndpointLink}
      endpoint=${explained.endpoint} />, whose mean changed by ${signed(explained.deltaMeanNanos)}. `}
    Extra time counts the requests of the endpoint where the culprit was found. The incident's total is${" "}
    <span data-test="contribution" data-value=${contributionNanos}>${duration(contributionNanos)}</span>.`;
}

/** The change of the own time of a culprit per request, by the account of an endpoint. */
function perRequest(culprit, { places }) {
  const found = places.filter((place) => (culprit.type === "service"
    ? [place.service, place.callee].includes(culprit.service) : placeText(place) === placeText(culprit)));
  return found.length > 0
    ? found.reduce((sum, { beforeNanos, afterNanos }) => sum + afterNanos - beforeNanos, 0) : undefined;
}

/** Changed places, calls and errors. */
export function Places({ mutations, incident }) {
  const places = mutations.filter(({ category }) => !category);
  const columns = [
    { key: "kind", title: "What", value: ({ kind }) => kind, cell: ({ kind }) => html`
      <${Badge} kind="plain">${KINDS[kind] ?? kind}</${Badge}>` },
    { key: "place", title: "Where", value: (mutation) => placeText(subject(mutation)),
      cell: (mutation) => html`<${Place} place=${subject(mutation)} />` },
    { key: "scope", title: "Found in", value: ({ endpoint }) => endpoint && endpointName(endpoint),
      cell: ({ scope, endpoint, endpoints }) => html`${scope === "system" && html`<span class="muted">all
        ${" "}${endpoints?.length ?? ""} endpoints together${endpoint && "; figures of "}</span>`}
        ${endpoint && html`<${EndpointLink} endpoint=${endpoint} />`}` },
    side("before", "Before", timeOrShare),
    side("after", "After", timeOrShare),
    { key: "requests", title: "Requests", align: "end", hint: "Requests with it, of all in the window",
      value: ({ after }) => after.traces,
      cell: ({ after }) => number(after.traces) + " of " + number(after.all) },
    ...kindOf(incident) === "errors" ? [] : [EXTRA_TIME],
    CHANCE,
    { key: "window", title: "Window", align: "end", value: ({ window }) => window.startMillis,
      cell: ({ window }) => html`<span class="nowrap"><${Time} millis=${window.startMillis} /> – <${Time}
        millis=${window.endMillis} /></span>` }
  ];
  return html`
    <${Card} title=${"Changed places and calls (" + places.length + ")"} test="mutations">
      ${places.length === 0 ? html`<${Empty}>The console no longer keeps the mutations of this incident. They
        are in the topic of mutations.</${Empty}>`
        : html`<${Table} label="Places and calls" columns=${columns} rows=${places}
          rowKey=${({ id }) => id} />`}
    </${Card}>`;
}

function timeOrShare({ meanNanos, share }) {
  return share === undefined ? duration(meanNanos) : percent(share);
}

/** Categories that grew, shrank, or became slower or faster, and the step that explains most of it. */
export function Categories({ answer: { incident, mutations } }) {
  const names = useNames(incident);
  const categories = eachOnce(mutations.filter(({ category }) => category));
  const [first] = categories;
  const several = new Set(categories.map(({ endpoint }) => endpointKey(endpoint))).size > 1;
  const columns = [
    ...several ? [{ key: "endpoint", title: "Endpoint", value: ({ endpoint }) => endpointName(endpoint),
      cell: ({ endpoint }) => html`<${EndpointLink} endpoint=${endpoint} />` }] : [],
    { key: "category", title: "Category", value: ({ category }) => category.id,
      cell: (mutation) => html`<${CategoryOf} mutation=${mutation} names=${names} />` },
    { key: "kind", title: "What", value: ({ changes }) => changes.join(", ") },
    side("before", "Share before", ({ share }) => percent(share)),
    side("after", "Share after", ({ share }) => percent(share)),
    ...kindOf(incident) === "errors" ? [] : [side("before", "Mean before", meanOf),
      side("after", "Mean after", meanOf), { key: "step", title: "Step", value: stepOf }, EXTRA_TIME],
    CHANCE
  ];
  return first && html`
    <${Card} test="categories" title=${several ? "Changed categories"
      : html`Changed categories of <${EndpointLink} endpoint=${first.endpoint} />`}>
      <${Table} label="Categories" columns=${columns} rows=${categories} rowKey=${({ id }) => id} ordered />
      <p class="muted table-note">A category is the requests with the same calls, named by the calls that tell
        them from others: <${Ranges} of=${first} />.</p>
    </${Card}>`;
}

/** A category that changed in two ways is one row. */
function eachOnce(categories) {
  const rows = new Map();
  for (const each of categories) {
    const key = endpointKey(each.endpoint) + each.category.id;
    const change = CHANGES[each.category.change] ?? each.category.change;
    const row = rows.get(key) ?? { ...each, changes: [], contributionNanos: 0 };
    rows.set(key, { ...row, changes: [...row.changes, change],
      contributionNanos: row.contributionNanos + each.contributionNanos });
  }
  return [...rows.values()];
}

/** The step that changed most: where it is, the time it adds a request, and how sure that is. */
function stepOf({ steps: [step] = [] }) {
  if (!step) {
    return "–";
  }
  const { service, operation, callee } = step.callPath.at(-1);
  const where = placeText(callee ? { type: "edge", caller: service, callee } : { type: "frame", service, operation });
  const sure = step.pValue === undefined ? "" : ` (p ${probability(step.pValue)})`;
  return `${where} ${signed(step.afterNanos - step.beforeNanos)}${sure}`;
}

function meanOf({ traces, meanNanos }) {
  return traces > 0 ? duration(meanNanos) : "–";
}

/** A column with the figures of a mutation before or in its window. */
function side(key, title, text) {
  return { key: title, title, align: "end", value: ({ [key]: { meanNanos, share } }) => meanNanos ?? share,
    cell: ({ [key]: figures }) => text(figures) };
}
