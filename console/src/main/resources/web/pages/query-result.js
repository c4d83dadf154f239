// The answer to a question, as a table, a chart or a CSV file.
import { html, useMemo, useState } from "../html.js";
import { dateTime, duration, number, percent, shortId, visible } from "../format.js";
import { CategoryLink, Empty, Name, Time, TraceLink, namedEndpoint } from "../components/basics.js";
import { Choice, Tabs } from "../components/controls.js";
import { Histogram } from "../components/histogram.js";
import { LineChart } from "../components/line-chart.js";
import { ShareBar } from "../components/row-charts.js";
import { Table } from "../components/table.js";
import { isNumber } from "./query-questions.js";

const VIEWS = [{ key: "table", title: "Table" }, { key: "chart", title: "Chart" }];
const FORMATS = { nanos: duration, share: percent, number, millis: dateTime, category: shortId };
const UNITS = { nanos: "nanos", share: "percent" };
const MARGIN_MILLIS = 600000;
const MAX_BARS = 100;
const MAX_LINES = 6;

export function Result({ name, result, params, set, note }) {
  const { rows, chart } = result;
  const view = params.view ?? (chart.first ? "chart" : "table");
  if (rows.length === 0) {
    return html`<${Empty}>No rows. Choose another range or fewer conditions.</${Empty}>`;
  }
  return html`
    <div class="result-head">
      <${Tabs} tabs=${VIEWS} chosen=${view} onChoose=${(key) => set({ view: key })} />
      <span class="muted" data-test="rows" data-value=${rows.length}>${number(rows.length)} ${
        rows.length === 1 ? "row" : "rows"}${note && html`. ${note}`}</span>
      <span class="grow"></span>
      <${CsvButton} name=${name} result=${result} />
    </div>
    ${view === "chart" ? html`<${ResultChart} result=${result} params=${params} set=${set} />`
      : html`<${ResultTable} result=${result} params=${params} set=${set} />`}`;
}

function textOf(kind, value) {
  return FORMATS[kind] ? FORMATS[kind](value) : String(value ?? "");
}

function ResultTable({ result, params, set }) {
  const columns = result.columns.map(({ key, title, kind }) => ({
    key, title: html`<${Name} value=${title} />`, align: isNumber(kind) ? "end" : undefined,
    value: (row) => row[key], cell: (row) => html`<${Cell} kind=${kind} value=${row[key]} row=${row} />`
  }));
  return html`<${Table} label="Answer" columns=${columns} rows=${result.rows} rowKey=${({ index }) => index}
    sort=${params.sort} onSort=${(sort) => set({ sort })} height="70vh" />`;
}

