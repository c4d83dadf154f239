package io.tracemill.store.question;

import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The attributes of requests and the values that they have, for a choice of two to compare.
 *
 * @param attributes those with few values first, then by name
 */
public record AttributeValues(List<Attribute> attributes) {
  private static final int MAX_VALUES = 20;

  public AttributeValues {
    attributes = List.copyOf(attributes);
  }

  /**
   * An attribute of the spans of a service.
   *
   * @param key service, dot and key
   * @param count number of its values
   * @param values the most frequent first, at most 20
   */
  public record Attribute(String key, long count, List<Value> values) {
    public Attribute {
      values = List.copyOf(values);
    }
  }

  /**
   * A value.
   *
   * @param requests estimated number of complete requests that have it
   * @param meanNanos their mean duration
   */
  public record Value(String value, long requests, double meanNanos) {}

  private record Row(String key, long count, Value value) {}

  /** Asks for those of the requests of a filter. */
  public static AttributeValues ask(StoreSession session, Filter filter) {
    List<Row> rows =
        session.rows(
            """
            WITH pairs AS (
              SELECT DISTINCT trace_id, span_id, weight, duration_nanos, a.value AS value,
                CASE WHEN a.service = '' THEN a.key ELSE concat(a.service, '.', a.key) END AS key
              FROM (SELECT *, unnest(attributes) AS a FROM requests WHERE %s)),
            sums AS (
              SELECT key, value, sum(weight) AS requests,
                sum(weight * duration_nanos) / sum(weight) AS mean
              FROM pairs GROUP BY ALL HAVING sum(weight) > 0)
            SELECT key, count(*) OVER (PARTITION BY key) AS n, value, requests, mean FROM sums
            QUALIFY row_number() OVER (PARTITION BY key ORDER BY requests DESC, value) <= %d
            ORDER BY n, key, requests DESC, value
            """
                .formatted(filter.statistics(), MAX_VALUES),
            row ->
                new Row(
                    row.getString(1),
                    row.getLong(2),
                    new Value(row.getString(3), Math.round(row.getDouble(4)), row.getDouble(5))));
    Map<String, Attribute> attributes = new LinkedHashMap<>();
    for (Row row : rows) {
      attributes.merge(
          row.key, new Attribute(row.key, row.count, List.of(row.value)), AttributeValues::joined);
    }
    return new AttributeValues(List.copyOf(attributes.values()));
  }

  private static Attribute joined(Attribute one, Attribute other) {
    List<Value> values = new ArrayList<>(one.values);
    values.addAll(other.values);
    return new Attribute(one.key, one.count, values);
  }
}
