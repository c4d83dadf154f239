package io.tracemill.analysis.difference;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.mutation.Finding.Rule;
import io.tracemill.analysis.request.RequestAttribute;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LowLevelDifferencesTest {
  private static final String V1 = "payment service.version = v1";
  private static final String V2 = "payment service.version = v2";
  private static final String EU = "front region = eu";
  private static final String US = "front region = us";
  private static final LowLevelDifferences DIFFERENCES = new LowLevelDifferences(List.of());

  @Test
  void aVersionThatOnlyTheSlowOnesMetIsARule() {
    List<Rule> rules = between(rows(40, i -> Set.of(V1)), rows(40, i -> Set.of(V2)));

    assertThat(rules).containsExactly(new Rule(V2, 1.0));
  }

  @Test
  void anAttributeThatTheSlowOnesLackIsARule() {
    List<Rule> rules =
        between(rows(40, i -> Set.of("cache hit = true", EU)), rows(40, i -> Set.of(EU)));

    assertThat(rules).containsExactly(new Rule("not (cache hit = true)", 1.0));
  }

  @Test
  void conditionsThatHoldTogetherAreJoined() {
    List<Rule> rules =
        between(
            rows(60, i -> Set.of(i % 3 == 0 ? EU : US, i % 3 == 1 ? V2 : V1)),
            rows(40, i -> Set.of(EU, V2)));

    assertThat(rules).containsExactly(new Rule(EU + " and " + V2, 1.0));
  }

  @Test
  void whatFollowsFromTheVersionIsNotSaidTwice() {
    List<Rule> rules =
        between(
            rows(40, i -> Set.of(V1, "payment host.name = a" + i % 2)),
            rows(40, i -> Set.of(V2, "payment host.name = b")));

    assertThat(rules).hasSize(1);
    assertThat(rules.get(0).accuracy()).isEqualTo(1);
  }

  @Test
  void cohortsOfUnequalSizeCountTheSame() {
    List<Rule> rules =
        between(rows(400, i -> Set.of(i % 4 == 0 ? V2 : V1)), rows(20, i -> Set.of(V2)));

    assertThat(rules).containsExactly(new Rule(V2, 0.875));
  }

  @Test
  void fewRequestsSayNothing() {
    assertThat(between(rows(9, i -> Set.of(V1)), rows(40, i -> Set.of(V2)))).isEmpty();
  }

  @Test
  void requestsThatAreAllAlikeHaveNoRule() {
    assertThat(between(rows(40, i -> Set.of(V1)), rows(40, i -> Set.of(V1)))).isEmpty();
    assertThat(between(rows(40, i -> Set.of()), rows(40, i -> Set.of()))).isEmpty();
  }

  @Test
  void amongManyAttributesOfLikeCohortsThereIsNoRule() {
    Random dice = new Random(17);
    int withRules = 0;
    for (int comparison = 0; comparison < 300; comparison++) {
      List<Set<String>> before = rows(30, i -> someOf(40, dice));
      withRules += between(before, rows(60, i -> someOf(40, dice))).isEmpty() ? 0 : 1;
    }
    assertThat(withRules).isLessThanOrEqualTo(3);
  }

  @Test
  void amongRareAttributesOfLikeCohortsThereIsNoRule() {
    Random dice = new Random(23);
    int withRules = 0;
    for (int comparison = 0; comparison < 100; comparison++) {
      List<Set<String>> before = rows(600, i -> hosts(32, 2000, dice));
      withRules += between(before, rows(30, i -> hosts(32, 2000, dice))).isEmpty() ? 0 : 1;
    }
    assertThat(withRules).isLessThanOrEqualTo(1);
  }

  @Test
  void aVersionThatAnEighthMetIsNamedAmongManyHosts() {
    Random dice = new Random(29);
    List<Set<String>> before = rows(2000, i -> hosts(5, 500, dice));
    List<Set<String>> after = rows(160, i -> hosts(5, 500, dice));
    before.forEach(row -> row.add(V1));
    IntStream.range(0, 160).forEach(i -> after.get(i).add(i % 8 == 0 ? V2 : V1));

    assertThat(between(before, after)).containsExactly(new Rule(V2, 0.5625));
  }

  @Test
  void anAttributeThatIsNotAskedForIsInNoRule() {
    List<AttributedRequest> before = weighing(rows(40, i -> Set.of(V1)), 1);
    List<AttributedRequest> after = weighing(rows(40, i -> Set.of(V2)), 1);

    assertThat(new LowLevelDifferences(List.of("payment.service.version")).rules(before, after))
        .isEmpty();
    assertThat(new LowLevelDifferences(List.of("front.service.version")).rules(before, after))
        .isNotEmpty();
  }

  @Test
  void whatGoesWithSlowRequestsIsNoRuleWhereAllBecameSlower() {
    Set<String> large = Set.of("cart size = large");
    Set<String> small = Set.of("cart size = small");
    // One request of twenty is of a large cart, before and after. They lie in other strata, of
    // which
    // a sample has the same number of requests each.
    List<AttributedRequest> before = new ArrayList<>(weighing(rows(16, i -> small), 950 / 16.0));
    before.addAll(weighing(rows(48, i -> large), 50 / 48.0));
    List<AttributedRequest> after = new ArrayList<>(weighing(rows(64, i -> small), 950 / 64.0));
    after.addAll(weighing(rows(16, i -> large), 50 / 16.0));

    assertThat(DIFFERENCES.rules(before, after)).isEmpty();
  }

  @Test
  void requestsCountByHowManyTheyStandFor() {
    List<AttributedRequest> before = weighing(rows(100, i -> Set.of(V1)), 3);
    List<AttributedRequest> after = new ArrayList<>(weighing(rows(60, i -> Set.of(V1)), 1));
    after.addAll(weighing(rows(60, i -> Set.of(V2)), 3));

    assertThat(DIFFERENCES.rules(before, after)).containsExactly(new Rule(V2, 0.875));
  }

  @Test
  void amongLikeCohortsWhoseRequestsWeighDifferentlyThereIsNoRule() {
    Random dice = new Random(19);
    int withRules = 0;
    for (int comparison = 0; comparison < 300; comparison++) {
      List<Rule> rules = DIFFERENCES.rules(weighed(60, dice), weighed(120, dice));
      withRules += rules.isEmpty() ? 0 : 1;
    }
    assertThat(withRules).isLessThanOrEqualTo(3);
  }

  private static List<AttributedRequest> weighed(int count, Random dice) {
    return IntStream.range(0, count)
        .mapToObj(i -> new AttributedRequest(attributes(someOf(20, dice)), 1 << dice.nextInt(6)))
        .toList();
  }

  @Test
  void theOrderOfRequestsDoesNotMatter() {
    Random dice = new Random(3);
    List<Set<String>> before = rows(50, i -> someOf(6, dice));
    List<Set<String>> after = rows(50, i -> someOf(6, dice));
    after.forEach(row -> row.add(dice.nextInt(4) > 0 ? V2 : V1));
    before.forEach(row -> row.add(dice.nextInt(4) > 0 ? V1 : V2));
    List<Rule> rules = between(before, after);
    Collections.shuffle(before, dice);
    Collections.shuffle(after, dice);

    assertThat(rules).isNotEmpty();
    assertThat(between(before, after)).isEqualTo(rules);
  }

  private static List<Rule> between(List<Set<String>> before, List<Set<String>> after) {
    return DIFFERENCES.rules(weighing(before, 1), weighing(after, 1));
  }

  private static List<AttributedRequest> weighing(List<Set<String>> rows, double weight) {
    return rows.stream().map(row -> new AttributedRequest(attributes(row), weight)).toList();
  }

  private static List<RequestAttribute> attributes(Set<String> row) {
    return row.stream().map(LowLevelDifferencesTest::attribute).toList();
  }

  /** Of a service, a space, and a key, equals sign and value. */
  private static RequestAttribute attribute(String text) {
    String[] parts = text.split(" (= )?", 3);
    return new RequestAttribute(parts[0], parts[1], parts[2]);
  }

  private static List<Set<String>> rows(int count, IntFunction<Set<String>> row) {
    return new ArrayList<>(
        IntStream.range(0, count)
            .mapToObj(row)
            .map(set -> (Set<String>) new TreeSet<>(set))
            .toList());
  }

  private static Set<String> hosts(int met, int all, Random dice) {
    return IntStream.range(0, met)
        .mapToObj(i -> "front host.name = " + dice.nextInt(all))
        .collect(Collectors.toSet());
  }

  private static Set<String> someOf(int attributes, Random dice) {
    Set<String> row = new TreeSet<>();
    for (int i = 0; i < attributes; i++) {
      if (dice.nextBoolean()) {
        row.add("front attribute = " + i);
      }
    }
    return row;
  }
}
