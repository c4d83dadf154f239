package io.tracemill.analysis.difference;

import io.tracemill.analysis.mutation.Differences;
import io.tracemill.analysis.mutation.Finding.Rule;
import io.tracemill.analysis.profile.WeightedRequest;
import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.statistics.DesignEffect;
import io.tracemill.analysis.statistics.ShareTest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.math3.util.CombinatoricsUtils;

/**
 * Finds rules on attributes that requests of one cohort meet and those of another do not
 * (Spectroscope section 5.4): the leaves of a small decision tree, without the conditions that add
 * nothing.
 *
 * <p>A rule's accuracy is the mean of the part of one cohort that meets it and the part of the
 * other that does not, so guessing gives one half however unequal the cohorts are. It says by how
 * much more often the one meets it: by a tenth at {@value #MIN_ACCURACY}; what fewer have in common
 * is not what made them what they are. Requests of a sample count by their weights, or the rule
 * would name what goes with any slow request.
 *
 * <p>Among enough attributes some rule fits by chance. So Fisher's exact test is made of a rule,
 * and its p is multiplied by how many rules of no more than as many conditions there could have
 * been: in fewer than one of a hundred comparisons of like cohorts is there any rule.
 *
 * <p>Senders choose the attributes and how much requests differ, but not what this costs: of more
 * than {@value #MAX_ROWS} requests of a cohort it takes a {@link PrioritySample}, and at most 640
 * attributes are {@link AttributeColumns}. Some tenths of a second, then, and tens of MB while it
 * lasts.
 */
public final class LowLevelDifferences implements Differences {
  private static final int MIN_ROWS = 10;
  private static final int MAX_ROWS = 2000;
  private static final int MAX_RULES = 3;
  private static final int MAX_CONDITIONS = 3;
  static final double MIN_ACCURACY = 0.55;
  private static final double MAX_P = 0.01;

  private final Set<String> excluded;

  /**
   * Finds rules of all attributes but some.
   *
   * @param excluded keys of attributes, or service, dot and key
   */
  public LowLevelDifferences(Collection<String> excluded) {
    this.excluded = Set.copyOf(excluded);
  }

  /** The rules that requests of {@code after} meet, the most accurate first. */
  @Override
  public List<Rule> between(List<WeightedRequest> before, List<WeightedRequest> after) {
    return rules(attributed(before), attributed(after));
  }

  private static List<AttributedRequest> attributed(List<WeightedRequest> requests) {
    return PrioritySample.of(requests, MAX_ROWS).stream()
        .map(one -> new AttributedRequest(one.request().attributes(), one.weight()))
        .toList();
  }

  private boolean isAsked(RequestAttribute attribute) {
    return !excluded.contains(attribute.key())
        && !excluded.contains(attribute.service() + "." + attribute.key());
  }

  List<Rule> rules(List<AttributedRequest> before, List<AttributedRequest> after) {
    if (Math.min(before.size(), after.size()) < MIN_ROWS) {
      return List.of();
    }
    AttributeColumns columns = new AttributeColumns(before, after, this::isAsked);
    if (columns.size() == 0) {
      return List.of();
    }
    return new SeparatingTree(columns, MAX_CONDITIONS)
        .leavesOfAfter().stream()
            .map(conditions -> simplest(conditions, columns))
            .distinct()
            .filter(conditions -> isNoChance(conditions, columns))
            .map(conditions -> new Rule(text(conditions, columns), accuracy(conditions, columns)))
            .filter(rule -> rule.accuracy() >= MIN_ACCURACY)
            .sorted(Comparator.comparingDouble(Rule::accuracy).reversed().thenComparing(Rule::text))
            .limit(MAX_RULES)
            .toList();
  }

  /** Without the conditions that do not make it more accurate. */
  private static List<Condition> simplest(List<Condition> conditions, AttributeColumns columns) {
    List<Condition> kept = new ArrayList<>(conditions);
    for (int i = kept.size() - 1; i >= 0 && kept.size() > 1; i--) {
      List<Condition> fewer = new ArrayList<>(kept);
      fewer.remove(i);
      if (accuracy(fewer, columns) >= accuracy(kept, columns)) {
        kept = fewer;
      }
    }
    return kept;
  }

  private static double accuracy(List<Condition> conditions, AttributeColumns columns) {
    BitSet meeting = columns.meeting(conditions);
    return (1 + columns.after().share(meeting) - columns.before().share(meeting)) / 2;
  }

  private static boolean isNoChance(List<Condition> conditions, AttributeColumns columns) {
    BitSet meeting = columns.meeting(conditions);
    double p =
        ShareTest.rose(
                columns.after().atLeast(meeting),
                columns.before().atMost(meeting),
                DesignEffect.NONE,
                DesignEffect.NONE)
            .p();
    return p * rulesOf(conditions.size(), columns.asked()) * MAX_CONDITIONS < MAX_P;
  }

  private static double rulesOf(int conditions, int attributes) {
    return Math.pow(2, conditions)
        * CombinatoricsUtils.binomialCoefficientDouble(attributes, conditions);
  }

  private static String text(List<Condition> conditions, AttributeColumns columns) {
    return conditions.stream()
        .map(condition -> text(columns.attribute(condition.column()), condition.present()))
        .collect(Collectors.joining(" and "));
  }

  /** Senders choose what is in it. */
  private static String text(RequestAttribute attribute, boolean present) {
    String name =
        "%s %s = %s"
            .formatted(attribute.service(), attribute.key(), attribute.value())
            .replaceAll("\\p{C}", "?");
    return present ? name : "not (" + name + ")";
  }
}
