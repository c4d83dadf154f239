package io.tracemill.store.compare;

import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.cohort.AttributeValue;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.CategorySearch;
import io.tracemill.store.question.Histogram;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Two sets of requests that are compared.
 *
 * @param then the first set in words
 * @param now the second set in words
 */
public record RequestSets(Requests before, String then, Requests after, String now) {
  /**
   * The requests of two times.
   *
   * @param filter what they have in common
   */
  public static RequestSets ofTimes(
      StoreSession first, Period before, StoreSession second, Period after, Filter filter) {
    return new RequestSets(
        new Requests(first, filter.during(before)),
        before.text(),
        new Requests(second, filter.during(after)),
        after.text());
  }

  /**
   * The requests of one time that differ by the value of an attribute. A request with both values
   * is in the second set.
   *
   * @param after the second set, which has another value of the same key
   * @param value the value in the first set
   * @throws QueryException if {@code after} has no other value of the key
   */
  public static RequestSets ofValues(
      StoreSession first, StoreSession second, Filter after, AttributeValue value) {
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
    Filter before = after.having(attributes);
    return new RequestSets(
        new Requests(first, before, Optional.of(Filter.ALL.having(others))),
        text(before),
        new Requests(second, after),
        text(after));
  }

  /** {@code service.version=v2}. */
  private static String text(Filter set) {
    return set.attributes().stream().map(AttributeValue::text).collect(joining(", "));
  }

  /** What the second set has, or the first if the second does not have it. */
  public <T> T either(Function<StoreSession, T> search) {
    try {
      return search.apply(after.session());
    } catch (QueryException e) {
      return search.apply(before.session());
    }
  }

  /** Their response times, by endpoint and category, or by node of one category. */
  public Compared times(Optional<CategorySearch.Category> category) {
    return new Compared(
        then,
        now,
        category.isEmpty()
            ? OverallComparison.ask(before, after)
            : CategoryComparison.ask(before, after, category.get()));
  }

  /**
   * The distributions of their response times; a set may be empty.
   *
   * @param bins the most bins
   * @throws QueryException if neither set has a request
   */
  public HistogramPair histograms(Optional<CategorySearch.Category> category, int bins) {
    List<Histogram> both =
        Histogram.ofSameBins(List.of(cells(before, category), cells(after, category)), bins);
    return new HistogramPair(both.get(0), both.get(1));
  }

  private static List<Histogram.Row> cells(
      Requests requests, Optional<CategorySearch.Category> category) {
    return Histogram.cells(
        requests.session(), category.map(requests::of).orElse(requests).statistics());
  }
}
