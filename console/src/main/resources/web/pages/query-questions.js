// The questions that page Query has forms for, and answers as columns and rows.

const BUCKETS = { key: "buckets", title: "Buckets of time", hint: "60" };
const CATEGORY = { key: "category", title: "Category", hint: "1a2b3c4d" };
const SHARE = ["share", "Share", "share"];
const TIME = ["timeMillis", "Time", "millis"];
const REQUESTS = [["requests", "Requests", "number"], ["requestsError", "± requests", "number"]];
const MEAN = [["meanNanos", "Mean", "nanos"], ["meanErrorNanos", "± mean", "nanos"]];
const ROWS = ["rows", "Rows in the store", "number"];

/**
 * The questions by name: title, whether it needs an endpoint, fields besides endpoint and filter,
 * the list of rows in an answer, its columns [key, title, kind], and the columns of a chart.
 */
export const QUESTIONS = {
  overview: {
    title: "Categories", needsEndpoint: true, fields: [], list: (data) => data.categories,
    columns: [["category", "Category", "category"], SHARE, ...REQUESTS, ...MEAN, ["p50Nanos", "p50", "nanos"],
      ["p99Nanos", "p99", "nanos"], ["cv", "CV", "number"], ["anomalous", "Varies", "truth"],
      ["failedShare", "Failed", "share"]],
    chart: { x: "category", y: "share" }
  },
  histogram: {
    title: "Distribution", list: (data) => data.bins,
    fields: [CATEGORY, { key: "bins", title: "Bins", hint: "40" },
      { key: "scale", title: "Scale", choices: [["log", "log"], ["linear", "linear"]] }],
    columns: [["fromNanos", "From", "nanos"], ["toNanos", "To", "nanos"], ...REQUESTS, ROWS],
    chart: { x: "fromNanos", y: "requests", histogram: true, first: true }
  },
  tendency: {
    title: "Over time", needsEndpoint: true, fields: [CATEGORY, BUCKETS], list: (data) => data.buckets,
    columns: [TIME, ...REQUESTS, SHARE, ...MEAN, ROWS],
    chart: { x: "timeMillis", y: "meanNanos", first: true }
  },
  shares: {
    title: "Shares of categories", needsEndpoint: true, fields: [BUCKETS], list: (data) => data.shares,
    columns: [TIME, ["category", "Category", "category"], REQUESTS[0], SHARE, ...MEAN],
    chart: { x: "timeMillis", y: "share", by: "category", zero: "share", first: true }
  },
  traces: {
    title: "Traces", list: (data) => data.traces.map((trace) => ({ ...trace, ...trace.endpoint })),
    fields: [CATEGORY,
      { key: "order", title: "Order", choices: [["slowest", "slowest"], ["newest", "newest"]] },
      { key: "limit", title: "Limit", hint: "50" }],
    columns: [["traceId", "Trace", "trace"], ["timeMillis", "Closed", "millis"],
      ["durationNanos", "Response time", "nanos"],
      ["failed", "Failed", "truth"], ["service", "Service", "text"], ["operation", "Operation", "text"],
      ["category", "Category", "category"], ["spanCount", "Spans", "number"],
      ["complete", "Complete", "truth"]],
    chart: { x: "timeMillis", y: "durationNanos" }
  }
};

/** Examples of statements: [title, SQL]. */
export const EXAMPLES = [
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

/** The answer to a question as {columns: [{key, title, kind}], rows: [{...}], chart}. */
export function resultOf(question, data, endpoint) {
  const { columns, list, chart } = QUESTIONS[question];
  return {
    columns: columns.map(([key, title, kind]) => ({ key, title, kind })),
    rows: list(data).map((row, index) => ({ ...endpoint, ...row, index })),
    chart
  };
}

/** The answer to a statement, as of resultOf; guesses the kind of a column from its name and values. */
export function sqlResult({ columns, rows }) {
  const valuesAt = (at) => rows.map((row) => row[at]).filter((value) => value !== null);
  const listed = columns.map((title, at) => ({ key: "c" + at, title, kind: kindOf(title, valuesAt(at)) }));
  const x = listed.find(({ kind }) => kind === "millis") ?? listed.find(({ kind }) => !isNumber(kind))
    ?? listed[0];
  const y = listed.find((column) => column !== x && isNumber(column.kind));
  // Links to a category need the names of these two columns.
  const named = [...columns.entries()].filter(([, title]) => ["service", "operation"].includes(title));
  return {
    columns: listed,
    rows: rows.map((values, index) => ({
      index,
      ...Object.fromEntries(named.map(([at, title]) => [title, values[at]])),
      ...Object.fromEntries(listed.map(({ key }, at) => [key, values[at] ?? undefined]))
    })),
    chart: { x: x?.key, y: y?.key }
  };
}

function kindOf(name, values) {
  const all = (type) => values.length > 0 && values.every((value) => typeof value === type);
  if (all("number")) {
    return /nanos/i.test(name) ? "nanos" : /millis$/i.test(name) ? "millis" : "number";
  } else if (all("boolean")) {
    return "truth";
  }
  return { trace_id: "trace", category: "category" }[name] ?? "text";
}

/** Whether a column of a kind has figures: a chart can have it on its vertical axis. */
export function isNumber(kind) {
  return ["number", "nanos", "share"].includes(kind);
}
