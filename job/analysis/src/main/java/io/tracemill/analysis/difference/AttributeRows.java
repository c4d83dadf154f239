package io.tracemill.analysis.difference;

import io.tracemill.analysis.request.RequestAttribute;
import java.nio.IntBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Which requests have an attribute. Senders choose the values, and may give each request its own:
 * attributes are counted first, so that those which too few have, or lack, cost no more than the
 * count. Time and memory are linear in the attributes of all requests.
 */
final class AttributeRows {
  private static final int MIN_ROWS = 5;

  private AttributeRows() {}

  /**
   * The places of the requests that have an attribute, ascending, for each that enough have and
   * enough lack.
   *
   * @param asked which attributes are asked for
   */
  static SortedMap<RequestAttribute, IntBuffer> of(
      List<AttributedRequest> requests, Predicate<RequestAttribute> asked) {
    Map<RequestAttribute, IntBuffer> rows = new HashMap<>();
    counts(requests)
        .forEach(
            (attribute, count) -> {
              boolean tells = count >= MIN_ROWS && requests.size() - count >= MIN_ROWS;
              if (tells && asked.test(attribute)) {
                rows.put(attribute, IntBuffer.allocate(count));
              }
            });
    fill(rows, requests);
    return new TreeMap<>(rows);
  }

  private static Map<RequestAttribute, Integer> counts(List<AttributedRequest> requests) {
    Map<RequestAttribute, Integer> counts = new HashMap<>();
    for (AttributedRequest request : requests) {
      for (RequestAttribute attribute : request.attributes()) {
        counts.merge(attribute, 1, Integer::sum);
      }
    }
    return counts;
  }

  private static void fill(
      Map<RequestAttribute, IntBuffer> rows, List<AttributedRequest> requests) {
    for (int row = 0; row < requests.size(); row++) {
      for (RequestAttribute attribute : requests.get(row).attributes()) {
        IntBuffer those = rows.get(attribute);
        if (those != null) {
          those.put(row);
        }
      }
    }
    rows.values().forEach(IntBuffer::flip);
  }
}
