// Two sets of requests by endpoint and category, with tests (P-Tracer's overall comparison).
import { html } from "../../html.js";
import { endpointName, number, percent, shortId, visible } from "../../format.js";
import { Card, EndpointLink } from "../../components/basics.js";
import { Table } from "../../components/table.js";
import { Answered } from "../shared/answered.js";
import { latencyColumns, largestMean } from "./columns.js";

export function OverallCard({ answer, all, shown, params, change }) {
  return html`
    <${Answered} answer=${answer} lines=${8}>${({ before, after, comparison }) => html`
      ${all && html`<${Endpoints} endpoints=${comparison.endpoints} shown=${shown} params=${params}
        change=${change} />`}
      <${Categories} entry=${entryOf(comparison.endpoints, shown)} sides=${{ before, after }} params=${params}
        change=${change} />`}</${Answered}>`;
}

function entryOf(endpoints, shown) {
  return endpoints.find(({ endpoint }) => endpoint.service === shown?.service
    && endpoint.operation === shown?.operation);
}

function Endpoints({ endpoints, shown, params, change }) {
  const columns = [
    { key: "endpoint", title: "Endpoint", value: ({ endpoint }) => endpoint.service + " "
      + endpoint.operation,
      cell: ({ endpoint }) => html`<${EndpointLink} endpoint=${endpoint} />` },
    ...latencyColumns(largestMean(endpoints))
  ];
  const open = ({ endpoint }) => change({ shown: endpoint.service + " " + endpoint.operation,
    flow: undefined },
    { replace: true });
  return html`
    <${Card} title=${"Endpoints (" + number(endpoints.length) + ")"} test="compare-endpoints">
      <${Table} label="Endpoints" columns=${columns} rows=${endpoints} onRow=${open} height="420px"
        rowKey=${({ endpoint }) => endpoint.service + "\u0000" + endpoint.operation} sort=${params.sort}
        onSort=${(sort) => change({ sort }, { replace: true })} />
      <p class="muted table-note">The endpoints whose total time changed most come first. Choose a row to show
        its endpoint below${shown ? " (now " + endpointName(shown) + ")" : ""}.</p>
    </${Card}>`;
}

function Categories({ entry, sides, params, change }) {
  if (!entry) {
    return null;
  }
  const open = ({ flow }) => change({ flow }, { replace: true });
  const share = (key, title) => ({ key, title, align: "end", value: (row) => row[key],
    cell: (row) => row[key] > 0 ? percent(row[key]) : html`<span class="muted">–</span>` });
  const columns = [
    { key: "flow", title: "Category", value: ({ flow }) => flow, cell: ({ flow }) => flow === undefined
      ? html`<b>all</b>`
      : html`<button type="button" class="link" data-test="compare-category"
        aria-pressed=${String(flow === params.flow)}
        onClick=${() => open({ flow })}><code>${shortId(flow)}</code></button>` },
    share("shareBefore", "Share before"),
    share("shareAfter", "Share after"),
    ...latencyColumns(largestMean([entry, ...entry.categories]))
  ];
  const rows = [{ ...entry, shareBefore: Number(entry.before.requests > 0),
    shareAfter: Number(entry.after.requests > 0) },
    ...entry.categories];
  return html`
    <${Card} title=${html`Response times of <${EndpointLink} endpoint=${entry.endpoint} />`}
      test="compare-categories">
      <p class="muted change-ranges">Before: <bdi>${visible(sides.before)}</bdi> ·
        after: <bdi>${visible(sides.after)}</bdi></p>
      <${Table} label="Categories" columns=${columns} rows=${rows} rowKey=${({ flow }) => flow ?? "all"}
        sort=${params.categories} onSort=${(categories) => change({ categories }, { replace: true })}
          height="480px" />
      <p class="muted table-note">Mann-Whitney U test of uniform samples. “Slower” is the probability that a
        request after is slower than one before. Marked rows have a q-value of at most 1 %. Choose a
        category to show its calls below.</p>
    </${Card}>`;
}
