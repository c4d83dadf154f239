package io.tracemill.analysis.change;

import io.tracemill.analysis.profile.CategoryAccumulator;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.signature.CallTreeSignature;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The categories of two cohorts, side by side.
 *
 * <p>A category that one cohort names and the other does not may still be among the requests that
 * the other has capped. How often it occurred there is not known, so it is {@link #capped} in both.
 *
 * @param named by flow signature, those that are known in both cohorts; one accumulator a side
 * @param capped all others as one
 */
record CohortPair(Map<CallTreeSignature, CategoryPair> named, CategoryPair capped) {

  static CohortPair of(EndpointAccumulator before, EndpointAccumulator after) {
    Map<CallTreeSignature, CategoryPair> named = new TreeMap<>();
    List<CategoryAccumulator> cappedBefore = new ArrayList<>(List.of(before.other()));
    List<CategoryAccumulator> cappedAfter = new ArrayList<>(List.of(after.other()));
    Set<CallTreeSignature> flows = new TreeSet<>(before.categories().keySet());
    flows.addAll(after.categories().keySet());
    for (CallTreeSignature flow : flows) {
      List<CategoryAccumulator> then = listOf(before.categories().get(flow));
      List<CategoryAccumulator> now = listOf(after.categories().get(flow));
      if (then.isEmpty() && before.other().count() > 0) {
        cappedAfter.addAll(now);
      } else if (now.isEmpty() && after.other().count() > 0) {
        cappedBefore.addAll(then);
      } else {
        named.put(flow, new CategoryPair(then, now));
      }
    }
    return new CohortPair(named, new CategoryPair(cappedBefore, cappedAfter));
  }

  private static List<CategoryAccumulator> listOf(@Nullable CategoryAccumulator category) {
    return category == null ? List.of() : List.of(category);
  }

  /** All requests of the first cohort. */
  RequestSums before() {
    return RequestSums.of(pairs().flatMap(pair -> pair.before().stream()).toList());
  }

  /** All requests of the second cohort. */
  RequestSums after() {
    return RequestSums.of(pairs().flatMap(pair -> pair.after().stream()).toList());
  }

  /** Each request is in one of them. */
  Stream<CategoryPair> pairs() {
    return Stream.concat(named.values().stream(), Stream.of(capped));
  }
}
