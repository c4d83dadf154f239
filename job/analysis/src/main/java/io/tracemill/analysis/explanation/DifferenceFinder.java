package io.tracemill.analysis.explanation;

import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.sample.RequestRow;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.math3.util.CombinatoricsUtils;

/**
 * Finds rules on attributes that slow requests after meet and those before do not (Spectroscope
 * section 5.4).
 *
 * <p>Both sides have the same share of slow requests: the share of requests after that are slower
 * than 90 % of those before, at least a tenth. So an attribute of all slow requests is not a
 * difference. If requests did not become slower, all are compared.
 *
 * <p>A rule grows by the attribute that makes it most accurate, as a branch of a decision tree
 * does, up to {@value #MAX_ATTRIBUTES}. The next rule is for the requests that no rule covers yet.
 * Among enough attributes some rule fits by chance. So the p-value of a rule, by Fisher's exact
 * test, is multiplied by the number of rules with as many attributes. Fewer than one in a hundred
 * comparisons of equal cohorts give any rule. The sample and the number of columns bound the cost.
 */
final class DifferenceFinder {
  private static final int MIN_ROWS = 10;
  private static final int MIN_COLUMN_ROWS = 5;
  private static final int MAX_COLUMNS = 500;
  private static final int MAX_RULES = 3;
  private static final int MAX_ATTRIBUTES = 3;
  private static final double MIN_ACCURACY = 0.55;
  private static final double MIN_GAIN = 0.005;
  private static final double MAX_P = 0.01;
  private static final double SLOW = 0.1;

  private final SampleSide before;
  private final SampleSide after;
  private final List<Column> columns;

  /**
   * A rule and the rows that meet it.
   *
   * @param gain the share of uncovered requests after that meet it, less the share of those before
   */
  private record Rule(List<RequestAttribute> attributes, BitSet rows, double gain) {}

  /** An attribute and the rows of the requests that have it. */
  private record Column(RequestAttribute attribute, BitSet rows) {
    /** Versions come first: among equally good rules, one on a version is more useful. */
    static final Comparator<Column> ORDER =
        Comparator.comparing((Column column) -> !Difference.isVersion(column.attribute))
            .thenComparing(Column::attribute);

    int size() {
      return rows.cardinality();
    }
  }

  private DifferenceFinder(SampleSide before, SampleSide after, Set<String> excluded) {
    this.before = before;
    this.after = after;
    this.columns =
        columns(Stream.concat(before.requests().stream(), after.requests().stream()).toList())
            .stream()
            .filter(column -> !isExcluded(column.attribute(), excluded))
            .toList();
  }

  /**
   * The attributes that enough requests have and enough lack; the {@value #MAX_COLUMNS} most
   * frequent at most, because each request may have its own.
   */
  private static List<Column> columns(List<RequestRow> requests) {
    Map<RequestAttribute, BitSet> rows = new HashMap<>();
    for (int row = 0; row < requests.size(); row++) {
      for (RequestAttribute attribute : requests.get(row).attributes()) {
        rows.computeIfAbsent(attribute, unknown -> new BitSet()).set(row);
      }
    }
    return rows.entrySet().stream()
        .map(entry -> new Column(entry.getKey(), entry.getValue()))
        .filter(each -> Math.min(each.size(), requests.size() - each.size()) >= MIN_COLUMN_ROWS)
        .sorted(Comparator.comparingInt(Column::size).reversed().thenComparing(Column.ORDER))
        .limit(MAX_COLUMNS)
        .sorted(Column.ORDER)
        .toList();
  }

  private static boolean isExcluded(RequestAttribute attribute, Set<String> excluded) {
    return excluded.contains(attribute.key())
        || excluded.contains(attribute.service() + "." + attribute.key());
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
      part = Math.max(SLOW, after.shareLongerThan(before.slowest(SLOW).shortestNanos()));
    }
    SampleSide slowBefore = before.slowest(part);
    SampleSide slowAfter = after.slowest(part);
    return Math.min(slowBefore.size(), slowAfter.size()) < MIN_ROWS
        ? List.of()
        : new DifferenceFinder(slowBefore, slowAfter, excluded).find();
  }

  private List<Difference> find() {
    List<Difference> found = new ArrayList<>();
    BitSet left = allRows();
    while (found.size() < MAX_RULES) {
      Rule rule = best(left);
      if (rule.attributes().isEmpty() || !isNoChance(rule)) {
        break;
      }
      found.add(new Difference(rule.attributes(), before(rule.rows()), after(rule.rows())));
      left.andNot(rule.rows());
    }
    return found.stream()
        .filter(difference -> difference.accuracy() >= MIN_ACCURACY)
        .sorted(Comparator.comparingDouble(Difference::accuracy).reversed())
        .toList();
  }

  private Rule best(BitSet left) {
    Rule rule = new Rule(List.of(), allRows(), 0);
    for (int size = 0; size < MAX_ATTRIBUTES; size++) {
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
    for (Column column : columns) {
      BitSet rows = (BitSet) rule.rows().clone();
      rows.and(column.rows());
      BitSet covered = (BitSet) rows.clone();
      covered.and(left);
      double gain = after(covered) - before(rows);
      // A rule that is equally good within rounding is not better: the first one stays.
      if (gain > best.gain() + 1e-9) {
        List<RequestAttribute> attributes = new ArrayList<>(rule.attributes());
        attributes.add(column.attribute());
        attributes.sort(Comparator.naturalOrder());
        best = new Rule(attributes, rows, gain);
      }
    }
    return best;
  }

  private boolean isNoChance(Rule rule) {
    double p =
        Significance.ofRise(
            (long) Math.ceil(before(rule.rows()) * before.effectiveSize()),
            before.effectiveSize(),
            (long) Math.floor(after(rule.rows()) * after.effectiveSize()),
            after.effectiveSize());
    double rules =
        CombinatoricsUtils.binomialCoefficientDouble(columns.size(), rule.attributes().size());
    return p * rules * MAX_ATTRIBUTES < MAX_P;
  }

  /** Rows are requests, those before come first. */
  private BitSet allRows() {
    BitSet all = new BitSet();
    all.set(0, before.size() + after.size());
    return all;
  }

  private double before(BitSet rows) {
    return before.share(rows, 0);
  }

  private double after(BitSet rows) {
    return after.share(rows, before.size());
  }
}
