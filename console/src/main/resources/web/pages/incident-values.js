// What the slow or failed requests of an incident have in common, such as a version, beside the other values.
import { html } from "../html.js";
import { inReport, useAnswer } from "../api.js";
import { href } from "../router.js";
import { duration, number, signed, visible } from "../format.js";
import { Card, figuresOf, rangeOfWindow } from "../components/basics.js";
import { ExcludeLinks, RuleText } from "../components/rules.js";
import { Table, figureColumn } from "../components/table.js";
import { kindOf } from "./incident-parts.js";

/** Rules that tell the requests of an incident from those before. */
export function Differences({ incident }) {
  const word = kindOf(incident) === "errors" ? "failed" : "slow";
  const { differences } = incident;
  return html`
    <${Card} title=${"What " + word + " requests have in common"} test="differences">
      ${differences.map((each) => html`<${Rule} key=${each.rule} ...${each} ...${{ incident, word }} />`)}
    </${Card}>`;
}

function Rule({ rule, accuracy, attributes, incident, word }) {
  const [endpoint] = incident.endpoints;
  const range = rangeOfWindow(incident.window);
  const { data } = useAnswer(endpoint && !inReport() ? "store/values" : null, { ...endpoint, ...range, rule });
  return html`
    <div class="rule">
      <p><${RuleText} ...${{ rule, accuracy, word }} /><${ExcludeLinks} ...${{ attributes, endpoint }}
        before=${rangeOfWindow(incident.baseline)} after=${range} /></p>
      ${data?.attributes.filter(({ values }) => values.length > 1).map((attribute) => html`
        <${Values} key=${attribute.service + " " + attribute.key} ...${{ attribute, endpoint, range }} />`)}
    </div>`;
}

/** The requests of each value of an attribute in the incident's window. */
function Values({ attribute: { service, key, values }, endpoint, range }) {
  const rows = values.map(({ value, named, latencyNanos }) =>
    ({ value, named, requests: Math.round(latencyNanos.basis.requests), ...figuresOf(latencyNanos) }));
  const [first] = rows;
  const other = rows.find(({ named }) => !named);
  const columns = [
    { key: "value", title: key === "service.version" ? "Version" : key, value: ({ value }) => value,
      cell: ({ value, named }) => (named ? html`<b><bdi>${visible(value)}</bdi></b>`
        : html`<bdi>${visible(value)}</bdi>`) },
    figureColumn("value-requests", "Requests", number, ({ requests }) => requests),
    figureColumn("value-mean", "Mean", duration, ({ mean }) => mean),
    figureColumn("value-p95", "p95", duration, ({ p95 }) => p95)
  ];
  const where = (value) => service + "." + key + "=" + value;
  const sides = other && { ...endpoint, ...range, kind: "values", where: where(first.value),
    against: where(other.value) };
  return html`
    <div data-test="values">
      <${Table} label=${"Requests by " + visible(key)} columns=${columns} rows=${rows}
        rowKey=${({ value }) => value} ordered />
      <p class="muted table-note">Requests of this endpoint in the incident's window, by ${visible(service)}'s${" "}
        ${visible(key)}.${sides && html`${" "}<b>${visible(first.value)}</b> takes${" "}
          ${signed(first.mean - other.mean)} against ${visible(other.value)}.${" "}
          <a data-test="compare-values-link" href=${href("compare", sides)}>Compare the two</a>`}</p>
    </div>`;
}
