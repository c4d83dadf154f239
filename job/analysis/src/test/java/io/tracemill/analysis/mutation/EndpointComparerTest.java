package io.tracemill.analysis.mutation;

import static io.tracemill.analysis.mutation.Forms.frame;
import static io.tracemill.analysis.mutation.Shop.flow;
import static io.tracemill.analysis.mutation.Shop.shop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.Culprit.EdgeCulprit;
import io.tracemill.analysis.change.Culprit.FrameCulprit;
import io.tracemill.analysis.change.Culprit.ServiceCulprit;
import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.cohort.Cohort;
import io.tracemill.analysis.cohort.Likeness;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.mutation.Subject.CallShare;
import io.tracemill.analysis.mutation.Subject.CategoryShare;
import io.tracemill.analysis.mutation.Subject.CategoryTime;
import io.tracemill.analysis.mutation.Subject.PlaceTime;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.profile.SampledRequest;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.TraceId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class EndpointComparerTest {
  private static final String BUY = "shop(cart(db) pay(bank))";
  private static final String LOOK = "shop(cart(cache))";
  private static final String MISS = "shop(cart(cache db))";
  private static final String QUIT = "shop(cart)";
  private static final String TURNED = "shop(pay(bank) cart(db))";
  private static final MutationRules RULES =
      new MutationRules(5, 0.05, 1_000_000, OptionalLong.empty(), true, 0.01, 50, List.of());
  private static final Cohort EMPTY = new Cohort(List.of());

  @Test
  void aSlowerEdgeIsFoundAndNamed() {
    Comparison comparison = compare(usual(1).blocks(12), usual(2).takes("pay->bank", 15).blocks(1));

    Finding place = finding(comparison, new PlaceTime(new EdgeCulprit("pay", "bank")));
    assertThat(place.contributionNanos()).isCloseTo(40 * 10_000_000L, withinPercent(10));
    assertThat(comparison.slide().findings())
        .hasSizeGreaterThanOrEqualTo(2)
        .allSatisfy(
            finding ->
                assertThat(top(finding)).isEqualTo(Optional.of(new EdgeCulprit("pay", "bank"))));
    assertThat(comparison.likeness()).isEqualTo(Likeness.PANE_DIFFERS);
    Finding category = finding(comparison, new CategoryTime(flow(BUY)));
    assertThat(category.culprits().get(0).nanos()).isCloseTo(10_000_000L, withinPercent(10));
    assertThat(category.trial().window().test().p()).isLessThan(1e-6);
  }

  /** A starved process is slow wherever it happens to be. */
  @Test
  void aServiceThatIsSlowNowHereNowThereIsFoundAsAWholeAndItsPlacesAreNamed() {
    String twice = "shop(pay(bank) audit(bank))";
    EndpointAccumulator window = new EndpointAccumulator(Shop.ROOMY);
    for (String slow : List.of("bank", "pay->bank", "audit->bank")) {
      Shop some = calm(slow.length()).flow(twice, 2).takes(slow, 20);
      window.merge(some.blocks(1).blocks().get(0).requests());
    }

    Comparison comparison =
        compare(
            calm(1).flow(twice, 30).blocks(12), new Cohort(List.of(new Cohort.Block(0, window))));

    assertThat(comparison.slide().findings())
        .extracting(finding -> finding.trial().subject())
        .contains(new PlaceTime(new ServiceCulprit("bank")))
        .doesNotContain(
            new PlaceTime(new FrameCulprit(frame("bank"))),
            new PlaceTime(new EdgeCulprit("pay", "bank")));
    Finding bank = finding(comparison, new PlaceTime(new ServiceCulprit("bank")));
    assertThat(bank.trial().window().test().p()).isLessThan(1e-4);
    assertThat(bank.culprits())
        .extracting(CulpritChange::culprit)
        .contains(new FrameCulprit(frame("bank")), new EdgeCulprit("pay", "bank"))
        .allMatch(culprit -> culprit.service().equals("bank"))
        .doesNotContain(new ServiceCulprit("bank"));
  }

  private static Shop calm(long seed) {
    return shop(seed).takes("pay->bank", 1).takes("audit->bank", 1);
  }

  @Test
  void betweenShortStretchesTheBlocksOfBothTell() {
    Shop before = shop(1).flow(BUY, 8).takes("pay->bank", 5);
    Shop after = shop(2).flow(BUY, 8).takes("pay->bank", 15);

    Comparison comparison = compare(before.blocks(6), after.blocks(8));

    Finding place = finding(comparison, new PlaceTime(new EdgeCulprit("pay", "bank")));
    assertThat(place.trial().window().test().p()).isLessThan(1e-6);
  }

  @Test
  void aFaultThatBeginsInTheMiddleOfAStretchIsNotTakenForItsNoise() {
    List<Cohort.Block> after = new ArrayList<>(usual(2).blocks(3).blocks());
    after.addAll(usual(3).takes("pay->bank", 15).blocks(3).blocks());

    Comparison comparison = compare(usual(1).blocks(7), new Cohort(after));

    Finding place = finding(comparison, new PlaceTime(new EdgeCulprit("pay", "bank")));
    assertThat(place.trial().window().test().p()).isLessThan(5e-4);
  }

  @Test
  void aServiceOfOnePlaceIsAskedAboutOnce() {
    Comparison comparison = compare(usual(1).blocks(12), usual(2).blocks(1));

    assertThat(comparison.slide().trials())
        .extracting(Trial::subject)
        .contains(
            new PlaceTime(new FrameCulprit(frame("db"))), new PlaceTime(new ServiceCulprit("bank")))
        .doesNotContain(new PlaceTime(new ServiceCulprit("db")));
  }

  @Test
  void anEndpointIsInteriorIfMostOfItsRequestsArePartsOfOthers() {
    Cohort entries = usual(1).blocks(6);
    Cohort parts = usual(2).isInterior().blocks(6);

    assertThat(compare(parts, usual(3).blocks(1)).slide().interior()).isTrue();
    assertThat(compare(entries, usual(3).isInterior().blocks(1)).slide().interior()).isFalse();
  }

  @Test
  void ofTooManyPlacesAndServicesThoseWithMostTimeAreAskedAbout() {
    MutationRules narrow =
        new MutationRules(5, 0.05, 1_000_000, OptionalLong.empty(), true, 0.01, 2, List.of());
    Shop waiting = usual(1).takes("pay->bank", 50);

    Cohort after = waiting.blocks(1);
    Comparison comparison = compare(narrow, waiting.blocks(12), after, after);

    assertThat(comparison.slide().trials())
        .extracting(Trial::subject)
        .filteredOn(PlaceTime.class::isInstance)
        .containsExactly(
            new PlaceTime(new EdgeCulprit("pay", "bank")),
            new PlaceTime(new ServiceCulprit("bank")));
  }

  @Test
  void whereABlockIsOlderThanTimesByServiceNoneAreAskedAbout() throws IOException {
    Cohort known = usual(1).blocks(12);
    List<Cohort.Block> blocks = new ArrayList<>(known.blocks());
    blocks.set(3, new Cohort.Block(blocks.get(3).startMillis(), thirdVersion()));

    Comparison comparison = compare(new Cohort(blocks), usual(2).blocks(1));

    assertThat(comparison.slide().trials())
        .extracting(Trial::subject)
        .contains(new PlaceTime(new FrameCulprit(frame("bank"))))
        .doesNotContain(new PlaceTime(new ServiceCulprit("bank")));
  }

  /**
   * Requests without times by service, which stand at the end of what version 3 ends without. It
   * has no spans in its evidence either, none of them late, and no interior requests: three
   * numbers, of which the second shows where they are when it changes.
   */
  private static EndpointAccumulator thirdVersion() throws IOException {
    EndpointAccumulator sums = usual(9).blocks(1).blocks().get(0).requests();
    int spanBytes = 1 + (63 - Long.numberOfLeadingZeros(sums.evidence().spans())) / 7;
    byte[] newest = written(sums);
    sums.countLate(1);
    int late = Arrays.mismatch(newest, written(sums));
    ByteArrayOutputStream third = new ByteArrayOutputStream();
    third.write(3);
    third.write(newest, 1, late - spanBytes - 1);
    third.write(newest, late + 2, newest.length - late - 2);
    return EndpointAccumulator.read(
        new DataInputStream(new ByteArrayInputStream(third.toByteArray())), Shop.ROOMY);
  }

  private static byte[] written(EndpointAccumulator sums) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    sums.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  @Test
  void aPaneOfOneRequestCanConfirmButIsThin() {
    Cohort window = usual(2).takes("pay->bank", 30).blocks(1);
    Cohort pane = shop(3).flow(BUY, 1).takes("pay->bank", 30).blocks(1);
    Period then = new Period(0, 720_000);
    Period now = new Period(720_000, 780_000);

    Comparison comparison =
        new EndpointComparer(RULES, Shop.ROOMY)
            .compare(Shop.ENDPOINT, now, then, usual(1).blocks(12), window, pane, 1);

    Verdict newest =
        finding(comparison, new PlaceTime(new EdgeCulprit("pay", "bank"))).trial().newest();
    assertThat(newest.thin()).isTrue();
    assertThat(newest.relevant()).isTrue();
    assertThat(newest.test().p()).isLessThan(0.05);
    assertThat(comparison.likeness())
        .as("one request is no proof, the window is")
        .isEqualTo(Likeness.WINDOW_DIFFERS);
  }

  @Test
  void aNewCategoryIsFoundWithItsPrecursorAndTheFrameThatPartsFromIt() {
    Comparison comparison =
        compare(
            usual(1).blocks(12), usual(2).flow(LOOK, 20).flow(MISS, 40).takes("db", 30).blocks(1));

    Finding share = finding(comparison, new CategoryShare(flow(MISS)));
    assertThat(share.precursors().get(0).flow()).isEqualTo(flow(LOOK));
    assertThat(share.form()).contains(Forms.form(MISS));
    assertThat(share.contributionNanos()).isPositive();
    finding(comparison, new CallShare(frame("cart"), frame("db"), 1));
  }

  @Test
  void whereTheStructureCostsMostItsFrameLeadsAllFindings() {
    Cohort before = usual(1).takes("db", 30).blocks(12);
    Cohort after = usual(2).flow(LOOK, 20).flow(MISS, 40).takes("db", 30).blocks(1);

    assertThat(compare(before, after).slide().findings())
        .isNotEmpty()
        .allSatisfy(
            finding ->
                assertThat(top(finding)).isEqualTo(Optional.of(new FrameCulprit(frame("cart")))));
  }

  @Test
  void aCallThatCeasesNamesItsCaller() {
    Cohort before = usual(1).blocks(12);
    Cohort after = shop(2).flow(LOOK, 60).flow(QUIT, 40).takes("pay->bank", 5).blocks(1);

    Comparison comparison = compare(before, after);

    Finding call = finding(comparison, new CallShare(frame("cart"), frame("db"), 1));
    assertThat(call.trial().window().rose()).isFalse();
    assertThat(call.trial().after().share()).isZero();
    assertThat(top(call)).isEqualTo(Optional.of(new FrameCulprit(frame("cart"))));
  }

  @Test
  void whereAPlaceCostsMostItLeadsTheFindingsOfStructureToo() {
    Cohort after = usual(2).flow(LOOK, 50).flow(QUIT, 10).takes("pay->bank", 40).blocks(1);

    Comparison comparison = compare(usual(1).blocks(12), after);

    finding(comparison, new CategoryShare(flow(QUIT)));
    assertThat(comparison.slide().findings())
        .allSatisfy(
            finding ->
                assertThat(top(finding)).isEqualTo(Optional.of(new EdgeCulprit("pay", "bank"))));
  }

  @Test
  void concurrentCallsThatChangePlacesAreNoCulprit() {
    Cohort after =
        shop(2).flow(LOOK, 60).flow(BUY, 10).flow(TURNED, 30).takes("pay->bank", 20).blocks(1);

    Comparison comparison = compare(usual(1).blocks(12), after);

    Finding turnedRound = finding(comparison, new CategoryShare(flow(TURNED)));
    assertThat(top(turnedRound)).isEqualTo(Optional.of(new EdgeCulprit("pay", "bank")));
  }

  @Test
  void aCallThatIsMadeMoreOftenIsOneOfAtLeastSoMany() {
    String retries = "shop(cart(db*3) pay(bank))";
    Cohort after = shop(2).flow(LOOK, 60).flow(retries, 40).takes("pay->bank", 5).blocks(1);

    Comparison comparison = compare(usual(1).blocks(12), after);

    CallShare twice = new CallShare(frame("cart"), frame("db"), 2);
    assertThat(finding(comparison, twice).trial().window().rose()).isTrue();
    assertThat(comparison.slide().findings())
        .extracting(f -> f.trial().subject())
        .doesNotContain(new CallShare(frame("cart"), frame("db"), 1));
    assertThat(comparison.slide().trials())
        .extracting(Trial::subject)
        .as("the same requests")
        .doesNotContain(new CallShare(frame("cart"), frame("db"), 3));
  }

  @Test
  void aRareCategoryThatCostsMuchMatters() {
    Cohort before = shop(1).flow(LOOK, 500).blocks(12);
    Cohort after = shop(2).flow(LOOK, 485).flow(MISS, 15).takes("db", 500).blocks(1);

    Comparison comparison = compare(before, after);

    Trial rare = finding(comparison, new CategoryShare(flow(MISS))).trial();
    assertThat(rare.after().share()).isLessThan(0.05);
    finding(comparison, new CallShare(frame("cart"), frame("db"), 1));
  }

  @Test
  void examplesAreOfTheRequestsThatItIsAbout() {
    Cohort before = usual(1).blocks(12);
    Cohort after = usual(2).flow(LOOK, 20).flow(MISS, 40).takes("db", 30).blocks(1);
    Comparison comparison = compare(before, after);

    Finding share = finding(comparison, new CategoryShare(flow(MISS)));
    assertThat(flows(after, share.after())).hasSize(3).containsOnly(flow(MISS));
    assertThat(flows(before, share.before())).hasSize(3).containsOnly(flow(LOOK));
    Finding call = finding(comparison, new CallShare(frame("cart"), frame("db"), 1));
    assertThat(flows(after, call.after())).hasSize(3).doesNotContain(flow(LOOK));
    assertThat(flows(before, call.before())).hasSize(3).containsOnly(flow(LOOK));
  }

  @Test
  void differencesAreAskedForWithSamplesOfBothSides() {
    Finding.Rule rule = new Finding.Rule("cart service.version = v2", 0.9);
    Comparison comparison =
        new EndpointComparer(
                RULES,
                Shop.ROOMY,
                (before, after) -> before.isEmpty() || after.isEmpty() ? List.of() : List.of(rule))
            .compare(
                Shop.ENDPOINT,
                new Period(1000, 2000),
                new Period(0, 1000),
                usual(1).blocks(12),
                usual(2).takes("pay->bank", 15).blocks(1),
                EMPTY,
                1);

    assertThat(comparison.slide().findings().get(0).rules()).containsExactly(rule);
  }

  @Test
  void aChangeOfLoadAloneIsNothing() {
    Comparison comparison =
        compare(
            usual(1).blocks(12),
            shop(2).flow(LOOK, 600).flow(BUY, 400).takes("pay->bank", 5).blocks(1));

    assertThat(comparison.slide().findings()).isEmpty();
    assertThat(comparison.slide().trials()).isNotEmpty().noneMatch(t -> t.window().relevant());
    assertThat(comparison.likeness()).isEqualTo(Likeness.ALIKE);
    assertThat(comparison.slide().state()).isEqualTo(WatchState.WATCHING);
  }

  @Test
  void withoutRequestsOnOneSideThereIsNothingToCompare() {
    for (Comparison comparison :
        List.of(
            compare(EMPTY, EMPTY),
            compare(EMPTY, usual(1).blocks(1)),
            compare(usual(1).blocks(12), EMPTY))) {
      assertThat(comparison.slide().state()).isEqualTo(WatchState.BLIND);
      assertThat(comparison.slide().trials()).isEmpty();
      assertThat(comparison.change()).isEmpty();
      assertThat(comparison.likeness()).isEqualTo(Likeness.UNKNOWN);
    }
  }

  @Test
  void anEmptyOrThinPaneDeniesNothing() {
    Cohort before = usual(1).blocks(12);
    Cohort after = usual(2).takes("pay->bank", 15).blocks(1);
    Cohort few = shop(3).flow(LOOK, 2).flow(BUY, 2).takes("pay->bank", 5).blocks(1);

    for (Cohort newest : List.of(EMPTY, few)) {
      Comparison comparison = compare(before, after, newest);
      assertThat(comparison.slide().findings()).isNotEmpty();
      assertThat(comparison.slide().trials()).allMatch(trial -> trial.newest().thin());
      assertThat(comparison.likeness()).isEqualTo(Likeness.WINDOW_DIFFERS);
    }
    assertThat(compare(before, after, EMPTY).slide().trials())
        .allMatch(trial -> trial.newest().equals(Verdict.THIN));
  }

  @Test
  void theNewestPaneIsAskedTheSame() {
    Cohort before = usual(1).blocks(12);
    Cohort after = usual(2).takes("pay->bank", 15).blocks(1);

    Comparison recovered = compare(before, after, usual(3).blocks(1));

    Verdict newest = finding(recovered, new CategoryTime(flow(BUY))).trial().newest();
    assertThat(newest.thin()).isFalse();
    assertThat(newest.relevant()).isFalse();
    assertThat(recovered.likeness()).isEqualTo(Likeness.ALIKE);
  }

  @Test
  void whatThePaneShowsTooWeaklyItsWindowShows() {
    Cohort before = usual(1).blocks(12);
    Cohort after = usual(2).takes("pay->bank", 8).blocks(1);
    Cohort newest = shop(3).flow(LOOK, 6).flow(BUY, 5).takes("pay->bank", 7).blocks(1);

    Comparison comparison = compare(before, after, newest);

    Trial trial = finding(comparison, new PlaceTime(new EdgeCulprit("pay", "bank"))).trial();
    assertThat(trial.newest().relevant()).isTrue();
    assertThat(trial.newest().thin()).isFalse();
    assertThat(comparison.likeness()).isEqualTo(Likeness.WINDOW_DIFFERS);
    assertThat(compare(before, newest, newest).likeness()).isEqualTo(Likeness.ALIKE);
  }

  @Test
  void fewRequestsThatDifferInNothingDoNotMakeAWindowLikeTheBaseline() {
    Cohort few = shop(3).flow(LOOK, 2).flow(BUY, 2).takes("pay->bank", 5).blocks(1);

    assertThat(compare(usual(1).blocks(12), few).likeness()).isEqualTo(Likeness.UNKNOWN);
  }

  @Test
  void whatALimitMayHideOnOneSideIsNotTested() {
    ProfileLimits one = new ProfileLimits(100, 100, 1, 5);
    Cohort before = usual(1).limits(one).blocks(12);
    Cohort after = usual(2).blocks(1);

    Comparison comparison = compare(before, after);

    assertThat(comparison.slide().findings()).isEmpty();
    assertThat(comparison.slide().trials())
        .extracting(Trial::subject)
        .contains(new PlaceTime(new FrameCulprit(frame("bank"))))
        .doesNotContain(new CategoryShare(flow(BUY)));
  }

  @Test
  void fewBlocksShowOnlyLargeChanges() {
    Cohort before = usual(1).blocks(3);

    assertThat(compare(before, usual(2).blocks(1)).slide().findings()).isEmpty();
    assertThat(compare(before, usual(2).takes("pay->bank", 50).blocks(1)).slide().findings())
        .isNotEmpty();
  }

  @Test
  void aThresholdOnCountsReplacesTheTest() {
    MutationRules rules =
        new MutationRules(5, 0.05, 1_000_000, OptionalLong.of(10), true, 0.01, 50, List.of());
    Cohort after = usual(2).flow(LOOK, 40).flow(MISS, 20).blocks(1);
    Comparison comparison = compare(rules, usual(1).blocks(12), after, after);

    Trial trial = finding(comparison, new CategoryShare(flow(MISS))).trial();
    assertThat(trial.window().test().p()).isLessThan(1e-300);
    assertThat(trial.window().test().ruled()).isTrue();
  }

  @Test
  void aPaneHasToReachItsPartOfTheThreshold() {
    assertThat(ofFifth(3).newest().test().p()).isLessThan(1e-300);
    assertThat(ofFifth(2).newest().test().p()).isEqualTo(1);
  }

  @Test
  void aPaneThatReachesItsPartOfTheThresholdStaysOut() {
    assertThat(compareFifth(3).likeness()).isEqualTo(Likeness.PANE_DIFFERS);
    assertThat(compareFifth(2).likeness()).isEqualTo(Likeness.WINDOW_DIFFERS);
  }

  private static Trial ofFifth(int turnedRound) {
    return finding(compareFifth(turnedRound), new CategoryShare(flow(TURNED))).trial();
  }

  /** A window at a threshold of 15, whose last fifth has so many requests of a new category. */
  private static Comparison compareFifth(int turnedRound) {
    MutationRules rules =
        new MutationRules(5, 0.05, 1_000_000, OptionalLong.of(15), true, 0.01, 50, List.of());
    Cohort after = usual(2).flow(BUY, 25).flow(TURNED, 15).blocks(1);
    Shop newest = usual(3).flow(LOOK, 12).flow(BUY, 8 - turnedRound).flow(TURNED, turnedRound);
    Cohort pane =
        new Cohort(List.of(new Cohort.Block(1800, newest.blocks(1).blocks().get(0).requests())));
    return compare(rules, usual(1).blocks(12), after, pane);
  }

  @Test
  void aPThatNoTestIsBelowFreezesNothing() {
    MutationRules rules =
        new MutationRules(5, 0.05, 1_000_000, OptionalLong.empty(), true, 0, 50, List.of());
    Cohort after = usual(2).takes("pay->bank", 15).blocks(1);

    Comparison comparison = compare(rules, usual(1).blocks(12), after, after);

    assertThat(comparison.slide().findings()).isNotEmpty();
    assertThat(comparison.likeness()).isEqualTo(Likeness.ALIKE);
  }

  @Test
  void aPThatAllTestsAreBelowDoesNotFreezeWhatChanceExplains() {
    MutationRules rules =
        new MutationRules(5, 0.05, 1_000_000, OptionalLong.empty(), true, 1, 50, List.of());
    Cohort after = usual(2).blocks(1);

    Comparison comparison = compare(rules, usual(1).blocks(12), after, after);

    assertThat(comparison.likeness()).isEqualTo(Likeness.ALIKE);
  }

  @Test
  void totalsAndAccountSayTheSame() {
    Comparison comparison = compare(usual(1).blocks(12), usual(2).takes("pay->bank", 15).blocks(1));

    EndpointSlide.Totals totals = comparison.slide().totals();
    assertThat(totals.beforeTraces()).isEqualTo(1200);
    assertThat(totals.afterTraces()).isEqualTo(100);
    assertThat(comparison.change().orElseThrow().deltaMeanNanos())
        .isEqualTo(totals.afterMeanNanos() - totals.beforeMeanNanos());
    assertThat(totals.restRatio()).isLessThan(1e-6);
    assertThat(totals.afterP95Nanos()).isGreaterThan(totals.beforeP95Nanos());
  }

  @Test
  void aReadingAddsUpToNothingInTheBaseline() {
    Comparison comparison = compare(usual(1).blocks(12), usual(2).takes("pay->bank", 15).blocks(1));

    for (Reading reading : comparison.slide().readings()) {
      assertThat(reading.blocks()).hasSize(12);
      assertThat(reading.blocks().stream().mapToDouble(Reading.BlockScore::sum).sum())
          .isCloseTo(0, within(1e-6));
    }
    Reading edge = reading(comparison, new PlaceTime(new EdgeCulprit("pay", "bank")));
    assertThat(edge.window().sum() / Math.sqrt(edge.window().variance())).isGreaterThan(5);
    assertThat(edge.window().riseNanos()).isCloseTo(4_000_000L, withinPercent(10));
  }

  @Test
  void aReadingSaysHowManyRequestsItIsOf() {
    Comparison comparison =
        compare(usual(1).blocks(12), usual(2).blocks(1), shop(3).flow(LOOK, 9).blocks(1));

    Reading edge = reading(comparison, new PlaceTime(new EdgeCulprit("pay", "bank")));
    assertThat(edge.window().values()).isEqualTo(40);
    assertThat(edge.window().requests()).isEqualTo(40);
    assertThat(edge.window().traces()).isEqualTo(100);
    assertThat(edge.newest().requests()).as("nobody pays").isZero();
    assertThat(edge.newest().traces()).isEqualTo(9);
    Reading call = reading(comparison, new CallShare(frame("shop"), frame("pay"), 1));
    assertThat(call.window().requests()).isEqualTo(100);
    assertThat(call.window().traces()).isEqualTo(100);
  }

  /** Two requests of the pane call the bank, from four services each. */
  @Test
  void twoRequestsAreThinOnHoweverManyCallPathsTheyHaveThePlace() {
    String four = "shop(pay(bank) audit(bank) tax(bank) cart(bank))";
    Cohort before = shop(1).flow(LOOK, 60).flow(four, 40).takes("bank", 5).blocks(12);
    Cohort after = shop(2).flow(LOOK, 60).flow(four, 40).takes("bank", 15).blocks(1);
    Cohort pane = shop(3).flow(LOOK, 60).flow(four, 2).takes("bank", 5).blocks(1);
    Subject bank = new PlaceTime(new FrameCulprit(frame("bank")));

    Comparison comparison = compare(before, after, pane);

    Trial trial = finding(comparison, bank).trial();
    assertThat(trial.after().traces()).isEqualTo(40);
    assertThat(trial.newest().thin()).as("two requests, eight values").isTrue();
    Reading reading = reading(comparison, bank);
    assertThat(reading.newest().values()).isEqualTo(8);
    assertThat(reading.newest().requests()).isEqualTo(2);
  }

  private static Reading reading(Comparison comparison, Subject subject) {
    return comparison.slide().readings().stream()
        .filter(reading -> reading.subject().equals(subject))
        .findFirst()
        .orElseThrow();
  }

  /** 60 requests that look, 40 that buy; waiting for the bank takes 5 ms. */
  private static Shop usual(long seed) {
    return shop(seed).flow(LOOK, 60).flow(BUY, 40).takes("pay->bank", 5);
  }

  private static Percentage withinPercent(double percent) {
    return Percentage.withPercentage(percent);
  }

  private static Finding finding(Comparison comparison, Subject subject) {
    return comparison.slide().findings().stream()
        .filter(finding -> finding.trial().subject().equals(subject))
        .findFirst()
        .orElseThrow(() -> new AssertionError(subject + " is not in " + subjects(comparison)));
  }

  private static List<CallTreeSignature> flows(Cohort cohort, List<TraceId> traces) {
    return cohort.blocks().stream()
        .flatMap(block -> block.requests().sample().strata().stream())
        .flatMap(stratum -> stratum.requests().stream())
        .filter(request -> traces.contains(request.traceId()))
        .map(SampledRequest::flow)
        .toList();
  }

  private static List<Subject> subjects(Comparison comparison) {
    return comparison.slide().findings().stream().map(f -> f.trial().subject()).toList();
  }

  private static Optional<Culprit> top(Finding finding) {
    return finding.culprits().stream().findFirst().map(CulpritChange::culprit);
  }

  private static Comparison compare(Cohort before, Cohort after) {
    return compare(before, after, after);
  }

  private static Comparison compare(Cohort before, Cohort after, Cohort newest) {
    return compare(RULES, before, after, newest);
  }

  private static Comparison compare(
      MutationRules rules, Cohort before, Cohort after, Cohort newest) {
    return new EndpointComparer(rules, Shop.ROOMY)
        .compare(
            Shop.ENDPOINT, new Period(1000, 2000), new Period(0, 1000), before, after, newest, 1);
  }
}
