package io.tracemill.store.engine;

import io.tracemill.analysis.cohort.AttributeValue;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which requests a question is about.
 *
 * @param time when their traces closed
 * @param attributes each is an attribute of one of their spans
 * @param minDurationNanos their least duration
 * @param belowNanos all durations are less; {@link #ANY_DURATION} for no bound
 * @param category 32 hexadecimal digits
 * @param failed whether they failed
 */
public record Filter(
    Period time,
    List<AttributeValue> attributes,
    long minDurationNanos,
    long belowNanos,
    Optional<RequestRole> role,
    Optional<Frame> endpoint,
    Optional<String> category,
    Optional<Boolean> failed) {
  public static final Period ALL_TIME = new Period(Long.MIN_VALUE, Long.MAX_VALUE);

  /** No upper bound of durations. */
  public static final long ANY_DURATION = Long.MAX_VALUE;

  /** All requests. */
  public static final Filter ALL =
      new Filter(
          ALL_TIME,
          List.of(),
          0,
          ANY_DURATION,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  public Filter {
    attributes = List.copyOf(attributes);
  }

  public Filter during(Period other) {
    return new Filter(
        other, attributes, minDurationNanos, belowNanos, role, endpoint, category, failed);
  }

  public Filter of(Frame other) {
    return new Filter(
        time, attributes, minDurationNanos, belowNanos, role, Optional.of(other), category, failed);
  }

  /** The same for durations from {@code minNanos} up to {@code lessThanNanos}, exclusive. */
  public Filter lasting(long minNanos, long lessThanNanos) {
    return new Filter(time, attributes, minNanos, lessThanNanos, role, endpoint, category, failed);
  }

  /** The same with other attributes. */
  public Filter having(List<AttributeValue> others) {
    return new Filter(time, others, minDurationNanos, belowNanos, role, endpoint, category, failed);
  }

  public Filter ofCategory(String other) {
    return new Filter(
        time, attributes, minDurationNanos, belowNanos, role, endpoint, Optional.of(other), failed);
  }

  /** The same without a category. */
  public Filter ofAnyCategory() {
    return new Filter(
        time, attributes, minDurationNanos, belowNanos, role, endpoint, Optional.empty(), failed);
  }

  /** The same for requests that failed, or for those that did not. */
  public Filter failing(boolean which) {
    return new Filter(
        time,
        attributes,
        minDurationNanos,
        belowNanos,
        role,
        endpoint,
        category,
        Optional.of(which));
  }

  /** The SQL condition of statistics: complete requests with a weight above 0. */
  public String statistics() {
    return "complete AND weight > 0 AND " + condition();
  }

  /** The part of the condition that is about time, endpoint and category. */
  public String scope() {
    List<String> parts = new ArrayList<>();
    parts.add(timeCondition(time));
    endpoint.ifPresent(frame -> parts.add(Sql.isOf(frame)));
    category.ifPresent(hex -> parts.add("category = " + Sql.text(hex)));
    return String.join(" AND ", parts);
  }

  /** The condition in SQL, over the view {@code requests}. */
  public String condition() {
    List<String> parts = new ArrayList<>();
    parts.add(scope());
    role.ifPresent(value -> parts.add("role = " + Sql.text(value.label())));
    failed.ifPresent(which -> parts.add(which ? "failed" : "NOT failed"));
    if (minDurationNanos > 0) {
      parts.add("duration_nanos >= " + minDurationNanos);
    }
    if (belowNanos != ANY_DURATION) {
      parts.add("duration_nanos < " + belowNanos);
    }
    attributes.forEach(attribute -> parts.add(has(attribute)));
    return String.join(" AND ", parts);
  }

  /** The part of the condition that is about time. */
  static String timeCondition(Period time) {
    List<String> parts = new ArrayList<>();
    if (time.startMillis() != Long.MIN_VALUE) {
      parts.add("time_millis >= " + time.startMillis());
    }
    if (time.endMillis() != Long.MAX_VALUE) {
      parts.add("time_millis < " + time.endMillis());
    }
    return parts.isEmpty() ? "true" : String.join(" AND ", parts);
  }

  /** As {@link AttributeValue#isIn}. */
  private static String has(AttributeValue attribute) {
    String key = Sql.text(attribute.key());
    return "len(list_filter(attributes, a -> a.\"value\" = %s AND (a.key = %s OR concat(a.service, '.', a.key) = %s))) > 0"
        .formatted(Sql.text(attribute.value()), key, key);
  }
}
