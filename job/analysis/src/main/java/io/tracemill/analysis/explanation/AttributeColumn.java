package io.tracemill.analysis.explanation;

import io.tracemill.analysis.profile.WeightedRequest;
import io.tracemill.analysis.request.RequestAttribute;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An attribute and the numbers of the requests that have it. */
record AttributeColumn(RequestAttribute attribute, BitSet rows) {
  private static final int MIN_ROWS = 5;
  private static final int MAX_COLUMNS = 500;

  /** Versions come first: of rules as good as each other, one on a version says more. */
  private static final Comparator<AttributeColumn> ORDER =
      Comparator.comparing((AttributeColumn column) -> !Difference.isVersion(column.attribute))
          .thenComparing(AttributeColumn::attribute);

  /**
   * Those that enough of the requests have and enough lack, at most {@value #MAX_COLUMNS}, the most
   * frequent: senders may give each request its own. Versions come first, then all by name.
   */
  static List<AttributeColumn> of(List<WeightedRequest> requests) {
    Map<RequestAttribute, BitSet> rows = new HashMap<>();
    for (int row = 0; row < requests.size(); row++) {
      for (RequestAttribute attribute : requests.get(row).request().attributes()) {
        rows.computeIfAbsent(attribute, unknown -> new BitSet()).set(row);
      }
    }
    return rows.entrySet().stream()
        .map(entry -> new AttributeColumn(entry.getKey(), entry.getValue()))
        .filter(each -> Math.min(each.count(), requests.size() - each.count()) >= MIN_ROWS)
        .sorted(Comparator.comparingInt(AttributeColumn::count).reversed().thenComparing(ORDER))
        .limit(MAX_COLUMNS)
        .sorted(ORDER)
        .toList();
  }

  private int count() {
    return rows.cardinality();
  }
}
