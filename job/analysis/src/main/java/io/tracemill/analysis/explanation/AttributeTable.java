package io.tracemill.analysis.explanation;

import io.tracemill.analysis.request.RequestAttribute;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Which of some requests have which attribute. Rows are requests, those before come first.
 *
 * <p>Senders choose the attributes, and may give each request its own. Which are columns depends on
 * all requests alike, not on who is before or after: those that enough requests have and enough
 * lack, at most {@value #MAX_COLUMNS}, the most frequent.
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
  private final List<Column> columns;

  /** An attribute and the rows that have it. */
  record Column(RequestAttribute attribute, BitSet rows) {
    int count() {
      return rows.cardinality();
    }
  }

  AttributeTable(SampleSide before, SampleSide after) {
    this.before = before;
    this.after = after;
    Map<RequestAttribute, BitSet> rows = new HashMap<>();
    int[] row = {0};
    Stream.concat(before.requests().stream(), after.requests().stream())
        .forEach(
            each -> {
              for (RequestAttribute attribute : each.request().attributes()) {
                rows.computeIfAbsent(attribute, unknown -> new BitSet()).set(row[0]);
              }
              row[0]++;
            });
    this.columns =
        rows.entrySet().stream()
            .map(entry -> new Column(entry.getKey(), entry.getValue()))
            .filter(column -> Math.min(column.count(), row[0] - column.count()) >= MIN_ROWS)
            .sorted(
                Comparator.comparingInt(Column::count)
                    .reversed()
                    .thenComparing(Column::attribute, ORDER))
            .limit(MAX_COLUMNS)
            .sorted(Comparator.comparing(Column::attribute, ORDER))
            .toList();
  }

  /** Versions first, then by name. */
  List<Column> columns() {
    return columns;
  }

  /** All rows. */
  BitSet rows() {
    BitSet all = new BitSet();
    all.set(0, before.size() + after.size());
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
