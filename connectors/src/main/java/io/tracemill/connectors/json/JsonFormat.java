package io.tracemill.connectors.json;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The formats in JSON, each a table of the members of its objects. One reader reads them all: a
 * member means the same in every format that has it. A name in camel case also stands for the name
 * with underscores.
 */
public enum JsonFormat {
  /** OpenTelemetry's, also within what Tempo's and Jaeger's APIs put around it. */
  OTLP {
    @Override
    void fill(Table table) {
      table.put(JsonField.CARRIER, "resourceSpans", "batches", "trace", "result");
      table.put(JsonField.SCOPES, "scopeSpans", "instrumentationLibrarySpans");
      table.put(JsonField.SPANS, "spans");
      table.put(JsonField.RESOURCE, "resource");
      table.put(JsonField.TRACE_ID, "traceId");
      table.put(JsonField.SPAN_ID, "spanId");
      table.put(JsonField.PARENT_ID, "parentSpanId");
      table.put(JsonField.NAME, "name");
      table.put(JsonField.KIND, "kind");
      table.put(JsonField.START_NANOS, "startTimeUnixNano");
      table.put(JsonField.END_NANOS, "endTimeUnixNano");
      table.put(JsonField.ATTRIBUTES, "attributes");
      table.put(JsonField.LINKS, "links");
      table.put(JsonField.STATUS, "status");
      table.put(JsonField.OF_SPAN, "events", "traceState", "flags");
      table.put(JsonField.NO_SPANS, "scope", "instrumentationLibrary", "schemaUrl", "metrics");
    }
  },
  /** Jaeger's: its API's documents, its records in protobuf's JSON, and its index. */
  JAEGER {
    @Override
    void fill(Table table) {
      table.put(JsonField.CARRIER, "data", "hits", "_source");
      table.put(JsonField.SPANS, "spans");
      table.put(JsonField.PROCESSES, "processes");
      table.put(JsonField.TRACE_ID, "traceID", "traceId");
      table.put(JsonField.SPAN_ID, "spanID", "spanId");
      table.put(JsonField.PARENT_ID, "parentSpanID");
      table.put(JsonField.NAME, "operationName");
      table.put(JsonField.REFERENCES, "references");
      table.put(JsonField.START_MICROS, "startTime");
      table.put(JsonField.DURATION, "duration");
      table.put(JsonField.TAGS, "tags");
      table.put(JsonField.INDEXED_TAGS, "tag");
      table.put(JsonField.PROCESS, "process");
      table.put(JsonField.PROCESS_ID, "processID", "processId");
      table.put(JsonField.OF_SPAN, "logs", "flags", "warnings", "startTimeMillis");
      table.put(
          JsonField.NO_SPANS,
          "errors",
          "total",
          "_shards",
          "sort",
          "fields",
          "highlight",
          "aggregations");
    }
  },
  /** Zipkin's, version 2. */
  ZIPKIN {
    @Override
    void fill(Table table) {
      table.put(JsonField.TRACE_ID, "traceId");
      table.put(JsonField.SPAN_ID, "id");
      table.put(JsonField.PARENT_ID, "parentId");
      table.put(JsonField.NAME, "name");
      table.put(JsonField.KIND, "kind");
      table.put(JsonField.START_MICROS, "timestamp");
      table.put(JsonField.DURATION, "duration");
      table.put(JsonField.ENDPOINT, "localEndpoint");
      table.put(JsonField.ANNOTATIONS, "annotations");
      table.put(JsonField.TAGS, "tags");
      table.put(JsonField.VERSION_1, "binaryAnnotations");
      table.put(JsonField.OF_SPAN, "remoteEndpoint", "shared", "debug");
    }
  },
  /** What OpenTelemetry's console exporter for Python prints. */
  CONSOLE {
    @Override
    void fill(Table table) {
      table.put(JsonField.CONTEXT, "context");
      table.put(JsonField.NAME, "name");
      table.put(JsonField.KIND, "kind");
      table.put(JsonField.PARENT_ID, "parentId");
      table.put(JsonField.START_NANOS, "startTime");
      table.put(JsonField.END_NANOS, "endTime");
      table.put(JsonField.STATUS, "status");
      table.put(JsonField.ATTRIBUTES, "attributes");
      table.put(JsonField.LINKS, "links");
      table.put(JsonField.RESOURCE, "resource");
      table.put(JsonField.OF_SPAN, "events");
    }
  };

  /** The bits of all formats. */
  static final int ANY = (1 << values().length) - 1;

  /** A member: its meaning, and the bits of the formats that have it. */
  record Member(JsonField field, int formats) {
    boolean isKnown() {
      return field != JsonField.UNKNOWN;
    }
  }

  private static final Member UNKNOWN = new Member(JsonField.UNKNOWN, 0);

  /** A hash map is looked up faster than an immutable one; it never changes. */
  private static final Map<String, Member> MEMBERS = members();

  /** Enters the members of a format. */
  abstract void fill(Table table);

  /** The bit of this format. */
  public int bit() {
    return 1 << ordinal();
  }

  /** The member with this name; of no format if it is unknown. */
  static Member member(String name) {
    return MEMBERS.getOrDefault(name, UNKNOWN);
  }

  /** Whether an object with this member is, or holds, something that the reader knows. */
  public static boolean isMember(String name) {
    JsonField field = member(name).field();
    return field != JsonField.UNKNOWN && field != JsonField.NO_SPANS;
  }

  private static Map<String, Member> members() {
    Table table = new Table();
    for (JsonFormat format : values()) {
      table.formats = format.bit();
      format.fill(table);
    }
    table.formats = ANY;
    for (String signal : List.of("Metrics", "Logs", "Profiles")) {
      table.put(JsonField.OTHER_SIGNAL, "resource" + signal, "scope" + signal);
    }
    return table.members;
  }

  /** Collects the members of all formats. */
  private static final class Table {
    private final Map<String, Member> members = new HashMap<>();
    private int formats;

    void put(JsonField field, String... names) {
      List<String> spellings = new ArrayList<>(List.of(names));
      for (String name : names) {
        spellings.add(name.replaceAll("([a-z])([A-Z]+)", "$1_$2").toLowerCase(Locale.ROOT));
      }
      for (String name : spellings.stream().distinct().toList()) {
        members.merge(
            name,
            new Member(field, formats),
            (one, two) -> new Member(one.field(), one.formats() | two.formats()));
      }
    }
  }
}
