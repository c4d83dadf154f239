// The questions that page Query has forms for, and their answers as columns and rows.
import { namedEndpoint } from "../shared/named.js";
import { rangeOf } from "../shared/range.js";

const BUCKETS = { key: "buckets", title: "Buckets of time", kind: "number", hint: "60" };
const FLOW = { key: "flow", title: "Category", kind: "text", hint: "first digits of its id" };

/**
 * The questions by name: title, fields besides endpoint, range and attribute, whether it needs an endpoint,
 * columns and rows.
 */
export const QUESTIONS = {
  overview: {
    title: "Categories", needsEndpoint: true, fields: [], list: (data) => data.categories,
    columns: [["flow", "Category", "flow"], ["share", "Share", "share"], ["requests", "Requests", "number"],
      ["requestsError", "± requests", "number"], ["meanNanos", "Mean", "nanos"],
        ["meanErrorNanos", "± mean", "nanos"],
      ["p50Nanos", "p50", "nanos"], ["p99Nanos", "p99", "nanos"], ["cv", "CV", "number"],
      ["anomalous", "Varies", "truth"], ["failedShare", "Failed", "share"]],
    chart: { x: "flow", y: "share" }
  },
  histogram: {
    title: "Distribution", fields: [FLOW, { key: "bins", title: "Bins", kind: "number", hint: "40" },
      { key: "scale", title: "Scale", kind: "choice", choices: ["log", "linear"] }],
    list: (data) => data.bins, histogram: true,
    columns: [["fromNanos", "From", "nanos"], ["toNanos", "To", "nanos"], ["requests", "Requests", "number"],
      ["requestsError", "± requests", "number"], ["rows", "Rows in the index", "number"]],
    chart: { x: "fromNanos", y: "requests" }, chartFirst: true
  },
  tendency: {
    title: "Over time", needsEndpoint: true, fields: [FLOW, BUCKETS], list: (data) => data.buckets,
    columns: [["timeMillis", "Time", "millis"], ["requests", "Requests", "number"],
      ["requestsError", "± requests", "number"],
      ["share", "Share", "share"], ["meanNanos", "Mean", "nanos"], ["meanErrorNanos", "± mean", "nanos"],
      ["rows", "Rows in the index", "number"]],
    chart: { x: "timeMillis", y: "meanNanos" }, chartFirst: true
  },
  shares: {
    title: "Shares of categories", needsEndpoint: true, fields: [BUCKETS], list: (data) => data.shares,
    columns: [["timeMillis", "Time", "millis"], ["flow", "Category", "flow"],
      ["requests", "Requests", "number"],
      ["share", "Share", "share"], ["meanNanos", "Mean", "nanos"], ["meanErrorNanos", "± mean", "nanos"]],
    chart: { x: "timeMillis", y: "share", by: "flow" }, chartFirst: true
  },
  traces: {
    title: "Traces", fields: [FLOW, { key: "minNanos", title: "At least", kind: "duration", hint: "250ms" },
      { key: "maxNanos", title: "Below", kind: "duration", hint: "2s" },
      { key: "failed", title: "Failed", kind: "choice", choices: ["", "true"],
        names: ["any", "failed only"] },
      { key: "order", title: "Order", kind: "choice", choices: ["slowest", "newest"] },
      { key: "limit", title: "Limit", kind: "number", hint: "50" }],
    list: (data) => data.traces.map((trace) => ({ ...trace, ...trace.endpoint })),
    columns: [["traceId", "Trace", "trace"], ["timeMillis", "Time", "millis"],
      ["durationNanos", "Response time", "nanos"],
      ["failed", "Failed", "truth"], ["service", "Service", "text"], ["operation", "Operation", "text"],
      ["flow", "Category", "flow"], ["spanCount", "Spans", "number"], ["complete", "Complete", "truth"]],
    chart: { x: "timeMillis", y: "durationNanos" }
  }
};

/** A sentence that says what a question lacks; undefined if it lacks nothing. */
export function missing(question, params) {
  return QUESTIONS[question].needsEndpoint && !namedEndpoint(params)
    ? "Choose an endpoint. This question needs one." : undefined;
}

/** The API parameters of a question, from the parameters of the address. */
export function parametersOf(question, params) {
  const given = { ...rangeOf(params), where: params.where, ...namedEndpoint(params) };
  QUESTIONS[question].fields.forEach(({ key }) => {
    given[key] = params[key];
  });
  return given;
}

/** The answer as {columns: [{key, title, kind}], rows: [{...}], chart, histogram}. */
export function resultOf(question, data, params) {
  const { columns, list, chart, chartFirst, histogram } = QUESTIONS[question];
  const endpoint = namedEndpoint(params);
  return {
    columns: columns.map(([key, title, kind]) => ({ key, title, kind })),
    rows: list(data).map((row, index) => ({ ...endpoint, ...row, index })),
    chart, chartFirst, histogram
  };
}
