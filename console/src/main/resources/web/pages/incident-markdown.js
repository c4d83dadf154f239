// An incident as Markdown with figures and links, for a ticket.
import { href } from "../router.js";
import { duration, number, percent, probability, prose, signed, span, utc, visible } from "../format.js";
import { culpritChange, placeKind, placeText, subject } from "../components/place.js";
import { accountOf, closest } from "./account.js";
import { outcome } from "./incident-times.js";

/** Escapes markup in a text. */
function plain(text) {
  return text.replace(/[\\`*_[\]<#|~]/g, "\\$&");
}

/** A name as code, between more backticks than it has in a row. */
function code(text) {
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(1 + Math.max(0, ...runs.map((run) => run.length)));
  const pad = text.startsWith("`") || text.endsWith("`") || text === "" ? " " : "";
  return fence + pad + text.replace(/\|/g, "\\|") + pad + fence;
}

function name(endpoint) {
  return code(visible(endpoint.service) + " " + visible(endpoint.operation));
}

function table(titles, rows) {
  const line = (cells) => "| " + cells.map((cell) => cell ?? "").join(" | ") + " |";
  return [line(titles), line(titles.map(() => "---")), ...rows.map(line)];
}

function section(title, lines) {
  return lines.length > 0 ? ["", "## " + title, "", ...lines] : [];
}

/** answer is the API's answer to `incident`; base is the address of the console's page, without the hash. */
export function incidentMarkdown(answer, base) {
  const { incident, firing, mutations, changes } = answer;
  return [
    "# " + plain(prose(incident.summary)),
    "",
    ...facts(incident, firing, base),
    ...section("Culprits", culprits(incident)),
    ...section("Endpoints", incident.endpoints.map((endpoint) => endpointLine(endpoint, incident, base))),
    ...closest(changes ?? [], incident).flatMap(account),
    ...section("What slow requests have in common", incident.differences.map(({ rule, accuracy }) =>
      "- " + code(prose(rule)) + ": classifies " + percent(accuracy) + " correctly")),
    ...section("All changes", changed(mutations)),
    ...section("Traces", traces(incident, base)),
    ""
  ].join("\n");
}

function facts(incident, firing, base) {
  const { totals, contributionNanos } = incident;
  const lasted = span(incident.judgedMillis - incident.sinceMillis);
  const lines = [
    "- Severity: " + incident.severity + ", " + outcome(incident, firing),
    "- Since: " + utc(incident.sinceMillis) + ", " + (firing ? "for " : "lasted ") + lasted,
    "- As of: " + utc(incident.judgedMillis),
    "- Link: <" + base + href("incident", { id: incident.id }) + ">"
  ];
  if (contributionNanos > 0) {
    lines.push("- Extra time of all requests: " + duration(contributionNanos));
  }
  if (totals) {
    const { before, after } = totals;
    lines.push("- All requests of " + name(totals.endpoint) + ": mean " + duration(before.meanNanos) + " → "
      + duration(after.meanNanos) + ", p95 " + duration(before.p95Nanos) + " → " + duration(after.p95Nanos)
      + " (" + number(before.traces) + " and " + number(after.traces) + " requests)");
  }
  return lines;
}

function culprits({ culprits: all }) {
  return all.length === 0 ? [] : table(["Culprit", "Kind", "Before", "After", "Change", "Explains"],
    all.map((culprit) => {
      const change = culpritChange(culprit);
      return [code(placeText(culprit)), placeKind(culprit), change?.before, change?.after, change?.change,
        percent(culprit.share)];
    }));
}

function endpointLine(endpoint, incident, base) {
  const range = { from: incident.sinceMillis, to: incident.judgedMillis };
  return "- " + name(endpoint) + " <" + base + href("endpoint", { ...endpoint, ...range }) + ">";
}

function account(change) {
  const { start, end, terms, rest } = accountOf(change);
  const rows = [["before", duration(start)], ...terms.map(({ label, nanos }) => [code(label), signed(nanos)]),
    ["everything else", signed(rest)], ["after", duration(end)]];
  return section("Account of the change of " + name(change.endpoint), table(["Part", "Time"], rows));
}

function changed(mutations) {
  return mutations.length === 0 ? [] : table(["What", "Where", "Before", "After", "Extra time", "p-value"],
    mutations.map((mutation) => [mutation.kind, code(placeText(subject(mutation))), side(mutation.before),
      side(mutation.after), signed(mutation.contributionNanos), probability(mutation.pValue)]));
}

function side({ meanNanos, share }) {
  return meanNanos === undefined ? percent(share) : duration(meanNanos);
}

function traces({ exemplars }, base) {
  const line = (kind) => (id) => "- " + kind + ": <" + base + href("trace", { id }) + ">";
  return [...exemplars.after.map(line("during the incident")), ...exemplars.before.map(line("before"))];
}
