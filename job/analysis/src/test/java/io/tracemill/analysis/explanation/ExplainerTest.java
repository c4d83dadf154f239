package io.tracemill.analysis.explanation;

import static io.tracemill.analysis.explanation.Shop.category;
import static io.tracemill.analysis.explanation.Shop.shop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.difference.Condition;
import io.tracemill.analysis.difference.Difference;
import io.tracemill.analysis.explanation.CategoryMutation.Precursor;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.record.ChangeRecord.Kind;
import io.tracemill.analysis.record.MutationRecord.Change;
import io.tracemill.analysis.record.MutationRecord.ChangedStep;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.sample.GivenRows;
import io.tracemill.analysis.sums.EndpointSums;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExplainerTest {
  private static final Period BASELINE = new Period(0, 60_000);
  private static final Period WINDOW = new Period(60_000, 120_000);
  private static final String HIT = "shop(cache)";
  private static final String MISS = "shop(cache db)";
  private static final String MAIL = "shop(mail(smtp smtp))";

  @Test
  void aCacheThatMissesIsAStructuralMutationOfTheHits() {
    List<RequestAnalysis> before =
        shop(1)
            .category(HIT, 900)
            .category(MISS, 100)
            .category(MAIL, 100)
            .takes("db", 50)
            .requests();
    List<RequestAnalysis> after =
        shop(2)
            .category(HIT, 300)
            .category(MISS, 700)
            .category(MAIL, 100)
            .takes("db", 50)
            .requests();

    Explanation explanation = explain(before, after);

    assertThat(explanation.mutations()).hasSize(1);
    CategoryMutation miss = explanation.mutations().get(0);
    assertThat(miss.kind()).isEqualTo(Change.STRUCTURAL);
    assertThat(miss.signature()).isEqualTo(category(MISS));
    assertThat(miss.form()).contains(Forms.form(MISS));
    assertThat(miss.before().traces()).isEqualTo(100);
    assertThat(miss.after().share()).isEqualTo(700.0 / 1100);
    assertThat(miss.pValue()).isLessThan(1e-20);
    assertThat(miss.precursors()).extracting(Precursor::signature).containsExactly(category(HIT));
    assertThat(miss.precursors().get(0).similarity()).isCloseTo(2 / 3.0, within(1e-9));
    assertThat(miss.steps().get(0)).as("against the first precursor").satisfies(ExplainerTest::db);
    // 600 requests take 50 ms longer.
    assertThat(miss.contributionNanos() / 1e6).isCloseTo(600 * 50, within(1000.0));
    assertThat(explanation.account().terms())
        .first()
        .matches(term -> term.kind() == Kind.MIX && term.category().equals(category(MISS).hex()));
    assertThat(explanation.account().places().get(0).place())
        .isEqualTo(new Place.Operation(Forms.frame("db")));
  }

  private static void db(ChangedStep step) {
    assertThat(step.callPath()).last().isEqualTo(PathStep.of(Forms.frame("db")));
    assertThat(step.beforeNanos()).isZero();
    assertThat(step.afterNanos() / 1e6).isCloseTo(51, within(2.0));
    assertThat(step.pValue().orElseThrow()).isLessThan(1e-10);
  }

  @Test
  void theStepOfAMutationIsTheOneThatTakesLonger() {
    Shop before = shop(3).category(MAIL, 300).takes("shop->mail", 20);
    Shop after = shop(4).category(MAIL, 300).takes("shop->mail", 60);

    assertThat(explain(before.requests(), after.requests()).mutations().get(0).steps())
        .singleElement()
        .satisfies(
            step -> {
              assertThat(step.callPath())
                  .containsExactly(
                      PathStep.of(Forms.frame("shop")), PathStep.edge(Forms.frame("shop"), "mail"));
              assertThat(step.nanos() / 1e6).isCloseTo(41, within(3.0));
              assertThat(step.pValue().orElseThrow()).isLessThan(1e-10);
            });
  }

  @Test
  void aStepOfFewRequestsHasNoPValue() {
    Shop before = shop(3).category(MAIL, 15).takes("shop->mail", 20);
    Shop after = shop(4).category(MAIL, 15).takes("shop->mail", 200);

    assertThat(explain(before.requests(), after.requests()).mutations().get(0).steps())
        .allMatch(step -> step.pValue().isEmpty());
  }

  @Test
  void aSlowEdgeIsAResponseTimeMutationAndTheLargestTerm() {
    List<RequestAnalysis> before =
        shop(3).category(HIT, 500).category(MAIL, 300).takes("shop->mail", 20).requests();
    List<RequestAnalysis> after =
        shop(4).category(HIT, 500).category(MAIL, 300).takes("shop->mail", 60).requests();

    Explanation explanation = explain(before, after);

    assertThat(explanation.mutations()).hasSize(1);
    CategoryMutation mail = explanation.mutations().get(0);
    assertThat(mail.kind()).isEqualTo(Change.RESPONSE_TIME);
    assertThat(mail.signature()).isEqualTo(category(MAIL));
    assertThat(mail.precursors()).isEmpty();
    assertThat(mail.contributionNanos() / 1e6).isCloseTo(300 * 40, within(600.0));
    assertThat(mail.after().variation()).isBetween(0.02, 0.06);
    Place edge = new Place.Edge("shop", "mail");
    assertThat(explanation.account().terms())
        .first()
        .matches(
            term ->
                term.node()
                    .flatMap(path -> Place.of(path.get(path.size() - 1)))
                    .filter(edge::equals)
                    .isPresent());
    assertThat(explanation.account().places().get(0).place()).isEqualTo(edge);
    assertThat(explanation.account().places().get(0).share()).isCloseTo(1, within(0.05));
    assertThat(explanation.totals().before().traces()).isEqualTo(800);
    assertThat(explanation.totals().after().p95Nanos())
        .isGreaterThan(explanation.totals().before().p95Nanos());
  }

  @Test
  void aCategoryThatIsBothIsSplit() {
    List<RequestAnalysis> before =
        shop(5).category(HIT, 800).category(MISS, 200).takes("db", 50).requests();
    List<RequestAnalysis> after =
        shop(6).category(HIT, 400).category(MISS, 600).takes("db", 90).requests();

    List<CategoryMutation> mutations = explain(before, after).mutations();

    assertThat(mutations)
        .extracting(CategoryMutation::kind)
        .containsExactly(Change.STRUCTURAL, Change.RESPONSE_TIME);
    assertThat(mutations).extracting(CategoryMutation::signature).containsOnly(category(MISS));
    assertThat(mutations.get(0).contributionNanos() / 1e6).isCloseTo(400 * 90, within(1000.0));
    assertThat(mutations.get(1).contributionNanos() / 1e6).isCloseTo(200 * 40, within(1000.0));
  }

  @Test
  void precursorsFellByAsMuchAsTheMutationRoseIfAnyDid() {
    String other = "shop(cache stock)";
    List<RequestAnalysis> before =
        shop(7).category(HIT, 600).category(MAIL, 300).category(other, 100).requests();
    List<RequestAnalysis> enough =
        shop(8).category(HIT, 300).category(MAIL, 200).category(other, 500).requests();
    List<RequestAnalysis> few =
        shop(8).category(HIT, 100).category(MAIL, 300).category(other, 600).requests();

    assertThat(explain(before, few).mutations().get(0).precursors())
        .extracting(Precursor::signature)
        .containsExactly(category(HIT));
    assertThat(explain(before, enough).mutations().get(0).precursors())
        .extracting(Precursor::signature)
        .containsExactly(category(HIT), category(MAIL));
  }

  @Test
  void aPrecursorsFallIsAsSureAsTheRise() {
    String other = "shop(cache stock)";
    List<RequestAnalysis> before =
        shop(7).category(HIT, 400).category(MAIL, 103).category(other, 0).requests();
    List<RequestAnalysis> after =
        shop(8).category(HIT, 60).category(MAIL, 98).category(other, 345).requests();

    assertThat(explain(before, after).mutations())
        .filteredOn(mutation -> mutation.kind() == Change.STRUCTURAL)
        .singleElement()
        .satisfies(
            mutation ->
                assertThat(mutation.precursors())
                    .extracting(Precursor::signature)
                    .containsExactly(category(HIT)));
  }

  @Test
  void equalTrafficHasNoMutationAndNoDifference() {
    for (int seed = 0; seed < 20; seed++) {
      Shop before = noise(shop(100 + seed));
      Shop after = noise(shop(200 + seed));

      Explanation explanation = explain(before.requests(), after.requests());

      assertThat(explanation.mutations()).as("seed %d", seed).isEmpty();
      assertThat(explanation.differences()).as("seed %d", seed).isEmpty();
    }
  }

  private static Shop noise(Shop shop) {
    for (int host = 0; host < 20; host++) {
      shop.attribute("shop", "host.name", "host" + host, 10);
    }
    return shop.category(HIT, 300).category(MISS, 200).category(MAIL, 20);
  }

  @Test
  void theVersionOfTheSlowRequestsIsTheDifference() {
    Shop before = shop(9).category(MAIL, 600).attribute("mail", "service.version", "v1", 100);
    Shop after = shop(10).category(MAIL, 300).attribute("mail", "service.version", "v1", 100);
    Shop canary =
        shop(11)
            .category(MAIL, 100)
            .takes("mail", 30)
            .attribute("mail", "service.version", "v2", 100)
            .attribute("mail", "host.name", "canary", 100);
    List<RequestAnalysis> mixed = new ArrayList<>(after.requests());
    mixed.addAll(canary.requests());

    List<Difference> differences = explain(before.requests(), mixed).differences();

    assertThat(differences).hasSize(1);
    assertThat(differences.get(0).rule(Figures::name)).isEqualTo("mail v2");
    assertThat(differences.get(0).accuracy()).isGreaterThan(0.8);
    assertThat(differences.get(0).beforeShare()).isZero();
  }

  @Test
  void anExcludedAttributeIsNoDifference() {
    List<RequestAnalysis> before =
        shop(12).category(HIT, 100).attribute("shop", "a", "1", 100).requests();
    List<RequestAnalysis> after =
        shop(13).category(HIT, 100).attribute("shop", "a", "2", 100).requests();
    ExplanationRules rules = ExplanationRules.standard();

    assertThat(explain(rules, before, after).differences())
        .extracting(Difference::conditions)
        .containsExactly(List.of(Condition.is(new RequestAttribute("shop", "a", "2"))));
    assertThat(explain(rules.excluding(List.of("shop.a")), before, after).differences()).isEmpty();
    assertThat(explain(rules.excluding(List.of("a")), before, after).differences()).isEmpty();
  }

  @Test
  void twoAttributesTogetherAreARule() {
    List<RequestAnalysis> before = new ArrayList<>();
    List<RequestAnalysis> after = new ArrayList<>();
    addPart(before, 14, 50, 50, 60);
    addPart(after, 15, 100, 100, 60);
    addPart(before, 16, 100, 0, 60);
    addPart(before, 17, 0, 100, 60);
    addPart(after, 18, 0, 0, 30);

    assertThat(explain(before, after).differences())
        .first()
        .extracting(difference -> difference.rule(Figures::name))
        .isEqualTo("shop a = 1 and shop b = 1");
  }

  private static void addPart(List<RequestAnalysis> to, long seed, int a, int b, int count) {
    to.addAll(
        shop(seed)
            .category(HIT, count)
            .attribute("shop", "a", "1", a)
            .attribute("shop", "b", "1", b)
            .requests());
  }

  @Test
  void exemplarsAreUsualOnesBeforeAndSlowOnesThatHaveThePlaceAfter() {
    List<RequestAnalysis> slow = shop(20).category(MAIL, 100).takes("shop->mail", 60).requests();
    List<RequestAnalysis> before =
        shop(19).category(HIT, 100).category(MAIL, 100).takes("shop->mail", 20).requests();
    List<RequestAnalysis> after = new ArrayList<>(shop(21).category(HIT, 500).requests());
    after.addAll(slow);

    Exemplars exemplars = explain(before, after).exemplars();

    assertThat(exemplars.before()).hasSize(3).doesNotHaveDuplicates();
    assertThat(slow).extracting(RequestAnalysis::traceId).containsAll(exemplars.after());
    assertThat(exemplars.after()).hasSize(3);
  }

  @Test
  void theOrderOfMergingDoesNotMatter() {
    List<RequestAnalysis> requests = noise(shop(22)).takes("db", 70).requests();
    Cohort before = cohort(BASELINE, noise(shop(23)).requests());

    Explanation first = explain(before, merged(requests, new Random(1)));

    for (int seed = 2; seed < 6; seed++) {
      assertThat(explain(before, merged(requests, new Random(seed)))).isEqualTo(first);
    }
  }

  private static Cohort merged(List<RequestAnalysis> requests, Random random) {
    List<RequestAnalysis> shuffled = new ArrayList<>(requests);
    Collections.shuffle(shuffled, random);
    EndpointSums all = new EndpointSums(Shop.ROOMY);
    for (int from = 0; from < shuffled.size(); from += 100) {
      all.merge(sums(shuffled.subList(from, Math.min(shuffled.size(), from + 100))));
    }
    return new Cohort(WINDOW, all, GivenRows.of(shuffled));
  }

  @Test
  void withoutRequestsThereIsNothingToExplain() {
    Explainer explainer = new Explainer(ExplanationRules.standard());

    Cohort before = cohort(BASELINE, shop(24).category(HIT, 5).requests());
    Cohort after = cohort(WINDOW, List.of());
    assertThat(explainer.explain(Shop.ENDPOINT, before, after, Optional.empty())).isEmpty();
    assertThat(explainer.explain(Shop.ENDPOINT, after, before, Optional.empty())).isEmpty();
  }

  private static Explanation explain(List<RequestAnalysis> before, List<RequestAnalysis> after) {
    return explain(ExplanationRules.standard(), before, after);
  }

  private static Explanation explain(
      ExplanationRules rules, List<RequestAnalysis> before, List<RequestAnalysis> after) {
    return explain(rules, cohort(BASELINE, before), cohort(WINDOW, after));
  }

  private static Explanation explain(Cohort before, Cohort after) {
    return explain(ExplanationRules.standard(), before, after);
  }

  private static Explanation explain(ExplanationRules rules, Cohort before, Cohort after) {
    return new Explainer(rules)
        .explain(Shop.ENDPOINT, before, after, Optional.empty())
        .orElseThrow();
  }

  private static Cohort cohort(Period time, List<RequestAnalysis> requests) {
    return new Cohort(time, sums(requests), GivenRows.of(requests));
  }

  private static EndpointSums sums(List<RequestAnalysis> requests) {
    EndpointSums sums = new EndpointSums(Shop.ROOMY);
    requests.forEach(sums::add);
    sums.finish();
    return sums;
  }
}
