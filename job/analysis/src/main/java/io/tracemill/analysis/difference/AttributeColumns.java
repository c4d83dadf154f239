package io.tracemill.analysis.difference;

import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.request.RequestDetails;
import java.nio.IntBuffer;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The requests of two cohorts as a table: which of them have which attribute, and for how many each
 * of them stands. Rows are numbered, those of the first cohort come first.
 *
 * <p>Attributes that too few requests have, or lack, say nothing and are left out. Of those that
 * tell requests apart in the same way (as a version and the hosts that run it do) there is one: if
 * it can be one that the second cohort has more often, the first by name of these. None of that
 * depends on which request is of which cohort but the choice of the name, so their number, {@link
 * #asked}, is that of the questions that were asked.
 *
 * <p>Of these only such are columns as a share of {@value #MIN_SHARE} of the requests has, in the
 * mean of both cohorts, and as large a share lacks. No rule misses the others. Say that a of the
 * second cohort and b of the first have such an attribute, both less than twice {@value
 * #MIN_SHARE}: a rule that demands it is accurate to less than (1 + a) / 2, so it is none; one that
 * forbids it is more accurate than without that by at most b / 2, less than {@value #MIN_SHARE}.
 * (Of those that nearly all have, the same holds the other way round.) A version that a tenth of
 * the second cohort met is a column however many requests the first one has, and one of 500 hosts
 * is none.
 *
 * <p>So columns are bounded, whatever senders send: the shares of all attributes add up to how many
 * a request has in the mean, at most {@value RequestDetails#MAX_ATTRIBUTES}, and no more than 640
 * of them are that large. Which are does depend on the cohorts, so the others count as asked too.
 */
final class AttributeColumns {
  /** Half of what the cohorts' shares differ by at {@link LowLevelDifferences#MIN_ACCURACY}. */
  static final double MIN_SHARE = 0.05;

  /**
   * An attribute.
   *
   * @param before the share of the first cohort that has it
   * @param after the share of the second one
   */
  private record Candidate(
      RequestAttribute attribute, IntBuffer rows, double before, double after) {
    boolean rose() {
      return after > before;
    }

    boolean matters() {
      double share = (before + after) / 2;
      return share >= MIN_SHARE && 1 - share >= MIN_SHARE;
    }

    Column column() {
      BitSet those = new BitSet();
      for (int i = 0; i < rows.limit(); i++) {
        those.set(rows.get(i));
      }
      return new Column(attribute, those);
    }
  }

  private record Column(RequestAttribute attribute, BitSet rows) {}

  private final Weights before;
  private final Weights after;
  private final int rows;
  private final int asked;
  private final List<Column> columns;

  /**
   * Those of two cohorts.
   *
   * @param asked which attributes are asked for
   */
  AttributeColumns(
      List<AttributedRequest> before,
      List<AttributedRequest> after,
      Predicate<RequestAttribute> asked) {
    this.before = new Weights(before, 0);
    this.after = new Weights(after, before.size());
    rows = before.size() + after.size();
    Collection<Candidate> distinct =
        distinct(AttributeRows.of(Stream.concat(before.stream(), after.stream()).toList(), asked));
    this.asked = distinct.size();
    columns =
        distinct.stream()
            .filter(Candidate::matters)
            .sorted(Comparator.comparing(Candidate::attribute))
            .map(Candidate::column)
            .toList();
  }

  private Collection<Candidate> distinct(Map<RequestAttribute, IntBuffer> all) {
    Map<IntBuffer, Candidate> distinct = new HashMap<>();
    all.forEach(
        (attribute, those) ->
            distinct.merge(
                split(those),
                new Candidate(attribute, those, before.share(those), after.share(those)),
                (one, other) -> !one.rose() && other.rose() ? other : one));
    return distinct.values();
  }

  /**
   * The same for some rows and their complement, which is made of no more columns than the first
   * row has attributes.
   */
  private IntBuffer split(IntBuffer those) {
    if (those.get(0) > 0) {
      return those;
    }
    IntBuffer others = IntBuffer.allocate(rows - those.limit());
    int next = 0;
    for (int row = 0; row < rows; row++) {
      if (next < those.limit() && those.get(next) == row) {
        next++;
      } else {
        others.put(row);
      }
    }
    return others.flip();
  }

  int size() {
    return columns.size();
  }

  /** How many attributes tell requests apart, each in its own way: the columns and the others. */
  int asked() {
    return asked;
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

  RequestAttribute attribute(int column) {
    return columns.get(column).attribute();
  }

  boolean has(int row, int column) {
    return columns.get(column).rows().get(row);
  }

  /** The requests that meet all {@code conditions}. */
  BitSet meeting(List<Condition> conditions) {
    BitSet meeting = new BitSet(rows);
    meeting.set(0, rows);
    for (Condition condition : conditions) {
      BitSet column = columns.get(condition.column()).rows();
      if (condition.present()) {
        meeting.and(column);
      } else {
        meeting.andNot(column);
      }
    }
    return meeting;
  }
}
