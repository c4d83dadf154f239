// The form for SQL statements.
import { html, useEffect, useState } from "../../html.js";
import { useKeys } from "../../keys.js";
import { RangeField } from "../shared/range-field.js";
import { rangeOf } from "../shared/range.js";

const LIMITS = [100, 1000, 10000];
const EXAMPLES = [
  ["Columns", "DESCRIBE requests"],
  ["Busiest endpoints", "SELECT service, operation, round(sum(weight)) AS requests,\n"
    + "  sum(weight * duration_nanos) / sum(weight) AS mean_nanos\nFROM requests WHERE complete\n"
    + "GROUP BY ALL ORDER BY requests DESC LIMIT 50"],
  ["By minute", "SELECT time_millis // 60000 * 60000 AS minute_millis, sum(weight) AS requests,\n"
    + "  quantile_cont(duration_nanos, 0.95) AS p95_nanos\nFROM requests GROUP BY ALL ORDER BY ALL"],
  ["Slowest requests", "SELECT trace_id, time_millis, duration_nanos, service, operation, span_count\n"
    + "FROM requests ORDER BY duration_nanos DESC LIMIT 50"],
  ["Failed by endpoint", "SELECT service, operation, round(sum(weight) FILTER (failed)) AS failed,\n"
    + "  sum(weight) FILTER (failed) / sum(weight) AS ratio\nFROM requests GROUP BY ALL\n"
    + "HAVING failed > 0 ORDER BY failed DESC"],
  ["Attributes", "SELECT a.key, a.value, round(sum(weight)) AS requests\n"
    + "FROM (SELECT unnest(attributes) AS a, weight FROM requests)\n"
    + "GROUP BY ALL ORDER BY requests DESC LIMIT 100"]
];

export function SqlForm({ params, maxRows, change }) {
  const [draft, setDraft] = useState(params.sql ?? "");
  useEffect(() => setDraft(params.sql ?? ""), [params.sql]);
  useKeys([{ keys: "Ctrl-Enter", does: "Run the statement (in its field)" }]);
  const run = (sql) => change({ sql: sql.trim(), x: undefined, y: undefined, by: undefined,
    sort: undefined });
  const keyed = (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      run(draft);
    }
  };
  return html`
    <div class="form-row">
      <textarea class="sql" spellcheck="false" autocomplete="off" aria-label="SQL statement" data-search=""
        data-test="sql"
        placeholder="SELECT … FROM requests" value=${draft} rows=${Math.max(5, draft.split("\n").length + 1)}
        onInput=${(event) => setDraft(event.target.value)} onKeyDown=${keyed}></textarea>
      <div class="form">
        <button type="button" class="primary" data-test="run" onClick=${() => run(draft)}
          title="Or press Ctrl-Enter in the field">Run</button>
        <div class="form-field">Range of time (empty: the whole index)
          <${RangeField} label="Time" range=${rangeOf(params)}
            onRange=${(range) => change({ from: range?.from, to: range?.to })} /></div>
        <label class="form-field">Row limit
          <select value=${maxRows} data-test="max-rows"
            onChange=${(event) => change({ maxRows: event.target.value })}>
            ${LIMITS.map((limit) => html`<option key=${limit}
              value=${limit}>${limit.toLocaleString("en-US")}</option>`)}
          </select></label>
        <span class="muted">One statement that only reads, with at most 30 s and 500 MB. Sums
          of <code>weight</code> estimate all requests.</span>
      </div>
      <div class="examples"><span class="muted">Examples</span>${EXAMPLES.map(([title, sql]) => html`
        <button key=${title} type="button" title=${sql} onClick=${() => run(sql)}>${title}</button>`)}</div>
    </div>`;
}
