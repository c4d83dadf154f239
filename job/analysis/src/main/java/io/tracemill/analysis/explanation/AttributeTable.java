package io.tracemill.analysis.explanation;

import io.tracemill.analysis.profile.WeightedRequest;
import io.tracemill.analysis.request.RequestAttribute;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which of some requests have which attribute. Rows are requests, those before come first.
 *
 * <p>Senders choose the attributes, and may give each request its own, so they are counted first.
 * Which are columns depends on all requests alike, not on who is before or after: those that enough
 * requests have and enough lack, at most {@value #MAX_COLUMNS}, the most frequent.
 */
final class AttributeTable {
  private static final int MIN_ROWS = 5;
  private static final int MAX_COLUMNS = 500;

  /** Versions come first: of rules as good as each other, one on a version says more. */
  private static final Comparator<RequestAttribute> ORDER =
      Comparator.comparing((RequestAttribute attribute) -> !Difference.isVersion(attribute))
          .thenComparing(Comparator.naturalOrder());

  private final SampleSide before;
  private final SampleSide after;
  private final SortedMap<RequestAttribute, BitSet> columns = new TreeMap<>(ORDER);

  AttributeTable(SampleSide before, SampleSide after, Predicate<RequestAttribute> wanted) {
    this.before = before;
    this.after = after;
    List<WeightedRequest> rows =
        Stream.concat(before.requests().stream(), after.requests().stream()).toList();
    Map<RequestAttribute, Long> counts =
        rows.stream()
            .flatMap(row -> row.request().attributes().stream())
            .filter(wanted)
            .collect(Collectors.groupingBy(each -> each, HashMap::new, Collectors.counting()));
    counts.entrySet().stream()
        .filter(count -> Math.min(count.getValue(), size() - count.getValue()) >= MIN_ROWS)
        .sorted(
            Map.Entry.<RequestAttribute, Long>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey(ORDER)))
        .limit(MAX_COLUMNS)
        .forEach(count -> columns.put(count.getKey(), new BitSet()));
    Map<RequestAttribute, BitSet> hashed = new HashMap<>(columns);
    for (int row = 0; row < rows.size(); row++) {
      for (RequestAttribute attribute : rows.get(row).request().attributes()) {
        if (hashed.containsKey(attribute)) {
          hashed.get(attribute).set(row);
        }
      }
    }
  }

  private int size() {
    return before.size() + after.size();
  }

  /** By attribute the rows that have it; versions first, then by name. */
  SortedMap<RequestAttribute, BitSet> columns() {
    return columns;
  }

  /** All rows. */
  BitSet rows() {
    BitSet all = new BitSet();
    all.set(0, size());
    return all;
  }

  /** The part of the requests before that is among these rows. */
  double before(BitSet rows) {
    return before.share(rows, 0);
  }

  /** The part of the requests after that is among these rows. */
  double after(BitSet rows) {
    return after.share(rows, before.size());
  }

  /** How probable it is by chance that these rows are so many after and so few before. */
  double pValue(BitSet rows) {
    return FisherExact.rose(
        (long) Math.ceil(before(rows) * before.effectiveSize()),
        before.effectiveSize(),
        (long) Math.floor(after(rows) * after.effectiveSize()),
        after.effectiveSize());
  }
}