function Cell({ kind, value, row }) {
  if (value === undefined || value === null) {
    return html`<span class="muted">–</span>`;
  }
  switch (kind) {
    case "trace":
      return html`<${TraceLink} id=${value} full from=${row.timeMillis && row.timeMillis - MARGIN_MILLIS}
        to=${row.timeMillis && row.timeMillis + MARGIN_MILLIS} />`;
    case "category":
      return namedEndpoint(row) ? html`<${CategoryLink} params=${{ ...namedEndpoint(row), category: value }} />`
        : html`<code>${shortId(value)}</code>`;
    case "millis":
      return html`<${Time} millis=${value} date=${true} />`;
    case "truth":
      return value ? "yes" : html`<span class="muted">no</span>`;
    case "text":
      return html`<${Name} value=${value} />`;
    default:
      return html`<span data-value=${value}>${textOf(kind, value)}</span>`;
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

/** Comma-separated values (RFC 4180): a header and all rows, with figures as in the API. */
function csvOf({ columns, rows }) {
  // Only a statement has columns with a key that says nothing.
  const header = columns.map(({ key, title }) => field(/^c\d+$/.test(key) ? title : key));
  const lines = [header, ...rows.map((row) => columns.map(({ key }) => field(row[key])))];
  return lines.map((line) => line.join(",") + "\r\n").join("");
}

/** Puts an apostrophe before texts that a spreadsheet would read as a formula. */
function field(value) {
  if (typeof value !== "string") {
    return String(value ?? "");
  }
  const harmless = /^[=+\-@\t\r]/.test(value) ? "'" + value : value;
  return /[",\r\n]/.test(harmless) ? '"' + harmless.replaceAll('"', '""') + '"' : harmless;
}

/** Lines if the horizontal axis is time, otherwise bars. */
function ResultChart({ result, params, set }) {
  const { columns, chart, rows } = result;
  const find = (key) => columns.find((column) => column.key === key);
  const x = find(params.x) ?? find(chart.x);
  const y = find(params.y) ?? find(chart.y);
  const by = params.by === "-" ? undefined : find(params.by) ?? find(chart.by);
  if (!y) {
    return html`<${Empty}>No column of the answer has numbers to draw. Select one in the
      statement.</${Empty}>`;
  }
  const options = (isWanted) => columns.filter(isWanted).map(({ key, title }) => [key, visible(title)]);
  const lines = ({ kind }) => ["text", "category", "truth"].includes(kind);
  let drawn = html`<${Bars} rows=${rows} x=${x} y=${y} />`;
  if (x.kind === "millis") {
    drawn = html`<${Lines} ...${{ rows, x, y, by }} zero=${chart.zero === y.key} />`;
  } else if (chart.histogram && x.key === chart.x && y.key === chart.y) {
    drawn = html`<${Histogram} bins=${rows} height=${300} />`;
  }
  return html`
    <div class="form form-row">
      <${Choice} label="Horizontal" value=${x.key} options=${options(() => true)}
        onChoose=${(key) => set({ x: key })} />
      <${Choice} label="Vertical" value=${y.key} options=${options(({ kind }) => isNumber(kind))}
        onChoose=${(key) => set({ y: key })} />
      ${x.kind === "millis" && html`
        <${Choice} label="One line per" value=${by?.key ?? "-"} onChoose=${(key) => set({ by: key })}
          options=${[["-", "one line"], ...options(lines)]} />`}
    </div>
    <div class="form-row">${drawn}</div>`;
}

/** A line for each value of `by`, largest sums first. With `zero`, a line without a row at a time is 0 there. */
function Lines({ rows, x, y, by, zero }) {
  const series = useMemo(() => {
    const times = [...new Set(rows.map((row) => row[x.key]))];
    const pointsOf = (line) => {
      const points = new Map(zero ? times.map((time) => [time, 0]) : []);
      line.forEach((row) => points.set(row[x.key], row[y.key] ?? null));
      return [...points];
    };
    const lines = Map.groupBy(rows, (row) => (by ? textOf(by.kind, row[by.key]) : y.title));
    const sum = (line) => line.reduce((all, row) => all + (row[y.key] ?? 0), 0);
    return [...lines].sort(([, a], [, b]) => sum(b) - sum(a)).map(([name, line]) =>
      ({ label: visible(name), points: pointsOf(line) }));
  }, [rows, x, y, by, zero]);
  return html`
    <${LineChart} series=${series.slice(0, MAX_LINES)} unit=${UNITS[y.kind] ?? "number"} label=${y.title}
      height=${340} />
    ${series.length > MAX_LINES && html`<p class="muted table-note">The ${MAX_LINES} largest
      of ${series.length}.</p>`}`;
}

function Bars({ rows, x, y }) {
  const shown = rows.slice(0, MAX_BARS);
  const most = shown.reduce((largest, row) => Math.max(largest, row[y.key] ?? 0), 0) || 1;
  return html`
    <div class="bar-list" data-test="bar-list">${shown.map((row) => html`
      <${Name} value=${textOf(x.kind, row[x.key])} />
      <${ShareBar} share=${Math.max(0, row[y.key] ?? 0) / most} />
      <span class="end">${textOf(y.kind, row[y.key])}</span>`)}</div>
    ${rows.length > shown.length && html`<p class="muted table-note">The first ${MAX_BARS} rows.</p>`}`;
}
