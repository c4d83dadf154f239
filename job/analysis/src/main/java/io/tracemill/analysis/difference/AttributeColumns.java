package io.tracemill.analysis.difference;

import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.TreeMap;

/**
 * The requests of two cohorts as a table: which of them have which attribute, and for how many each
 * of them stands. Rows are numbered, those of the first cohort come first.
 *
 * <p>Attributes that too few requests have, or lack, say nothing and are left out. Of those that
 * tell requests apart in the same way (as a version and the hosts that run it do) there is one: if
 * it can be one that the second cohort has more often, the first by name of these. None of that
 * depends on which request is of which cohort but the choice of the name, so the number of columns
 * is that of the questions that were asked.
 */
final class AttributeColumns {
  private static final int MIN_ROWS = 5;

  private final Weights before;
  private final Weights after;
  private final int rows;
  private final List<Entry<String, BitSet>> columns;

  AttributeColumns(List<AttributedRequest> before, List<AttributedRequest> after) {
    this.before = new Weights(before, 0);
    this.after = new Weights(after, before.size());
    rows = before.size() + after.size();
    Map<String, BitSet> all = new TreeMap<>();
    fill(all, before, 0);
    fill(all, after, before.size());
    columns = List.copyOf(distinct(all));
  }

  private void fill(Map<String, BitSet> all, List<AttributedRequest> cohort, int first) {
    for (int i = 0; i < cohort.size(); i++) {
      for (String attribute : cohort.get(i).attributes()) {
        all.computeIfAbsent(attribute, added -> new BitSet(rows)).set(first + i);
      }
    }
  }

  private Collection<Entry<String, BitSet>> distinct(Map<String, BitSet> all) {
    Map<String, Entry<String, BitSet>> distinct = new TreeMap<>();
    for (Entry<String, BitSet> column : all.entrySet()) {
      int present = column.getValue().cardinality();
      if (present >= MIN_ROWS && rows - present >= MIN_ROWS) {
        distinct.merge(
            split(column.getValue()).toString(),
            Map.entry(column.getKey(), column.getValue()),
            (one, other) -> !rose(one.getValue()) && rose(other.getValue()) ? other : one);
      }
    }
    return distinct.values();
  }

  /** The same for a column and its complement. */
  private BitSet split(BitSet column) {
    BitSet split = (BitSet) column.clone();
    if (split.get(0)) {
      split.flip(0, rows);
    }
    return split;
  }

  private boolean rose(BitSet column) {
    return after.share(column) > before.share(column);
  }

  int size() {
    return columns.size();
  }

  int rows() {
    return rows;
  }

  /** Of the first cohort. */
  Weights before() {
    return before;
  }

  /** Of the second cohort. */
  Weights after() {
    return after;
  }

  String name(int column) {
    return columns.get(column).getKey();
  }

  boolean has(int row, int column) {
    return columns.get(column).getValue().get(row);
  }

  /** The requests that meet all {@code conditions}. */
  BitSet meeting(List<Condition> conditions) {
    BitSet meeting = new BitSet(rows);
    meeting.set(0, rows);
    for (Condition condition : conditions) {
      BitSet column = columns.get(condition.column()).getValue();
      if (condition.present()) {
        meeting.and(column);
      } else {
        meeting.andNot(column);
      }
    }
    return meeting;
  }
}
