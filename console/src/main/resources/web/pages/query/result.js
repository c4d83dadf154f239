// The answer to a question, as a table, a chart or a CSV file.
import { html, useState } from "../../html.js";
import { href } from "../../router.js";
import { number, shortId } from "../../format.js";
import { Empty, Name, Tabs, Time, TraceLink } from "../../components/basics.js";
import { Table } from "../../components/table.js";
import { namedEndpoint } from "../shared/named.js";
import { csvOf } from "./csv.js";
import { ResultChart } from "./chart.js";
import { textOf } from "./text.js";

const VIEWS = [{ key: "table", title: "Table" }, { key: "chart", title: "Chart" }];

export function Result({ name, result, params, change, note }) {
  const view = params.view ?? (result.chartFirst ? "chart" : "table");
  const { rows } = result;
  if (rows.length === 0) {
    return html`<${Empty}>No rows. Choose another range or fewer conditions.</${Empty}>`;
  }
  return html`
    <div class="result-head">
      <${Tabs} tabs=${VIEWS} chosen=${view} onChoose=${(key) => change({ view: key }, { replace: true })} />
      <span class="muted" data-test="rows" data-value=${rows.length}>${number(rows.length)} ${rows.length
        === 1 ? "row" : "rows"}${note && html`. ${note}`}</span>
      <span class="grow"></span>
      <${CsvButton} name=${name} result=${result} />
    </div>
    ${view === "chart" ? html`<${ResultChart} result=${result} params=${params} change=${change} />`
      : html`<${ResultTable} result=${result} params=${params} change=${change} />`}`;
}

function ResultTable({ result, params, change }) {
  const columns = result.columns.map((column) => ({
    key: column.key, title: html`<${Name} value=${column.title} />`,
    align: ["number", "nanos", "share"].includes(column.kind) ? "end" : undefined,
    value: (row) => row[column.key], cell: (row) => html`<${Cell} column=${column} row=${row} />`
  }));
  return html`<${Table} label="Answer" columns=${columns} rows=${result.rows} rowKey=${({ index }) => index}
    sort=${params.sort} onSort=${(sort) => change({ sort }, { replace: true })} height="70vh" />`;
}

function Cell({ column, row }) {
  const value = row[column.key];
  if (value === undefined || value === null) {
    return html`<span class="muted">–</span>`;
  }
  switch (column.kind) {
    case "trace":
      return html`<${TraceLink} id=${value} label=${html`<code>${String(value).slice(0, 32)}</code>`}
        from=${row.timeMillis && row.timeMillis - 600000} to=${row.timeMillis && row.timeMillis + 600000} />`;
    case "flow":
      return namedEndpoint(row) ? html`<a href=${href("category",
        { ...namedEndpoint(row), flow: value })}><code>${shortId(value)}</code></a>`
        : html`<code>${shortId(value)}</code>`;
    case "millis":
      return html`<${Time} millis=${value} date=${true} />`;
    case "truth":
      return value ? "yes" : html`<span class="muted">no</span>`;
    case "text":
      return html`<${Name} value=${value} />`;
    default:
      return html`<span data-value=${value}>${textOf(column.kind, value)}</span>`;
  }
}

/** Makes the file on a click. Its blob lives until the next click. */
function CsvButton({ name, result }) {
  const [made, setMade] = useState("");
  const save = () => {
    URL.revokeObjectURL(made);
    const address = URL.createObjectURL(new Blob([csvOf(result)], { type: "text/csv;charset=utf-8" }));
    setMade(address);
    const link = document.createElement("a");
    link.href = address;
    link.download = "tracemill-" + name + ".csv";
    link.click();
  };
  return html`<button type="button" data-test="csv" onClick=${save}>Save as CSV</button>`;
}
