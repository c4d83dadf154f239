package io.tracemill.store.question;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.analysis.request.KeptSpans;
import io.tracemill.analysis.sample.IndexedRequest;
import io.tracemill.analysis.sample.KeptCategory;
import io.tracemill.analysis.sample.WeightedRequest;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.store.engine.EngineLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** Writes a small index with the columns of its format, one file for each hour and table. */
public final class TestStore {
  public static final String LINE = "line-20261125T120000Z";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long HOUR_MILLIS = 3_600_000;
  private static final String REQUEST_COLUMNS =
      """
      {time_millis: 'BIGINT', start_nanos: 'BIGINT', trace_id: 'VARCHAR', span_id: 'VARCHAR',
       role: 'VARCHAR', service: 'VARCHAR', operation: 'VARCHAR', duration_nanos: 'BIGINT',
       failed: 'BOOLEAN', complete: 'BOOLEAN', span_count: 'INTEGER', sampling_weight: 'DOUBLE', structure: 'VARCHAR',
       flow: 'VARCHAR', attributes: 'STRUCT(service VARCHAR, key VARCHAR, "value" VARCHAR)[]',
       weight: 'DOUBLE', sample_point: 'DOUBLE', uniform_below: 'DOUBLE',
       node_calls: 'INTEGER[]', node_inclusive_nanos: 'BIGINT[]',
       node_exclusive_nanos: 'BIGINT[]', node_critical_nanos: 'BIGINT[]',
       node_hosts: 'VARCHAR[]',
       spans: 'STRUCT(parent INTEGER, service VARCHAR, operation VARCHAR, host VARCHAR, kind VARCHAR, start_nanos BIGINT, duration_nanos BIGINT, shift_nanos BIGINT, failed BOOLEAN)[]',
       critical_path: 'STRUCT(span INTEGER, from_nanos BIGINT, to_nanos BIGINT)[]'}
      """;
  private static final String CATEGORY_COLUMNS =
      """
      {time_millis: 'BIGINT', service: 'VARCHAR', operation: 'VARCHAR', flow: 'VARCHAR',
       truncated: 'BOOLEAN',
       nodes: 'STRUCT(depth INTEGER, service VARCHAR, operation VARCHAR, "async" BOOLEAN, run INTEGER)[]'}
      """;

  private TestStore() {}

  /** Opens an index with the limits of a test. */
  public static Store open(Path directory) {
    return Store.open(directory, Optional.empty(), EngineLimits.DEFAULT);
  }

  /** Writes one line of an index. */
  public static void write(
      Path directory, String line, List<WeightedRequest> requests, List<KeptCategory> categories) {
    table(
        directory.resolve(line).resolve("requests"),
        REQUEST_COLUMNS,
        "service, operation, flow, time_millis",
        requests,
        each -> each.request().timeMillis(),
        TestStore::json);
    table(
        directory.resolve(line).resolve("categories"),
        CATEGORY_COLUMNS,
        "time_millis",
        categories,
        KeptCategory::timeMillis,
        TestStore::json);
  }

  private interface ToJson<T> {
    ObjectNode json(T row);
  }

  private static <T> void table(
      Path table,
      String columns,
      String order,
      List<T> rows,
      ToLongFunction<T> time,
      ToJson<T> toJson) {
    rows.stream()
        .collect(groupingBy(row -> time.applyAsLong(row) / HOUR_MILLIS, TreeMap::new, toList()))
        .forEach(
            (hour, ofHour) -> {
              String iso = Instant.ofEpochMilli(hour * HOUR_MILLIS).toString();
              Path partition =
                  table
                      .resolve("date=" + iso.substring(0, 10))
                      .resolve("hour=" + iso.substring(11, 13));
              file(partition.resolve("part-0.parquet"), columns, order, ofHour, toJson);
            });
  }

  private static <T> void file(
      Path file, String columns, String order, List<T> rows, ToJson<T> toJson) {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      Files.createDirectories(file.getParent());
      Path json = Files.createTempFile("rows", ".jsonl");
      List<String> lines = new ArrayList<>();
      rows.forEach(row -> lines.add(toJson.json(row).toString()));
      Files.write(json, lines);
      statement.execute(
          "COPY (SELECT * FROM read_json('%s', format = 'newline_delimited', columns = %s) ORDER BY %s) TO '%s' (FORMAT parquet)"
              .formatted(json, columns, order, file));
      Files.delete(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ObjectNode json(WeightedRequest weighted) {
    IndexedRequest request = weighted.request();
    ObjectNode row =
        JSON.createObjectNode()
            .put("time_millis", request.timeMillis())
            .put("start_nanos", request.startNanos())
            .put("trace_id", request.traceId().hex())
            .put("span_id", TraceId.spanIdHex(request.spanId()))
            .put("role", request.role().label())
            .put("service", request.endpoint().service())
            .put("operation", request.endpoint().operation())
            .put("duration_nanos", request.durationNanos())
            .put("failed", request.failed())
            .put("complete", request.complete())
            .put("span_count", request.spanCount())
            .put("sampling_weight", request.samplingWeight())
            .put("structure", request.structure().hex())
            .put("flow", request.flow().hex())
            .put("weight", weighted.weight())
            .put("sample_point", weighted.samplePoint())
            .put("uniform_below", weighted.uniformBelow());
    ArrayNode attributes = row.putArray("attributes");
    request
        .attributes()
        .forEach(
            each ->
                attributes
                    .addObject()
                    .put("service", each.service())
                    .put("key", each.key())
                    .put("value", each.value()));
    row.set("node_calls", JSON.valueToTree(request.nodes().calls()));
    row.set("node_inclusive_nanos", JSON.valueToTree(request.nodes().inclusiveNanos()));
    row.set("node_exclusive_nanos", JSON.valueToTree(request.nodes().exclusiveNanos()));
    row.set("node_critical_nanos", JSON.valueToTree(request.nodes().criticalNanos()));
    row.set("node_hosts", JSON.valueToTree(request.nodes().hosts()));
    request.spans().ifPresent(kept -> spans(row, kept));
    return row;
  }

  private static void spans(ObjectNode row, KeptSpans kept) {
    ArrayNode spans = row.putArray("spans");
    kept.spans()
        .forEach(
            span ->
                spans
                    .addObject()
                    .put("parent", span.parent())
                    .put("service", span.frame().service())
                    .put("operation", span.frame().operation())
                    .put("host", span.host())
                    .put("kind", span.kind().name())
                    .put("start_nanos", span.startNanos())
                    .put("duration_nanos", span.durationNanos())
                    .put("shift_nanos", span.shiftNanos())
                    .put("failed", span.failed()));
    ArrayNode path = row.putArray("critical_path");
    kept.criticalPath()
        .forEach(
            section ->
                path.addObject()
                    .put("span", section.span())
                    .put("from_nanos", section.fromNanos())
                    .put("to_nanos", section.toNanos()));
  }

  private static ObjectNode json(KeptCategory category) {
    ObjectNode row =
        JSON.createObjectNode()
            .put("time_millis", category.timeMillis())
            .put("service", category.endpoint().service())
            .put("operation", category.endpoint().operation())
            .put("flow", category.flow().hex())
            .put("truncated", category.form().truncated());
    ArrayNode nodes = row.putArray("nodes");
    category
        .form()
        .nodes()
        .forEach(
            node ->
                nodes
                    .addObject()
                    .put("depth", node.depth())
                    .put("service", node.frame().service())
                    .put("operation", node.frame().operation())
                    .put("async", node.async())
                    .put("run", node.run()));
    return row;
  }
}
