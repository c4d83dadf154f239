package io.tracemill.analysis.explanation;

import io.tracemill.analysis.explanation.Difference.Condition;
import io.tracemill.analysis.request.RequestAttribute;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.math3.util.CombinatoricsUtils;

/**
 * Finds rules on attributes that slow requests after meet and those before do not (Spectroscope
 * section 5.4).
 *
 * <p>The slow requests of both sides are the same part of them: that part of those after which
 * takes longer than nine tenths of those before, at least a tenth. So what goes with any slow
 * request is no difference. Where requests did not become slower, all are compared.
 *
 * <p>A rule grows by the condition that makes it most accurate, as a branch of a decision tree
 * does, up to {@value #MAX_CONDITIONS}. The next rule is for the requests that none covers yet.
 * Among enough attributes some rule fits by chance, so Fisher's exact test is made of a rule and
 * its p is multiplied by how many rules of as many conditions there are: in fewer than one of a
 * hundred comparisons of like cohorts is there any rule.
 *
 * <p>The cost is bounded by the size of the samples and of the table, whatever senders send.
 */
final class DifferenceFinder {
  private static final int MIN_ROWS = 10;
  private static final int MAX_RULES = 3;
  private static final int MAX_CONDITIONS = 3;
  private static final double MIN_ACCURACY = 0.55;
  private static final double MIN_GAIN = 0.005;
  private static final double MAX_P = 0.01;
  private static final double USUAL = 0.9;

  private final AttributeTable table;

  /**
   * A rule and the rows that meet it.
   *
   * @param gain by how much larger a part of the requests after that are left it covers than of
   *     those before
   */
  private record Rule(List<Condition> conditions, BitSet rows, double gain) {}

  private DifferenceFinder(AttributeTable table) {
    this.table = table;
  }

  /**
   * The rules, the most accurate first.
   *
   * @param slower whether the mean is larger after
   * @param excluded keys of attributes, or service, dot and key
   */
  static List<Difference> find(
      SampleSide before, SampleSide after, boolean slower, Set<String> excluded) {
    double part = 1;
    if (slower) {
      long usual = before.quantile(USUAL, request -> request.durationNanos());
      part = Math.max(1 - USUAL, after.shareLongerThan(usual));
    }
    SampleSide slowBefore = before.slowest(part);
    SampleSide slowAfter = after.slowest(part);
    if (Math.min(slowBefore.size(), slowAfter.size()) < MIN_ROWS) {
      return List.of();
    }
    return new DifferenceFinder(
            new AttributeTable(slowBefore, slowAfter, each -> !isExcluded(each, excluded)))
        .differences();
  }

  private static boolean isExcluded(RequestAttribute attribute, Set<String> excluded) {
    return excluded.contains(attribute.key())
        || excluded.contains(attribute.service() + "." + attribute.key());
  }

  private List<Difference> differences() {
    List<Difference> found = new ArrayList<>();
    BitSet left = table.rows();
    for (int i = 0; i < MAX_RULES; i++) {
      Rule rule = best(left);
      Optional<Difference> difference = difference(rule);
      if (difference.isEmpty()) {
        break;
      }
      found.add(difference.get());
      left.andNot(rule.rows());
    }
    found.sort(Comparator.comparingDouble(Difference::accuracy).reversed());
    return found;
  }

  private Rule best(BitSet left) {
    Rule rule = new Rule(List.of(), table.rows(), 0);
    boolean better = true;
    while (better && rule.conditions().size() < MAX_CONDITIONS) {
      Rule longer = longer(rule, left);
      better = longer.gain() >= rule.gain() + MIN_GAIN;
      rule = better ? longer : rule;
    }
    return rule;
  }

  private Rule longer(Rule rule, BitSet left) {
    Rule best = rule;
    for (Entry<RequestAttribute, BitSet> column : table.columns().entrySet()) {
      for (boolean present : new boolean[] {true, false}) {
        BitSet rows = (BitSet) rule.rows().clone();
        if (present) {
          rows.and(column.getValue());
        } else {
          rows.andNot(column.getValue());
        }
        BitSet covered = (BitSet) rows.clone();
        covered.and(left);
        double gain = table.after(covered) - table.before(rows);
        // As good within rounding is not better: the first one stays.
        if (gain > best.gain() + 1e-9) {
          List<Condition> conditions = new ArrayList<>(rule.conditions());
          conditions.add(new Condition(column.getKey(), present));
          best = new Rule(conditions, rows, gain);
        }
      }
    }
    return best;
  }

  private Optional<Difference> difference(Rule rule) {
    if (rule.conditions().isEmpty()) {
      return Optional.empty();
    }
    BitSet rows = rule.rows();
    Difference difference =
        new Difference(rule.conditions(), table.before(rows), table.after(rows));
    return difference.accuracy() >= MIN_ACCURACY
            && table.pValue(rows) * rulesOf(rule.conditions().size()) * MAX_CONDITIONS < MAX_P
        ? Optional.of(difference)
        : Optional.empty();
  }

  /** How many rules of so many conditions there could have been. */
  private double rulesOf(int conditions) {
    return Math.pow(2, conditions)
        * CombinatoricsUtils.binomialCoefficientDouble(table.columns().size(), conditions);
  }
}
