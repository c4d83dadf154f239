package io.tracemill.analysis.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.cohort.Cohort;
import io.tracemill.analysis.cohort.Likeness;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.profile.TestRequest;
import io.tracemill.analysis.request.RequestAnalysis;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class EndpointComparerPropertiesTest {
  private static final ProfileLimits ROOMY = new ProfileLimits(1000, 1000, 1000, 2);

  @Property(tries = 200)
  void aCohortDoesNotDifferFromItself(
      @ForAll("requests") List<RequestAnalysis> requests,
      @ForAll @IntRange(min = 1, max = 8) int blocks) {
    Cohort cohort = cohort(requests, blocks, ROOMY);
    Comparison comparison = compare(cohort, cohort);

    assertThat(comparison.slide().trials()).noneMatch(trial -> trial.window().relevant());
    assertThat(comparison.slide().findings()).isEmpty();
    assertThat(comparison.likeness()).isIn(Likeness.ALIKE, Likeness.UNKNOWN);
  }

  @Property(tries = 200)
  void anyTwoCohortsCanBeCompared(
      @ForAll("requests") List<RequestAnalysis> before,
      @ForAll("requests") List<RequestAnalysis> after,
      @ForAll @IntRange(min = 1, max = 8) int blocks,
      @ForAll @IntRange(min = 1, max = 6) int limit) {
    ProfileLimits narrow = new ProfileLimits(limit, limit, limit, 1);
    Comparison comparison = compare(cohort(before, blocks, narrow), cohort(after, 1, narrow));

    for (Trial trial : comparison.slide().trials()) {
      assertThat(trial.window().test().p()).isBetween(0.0, 1.0);
      assertThat(trial.window().thin() && trial.newest().thin()).isFalse();
    }
    for (Reading reading : comparison.slide().readings()) {
      assertThat(Math.abs(reading.window().sum())).isFinite();
      assertThat(reading.window().variance()).isFinite().isNotNegative();
    }
  }

  @Property(tries = 100)
  void orderOfArrivalDoesNotMatter(
      @ForAll("requests") List<RequestAnalysis> before,
      @ForAll("requests") List<RequestAnalysis> after,
      @ForAll Random random) {
    List<RequestAnalysis> shuffled = new ArrayList<>(after);
    Collections.shuffle(shuffled, random);
    Cohort baseline = cohort(before, 7, ROOMY);

    assertThat(compare(baseline, cohort(shuffled, 1, ROOMY)))
        .isEqualTo(compare(baseline, cohort(after, 1, ROOMY)));
  }

  @Provide
  Arbitrary<List<RequestAnalysis>> requests() {
    return TestRequest.any();
  }

  private static Cohort cohort(List<RequestAnalysis> requests, int blocks, ProfileLimits limits) {
    List<Cohort.Block> made = new ArrayList<>();
    for (int block = 0; block < blocks; block++) {
      EndpointAccumulator sums = new EndpointAccumulator(limits);
      for (int i = block; i < requests.size(); i += blocks) {
        sums.add(requests.get(i));
      }
      if (sums.count() > 0) {
        made.add(new Cohort.Block(block, sums));
      }
    }
    return new Cohort(made);
  }

  private static Comparison compare(Cohort before, Cohort after) {
    MutationRules rules =
        new MutationRules(2, 0.05, 1000, OptionalLong.empty(), true, 0.01, 6, List.of());
    return new EndpointComparer(rules, ROOMY)
        .compare(
            Forms.frame("front"), new Period(10, 20), new Period(0, 10), before, after, after, 1);
  }
}
