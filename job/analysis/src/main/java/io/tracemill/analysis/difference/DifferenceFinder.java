package io.tracemill.analysis.difference;

import io.tracemill.analysis.difference.Condition.Operator;
import io.tracemill.analysis.ranktest.FisherTest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.math3.util.CombinatoricsUtils;

/**
 * Finds rules that slow requests after meet and those before do not (Spectroscope section 5.4).
 *
 * <p>Both sides have the same share of slow requests: the share of requests after that are slower
 * than 90 % of those before, at least a tenth. So a feature of all slow requests is not a
 * difference. If requests did not become slower, all are compared.
 *
 * <p>A rule grows by the condition that makes it most accurate, as a branch of a decision tree
 * does, up to {@value #MAX_CONDITIONS}: a value, or a number up to a bound or above it. The next
 * rule is for the requests that no rule covers yet. Among enough conditions some rule fits by
 * chance. So the p-value of a rule, by Fisher's exact test, is multiplied by the number of rules
 * with as many conditions. Fewer than one in a hundred comparisons of equal cohorts give any rule.
 * The sample and the number of columns bound the cost.
 */
public final class DifferenceFinder {
  private static final int MIN_ROWS = 10;
  private static final int MAX_RULES = 3;
  private static final int MAX_CONDITIONS = 3;
  private static final double MIN_ACCURACY = 0.55;
  private static final double MIN_GAIN = 0.005;
  private static final double MAX_P = 0.01;
  private static final double SLOW = 0.1;

  private final ComparedSide before;
  private final ComparedSide after;
  private final List<FlagColumn> flags;
  private final List<NumberColumn> numbers;

  /** By row, its part of its side; rows before come first. */
  private final double[] shares;

  /** The number of possible conditions. */
  private final int conditions;

  /**
   * A rule and the rows that meet it.
   *
   * @param gain the share of uncovered requests after that meet it, less the share of those before
   */
  private record Rule(List<Condition> conditions, BitSet rows, double gain) {
    Rule and(Condition condition, BitSet narrower, double newGain) {
      List<Condition> all = new ArrayList<>(conditions);
      all.add(condition);
      all.sort(Comparator.naturalOrder());
      return new Rule(all, narrower, newGain);
    }

    boolean isBetterThan(Rule other) {
      // A rule that is equally good within rounding is not better: the first one stays.
      return gain > other.gain + 1e-9;
    }
  }

  private DifferenceFinder(ComparedSide before, ComparedSide after, Set<String> excluded) {
    this.before = before;
    this.after = after;
    List<ComparedRequest> rows =
        Stream.concat(before.requests().stream(), after.requests().stream()).toList();
    flags =
        FlagColumn.of(rows).stream()
            .filter(column -> !isExcluded(column.condition().feature(), excluded))
            .toList();
    numbers =
        NumberColumn.of(rows).stream()
            .filter(column -> !isExcluded(column.feature(), excluded))
            .toList();
    conditions = flags.size() + numbers.stream().mapToInt(column -> 2 * column.splits()).sum();
    shares = new double[rows.size()];
    for (int row = 0; row < shares.length; row++) {
      ComparedSide side = row < before.size() ? before : after;
      shares[row] = rows.get(row).weight() / side.weight();
    }
  }

  private static boolean isExcluded(Feature feature, Set<String> excluded) {
    return excluded.contains(feature.key())
        || excluded.contains(feature.service() + "." + feature.key());
  }

  /**
   * The rules, the most accurate first.
   *
   * @param slower whether the mean is larger after
   * @param excluded keys of features, or service, dot and key
   */
  public static List<Difference> find(
      List<ComparedRequest> before,
      List<ComparedRequest> after,
      boolean slower,
      Set<String> excluded) {
    ComparedSide then = ComparedSide.of(before);
    ComparedSide now = ComparedSide.of(after);
    if (Math.min(then.size(), now.size()) < MIN_ROWS) {
      return List.of();
    }
    double part = 1;
    if (slower) {
      part = Math.max(SLOW, now.shareLongerThan(then.slowest(SLOW).shortestNanos()));
    }
    ComparedSide slowBefore = then.slowest(part);
    ComparedSide slowAfter = now.slowest(part);
    return Math.min(slowBefore.size(), slowAfter.size()) < MIN_ROWS
        ? List.of()
        : new DifferenceFinder(slowBefore, slowAfter, excluded).find();
  }

