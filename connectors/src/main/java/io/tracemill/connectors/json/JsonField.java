package io.tracemill.connectors.json;

/** What a member of an object means to a reader of spans. */
enum JsonField {
  TRACE_ID,
  SPAN_ID,
  PARENT_ID,
  /** Python's: an object with both ids. */
  CONTEXT,
  NAME,
  KIND,
  /** In nanoseconds, or RFC 3339. */
  START_NANOS,
  /** In nanoseconds, or RFC 3339. */
  END_NANOS,
  /** In microseconds, or RFC 3339. */
  START_MICROS,
  /** In microseconds, or seconds with their unit. */
  DURATION,
  /** A list of keys and values, or a map. */
  ATTRIBUTES,
  /** Jaeger's list, or Zipkin's map: they may also say kind, failure and host. */
  TAGS,
  /** A map of Jaeger's index, whose keys have {@code @} for a dot. */
  INDEXED_TAGS,
  STATUS,
  LINKS,
  REFERENCES,
  PROCESS,
  PROCESS_ID,
  ENDPOINT,
  ANNOTATIONS,
  /** Only spans of Zipkin's version 1 have it. */
  VERSION_1,
  /** Nothing that is read. */
  OF_SPAN,

  /** The resource of this span, or of all spans in the object. */
  RESOURCE,
  /** The processes of the spans in the object, by their ids. */
  PROCESSES,
  /** An array of spans. */
  SPANS,
  /** OTLP's scopes: spans of the resource in the same object. */
  SCOPES,
  /** An object or array that holds others with spans. */
  CARRIER,
  /** An array of metrics, logs or profiles. */
  OTHER_SIGNAL,
  /** Nothing that holds spans. */
  NO_SPANS,
  /** No format has it. */
  UNKNOWN
}
