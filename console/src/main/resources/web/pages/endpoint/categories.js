// The categories of an endpoint: requests with the same calls (P-Tracer's overview).
import { html } from "../../html.js";
import { useAnswer } from "../../api.js";
import { href } from "../../router.js";
import { duration, number, percent, shortId } from "../../format.js";
import { Badge, Card } from "../../components/basics.js";
import { Table } from "../../components/table.js";
import { Answered } from "../shared/answered.js";

/** A mean, with its standard error if it has one. */
export function MeanCell({ nanos, error, test }) {
  return html`<span data-test=${test} data-value=${nanos}>${duration(nanos)}${error > 0 && html`
    <span class="muted" title="standard error"> ± ${duration(error)}</span>`}</span>`;
}

export function CategoriesCard({ endpoint, range, ready, params, change }) {
  const answer = useAnswer(ready || range === undefined ? "index/overview" : null, { ...endpoint, ...range });
  const columns = columnsOf(endpoint, range);
  return html`
    <${Card} title=${"Categories" + (answer.data ? " (" + number(answer.data.categories.length) + ")" : "")}
      test="categories">
      <${Answered} answer=${answer} lines=${6} quietOff=${true}>${(data) => html`
        <${Table} label="Categories" columns=${columns} rows=${data.categories} rowKey=${({ flow }) => flow}
          sort=${params.categories ?? "-share"} height="420px"
          onSort=${(categories) => change({ categories }, { replace: true })} />
        <p class="muted table-note">A category contains the requests with the same calls. In marked categories,
          the standard deviation is above the mean: look at these first.</p>`}</${Answered}>
    </${Card}>`;
}

function columnsOf(endpoint, range) {
  const time = (key, title) => ({ key, title, align: "end", value: (row) => row[key],
    cell: (row) => duration(row[key]) });
  return [
    { key: "flow", title: "Category", value: ({ flow }) => flow, cell: ({ flow, anomalous }) => html`
      <a href=${href("category", { ...endpoint, flow, ...range })}
        data-test="category"><code>${shortId(flow)}</code></a>
      ${anomalous && html` <${Badge} kind="warn">varies</${Badge}>`}` },
    { key: "share", title: "Share", align: "end", value: ({ share }) => share, cell: ({ share }) => html`
      <span class="share-cell" data-test="share" data-value=${share}><span class="cell-bar"><span
        style=${{ width: share * 100 + "%" }}></span></span>${percent(share)}</span>` },
    { key: "requests", title: "Requests", align: "end", value: ({ requests }) => requests, cell: countCell },
    { key: "meanNanos", title: "Mean", align: "end", value: ({ meanNanos }) => meanNanos,
      cell: ({ meanNanos, meanErrorNanos }) => html`<${MeanCell} nanos=${meanNanos} error=${meanErrorNanos}
        test="mean" />` },
    time("p50Nanos", "p50"),
    time("p99Nanos", "p99"),
    { key: "cv", title: "CV", align: "end", value: ({ cv }) => cv, hint: "Standard deviation divided by mean",
      cell: ({ cv }) => cv.toFixed(2) },
    { key: "failedShare", title: "Failed", align: "end", value: ({ failedShare }) => failedShare,
      cell: ({ failedShare }) => html`<span class=${failedShare > 0 ? "up"
        : "muted"}>${percent(failedShare)}</span>` }
  ];
}

function countCell({ requests, requestsError }) {
  return html`<span data-test="count" data-value=${requests}>${number(requests)}${requestsError > 0 && html`
    <span class="muted"> ± ${number(Math.round(requestsError))}</span>`}</span>`;
}
