package io.tracemill.analysis.difference;

import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A condition on a value as a whole, and the rows that meet it. */
record FlagColumn(Condition condition, BitSet rows) {
  private static final int MIN_ROWS = 5;
  private static final int MAX_COLUMNS = 500;

  /** Versions come first: among equally good rules, one on a version is more useful. */
  private static final Comparator<FlagColumn> ORDER =
      Comparator.comparing((FlagColumn column) -> !column.condition.isVersion())
          .thenComparing(FlagColumn::condition);

  /**
   * The values that enough requests have and enough lack; the {@value #MAX_COLUMNS} most frequent
   * at most, because each request may have its own.
   */
  static List<FlagColumn> of(List<ComparedRequest> requests) {
    Map<Condition, BitSet> rows = new HashMap<>();
    for (int i = 0; i < requests.size(); i++) {
      int row = i;
      requests.get(row).attributes().forEach(each -> set(Condition.is(each), row, rows));
      requests
          .get(row)
          .texts()
          .forEach(
              (feature, text) ->
                  set(new Condition(feature, Condition.Operator.IS, text), row, rows));
    }
    return rows.entrySet().stream()
        .map(entry -> new FlagColumn(entry.getKey(), entry.getValue()))
        .filter(each -> Math.min(each.size(), requests.size() - each.size()) >= MIN_ROWS)
        .sorted(Comparator.comparingInt(FlagColumn::size).reversed().thenComparing(ORDER))
        .limit(MAX_COLUMNS)
        .sorted(ORDER)
        .toList();
  }

  private static void set(Condition condition, int row, Map<Condition, BitSet> rows) {
    rows.computeIfAbsent(condition, unknown -> new BitSet()).set(row);
  }

  private int size() {
    return rows.cardinality();
  }
}
