package io.tracemill.store.compare;

import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.cohort.AttributeValue;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.QueryException;
import java.util.ArrayList;
import java.util.List;

/**
 * Two sets of requests of the same time that differ by the value of an attribute. A request with
 * both values is in the second set.
 *
 * @param before selects the first set and requests with both values
 * @param except selects the requests with the value of the second set
 * @param after selects the second set
 */
public record ValueSets(Filter before, Filter except, Filter after) {
  /**
   * The sets.
   *
   * @param after has another value of the same key
   * @param value the value in the first set
   * @throws QueryException if {@code after} has no other value of the key
   */
  public static ValueSets of(Filter after, AttributeValue value) {
    List<AttributeValue> others =
        after.attributes().stream().filter(each -> each.key().equals(value.key())).toList();
    if (others.isEmpty() || others.contains(value)) {
      throw new QueryException(
          "%s is compared with another value of '%s'; give that value with the condition 'where'"
              .formatted(value.text(), value.key()));
    }
    List<AttributeValue> attributes = new ArrayList<>(after.attributes());
    attributes.removeAll(others);
    attributes.add(value);
    return new ValueSets(after.having(attributes), Filter.ALL.having(others), after);
  }

  /** The attributes of a set, such as {@code service.version=v2}. */
  public static String text(Filter set) {
    return set.attributes().stream().map(AttributeValue::text).collect(joining(", "));
  }
}
