// An incident as Markdown with figures and links, for a ticket.
import { href } from "../router.js";
import { dateTime, duration, endpointName, number, percent, probability, prose, signed, span }
  from "../format.js";
import { accountOf } from "../components/change.js";
import { culpritChange, placeKind, placeText, subject } from "../components/place.js";
import { restOf } from "../components/waterfall.js";
import { kindOf, outcome, rangeOfIncident } from "./incident-parts.js";

/** Escapes markup in a text. */
function plain(text) {
  return text.replace(/[\\`*_[\]<#|~]/g, "\\$&");
}

/** A name as code, between more backticks than it has in a row. */
function code(text) {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = text.startsWith("`") || text.endsWith("`") || text === "" ? " " : "";
  return fence + pad + text.replace(/\|/g, "\\|") + pad + fence;
}

function table(titles, rows) {
  const line = (cells) => "| " + cells.map((cell) => cell ?? "").join(" | ") + " |";
  return rows.length > 0 ? [line(titles), line(titles.map(() => "---")), ...rows.map(line)] : [];
}

function section(title, lines) {
  return lines.length > 0 ? ["", "## " + title, "", ...lines] : [];
}

/** answer is the API's answer to `incident`; base is the address of the console's page, without the hash. */
export function incidentMarkdown(answer, base) {
  const { incident, mutations } = answer;
  const link = (page, params) => "<" + base + href(page, params) + ">";
  const { endpoints, differences, exemplars } = incident;
  return [
    "# " + plain(prose(incident.summary)), "",
    ...facts(answer, link),
    ...section("Culprits", culpritTable(incident)),
    ...section("Stack samples", incident.stacks.map((text) => "- " + plain(prose(text)))),
    ...section("Endpoints", endpoints.map((endpoint) => "- " + code(endpointName(endpoint)) + " "
      + link("endpoint", { ...endpoint, ...rangeOfIncident(incident) }))),
    ...(kindOf(incident) === "errors" ? [] : answer.accounts.flatMap(account)),
    ...section("What slow requests have in common", differences.map(({ rule, accuracy }) =>
      "- " + code(prose(rule)) + ": right for " + percent(accuracy) + " of the requests")),
    ...section("All changes", mutationTable(mutations)),
    ...section("Traces", [
      ...exemplars.after.map((id) => "- during the incident: " + link("trace", { id })),
      ...exemplars.before.map((id) => "- before: " + link("trace", { id }))
    ]), ""
  ].join("\n");
}

function utc(millis) {
  return dateTime(millis, "utc") + " UTC";
}

function facts(answer, link) {
  const { incident, firing } = answer;
  const { id, severity, owner, muted, sinceMillis, judgedMillis, totals, contributionNanos, window,
    baseline } = incident;
  const period = ({ startMillis, endMillis }) => utc(startMillis) + " to " + utc(endMillis);
  const arrow = (figure, text) => text(figure(totals.before)) + " → " + text(figure(totals.after));
  const figures = () => (kindOf(incident) === "errors"
    ? ": failed " + arrow(({ failed, traces }) => failed / traces, percent)
    : ": mean " + arrow(({ meanNanos }) => meanNanos, duration)
      + ", p95 " + arrow(({ p95Nanos }) => p95Nanos, duration));
  return [
    "- Severity: " + severity + ", " + outcome(incident, firing),
    owner && "- Owner: " + code(owner),
    muted && "- Muted: " + code(muted),
    "- Since: " + utc(sinceMillis) + ", " + (firing ? "for " : "lasted ") + span(judgedMillis - sinceMillis),
    "- As of: " + utc(judgedMillis),
    "- Link: " + link("incident", { id }),
    contributionNanos > 0 && kindOf(incident) !== "errors" && "- Extra time: " + duration(contributionNanos),
    totals && "- All requests of " + code(endpointName(totals.endpoint))
      + figures() + ", requests " + arrow(({ traces }) => traces, number),
    "- Window: " + period(window) + "; baseline: " + period(baseline)
  ].filter(Boolean);
}

function culpritTable({ culprits, contributionNanos }) {
  return table(["Culprit", "Kind", "Before", "After", "Change", "Extra time"], culprits.map((culprit) => {
    const { before, after, change } = culpritChange(culprit) ?? {};
    const extra = contributionNanos > 0 ? signed(culprit.share * contributionNanos) : "";
    return [code(placeText(culprit)), placeKind(culprit), before, after, change, extra];
  }));
}

function account(change) {
  const sums = accountOf(change);
  return section("Account of the change of " + code(endpointName(change.endpoint)), table(["Part", "Time"], [
    ["before", duration(sums.start)],
    ...sums.terms.map(({ label, nanos }) => [code(label), signed(nanos)]),
    ["everything else", signed(restOf(sums))],
    ["after", duration(sums.end)]
  ]));
}

function mutationTable(mutations) {
  const side = ({ meanNanos, share }) => (meanNanos === undefined ? percent(share) : duration(meanNanos));
  return table(["What", "Where", "Before", "After", "Extra time", "p-value"], mutations.map((mutation) => [
    mutation.kind, code(placeText(subject(mutation))), side(mutation.before), side(mutation.after),
    signed(mutation.contributionNanos), probability(mutation.pValue)
  ]));
}