  /** The rules; whether requests became slower is decided by their means. */
  public static List<Difference> find(
      List<ComparedRequest> before, List<ComparedRequest> after, Set<String> excluded) {
    boolean slower = ComparedSide.of(after).meanNanos() > ComparedSide.of(before).meanNanos();
    return find(before, after, slower, excluded);
  }

  private List<Difference> find() {
    List<Difference> found = new ArrayList<>();
    BitSet left = allRows();
    while (found.size() < MAX_RULES) {
      Rule rule = best(left);
      if (rule.conditions().isEmpty() || !isNoChance(rule)) {
        break;
      }
      found.add(new Difference(rule.conditions(), before(rule.rows()), after(rule.rows())));
      left.andNot(rule.rows());
    }
    return found.stream()
        .filter(difference -> difference.accuracy() >= MIN_ACCURACY)
        .sorted(Comparator.comparingDouble(Difference::accuracy).reversed())
        .toList();
  }

  private Rule best(BitSet left) {
    Rule rule = new Rule(List.of(), allRows(), 0);
    for (int size = 0; size < MAX_CONDITIONS; size++) {
      Rule longer = longer(rule, left);
      if (longer.gain() < rule.gain() + MIN_GAIN) {
        break;
      }
      rule = longer;
    }
    return rule;
  }

  private Rule longer(Rule rule, BitSet left) {
    Rule best = rule;
    for (FlagColumn column : flags) {
      BitSet rows = (BitSet) rule.rows().clone();
      rows.and(column.rows());
      BitSet covered = (BitSet) rows.clone();
      covered.and(left);
      Rule longer = rule.and(column.condition(), rows, after(covered) - before(rows));
      best = longer.isBetterThan(best) ? longer : best;
    }
    for (NumberColumn column : numbers) {
      Rule longer = longer(rule, left, column);
      best = longer.isBetterThan(best) ? longer : best;
    }
    return best;
  }

  /** The best split of a column in one pass: a row's gain is its share, negative before. */
  private Rule longer(Rule rule, BitSet left, NumberColumn column) {
    double all = 0;
    for (int row : column.rows()) {
      all += gain(row, rule, left);
    }
    double below = 0;
    int bestPlace = -1;
    Operator bestOperator = Operator.AT_MOST;
    double bestGain = rule.gain() + 1e-9;
    for (int place = 0; place + 1 < column.rows().length; place++) {
      below += gain(column.rows()[place], rule, left);
      if (column.splitsAfter(place) && Math.max(below, all - below) > bestGain + 1e-9) {
        bestPlace = place;
        bestOperator = below >= all - below ? Operator.AT_MOST : Operator.ABOVE;
        bestGain = Math.max(below, all - below);
      }
    }
    if (bestPlace < 0) {
      return rule;
    }
    BitSet rows = column.side(bestPlace, bestOperator);
    rows.and(rule.rows());
    return rule.and(column.condition(bestPlace, bestOperator), rows, bestGain);
  }

  private double gain(int row, Rule rule, BitSet left) {
    if (!rule.rows().get(row)) {
      return 0;
    }
    if (row < before.size()) {
      return -shares[row];
    }
    return left.get(row) ? shares[row] : 0;
  }

  private boolean isNoChance(Rule rule) {
    double p =
        FisherTest.ofRise(
            (long) Math.ceil(before(rule.rows()) * before.effectiveSize()),
            before.effectiveSize(),
            (long) Math.floor(after(rule.rows()) * after.effectiveSize()),
            after.effectiveSize());
    double rules =
        CombinatoricsUtils.binomialCoefficientDouble(conditions, rule.conditions().size());
    return p * rules * MAX_CONDITIONS < MAX_P;
  }

  /** Rows are requests, those before come first. */
  private BitSet allRows() {
    BitSet all = new BitSet();
    all.set(0, shares.length);
    return all;
  }

  private double before(BitSet rows) {
    return share(rows, 0, before.size());
  }

  private double after(BitSet rows) {
    return share(rows, before.size(), shares.length);
  }

  private double share(BitSet rows, int from, int to) {
    double share = 0;
    for (int row = rows.nextSetBit(from); row >= 0 && row < to; row = rows.nextSetBit(row + 1)) {
      share += shares[row];
    }
    return Math.min(1, share);
  }
}
