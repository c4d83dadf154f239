package io.tracemill.analysis.mutation;

import static io.tracemill.analysis.profile.TestRequest.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.cohort.Cohort;
import io.tracemill.analysis.cohort.Cohort.Block;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.mutation.Subject.PlaceTime;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.profile.TestRequest;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An endpoint of 10,000 categories, of which 200 have a name: the k-th has a share of about 1/k.
 */
class ManyCategoriesTest {
  private static final int CATEGORIES = 10_000;
  private static final int PANES = 5;
  private static final ProfileLimits LIMITS = new ProfileLimits(2000, 100, 200, 16);
  private static final String SLOW = "service 1";
  private static final Frame ENDPOINT = Frame.of("front", "GET /");

  private final Random random = new Random(7);
  private long ids;

  @Test
  void theLargestHaveANameAndTheRestIsOne() {
    EndpointAccumulator window = window(4000);

    assertThat(window.count()).isEqualTo(4000 * PANES);
    assertThat(window.categories()).hasSize(200);
    assertThat(window.other().count()).isBetween(1L, window.count() * 2 / 3);
    for (int category = 0; category < 5; category++) {
      assertThat(window.knows(new CallTreeSignature(category, -category))).isTrue();
    }
  }

  /** More requests a pane bring more categories, which leave less room for each. */
  @ParameterizedTest
  @CsvSource({"400, 400", "100, 2000", "2000, 100", "60, 600", "600, 60"})
  void whereTheLimitCutsThereIsNoFinding(int requestsBefore, int requestsAfter) {
    Comparison comparison =
        compare(baseline(requestsBefore), new Block(100, window(requestsAfter)));

    assertThat(comparison.slide().trials()).isNotEmpty();
    assertThat(comparison.slide().findings())
        .extracting(finding -> finding.trial().window().test().p())
        .allSatisfy(p -> assertThat(p).isGreaterThan(1e-4));
  }

  /** Of the service's 334 categories the limit leaves a few. */
  @Test
  void aSlowPlaceIsFoundBeyondTheLimitToo() {
    List<Block> before = baseline(400);
    Block after = new Block(100, window(400, 40));

    Comparison comparison = compare(before, after);

    assertThat(after.requests().categories()).hasSizeLessThan(CATEGORIES / 10);
    assertThat(comparison.slide().findings())
        .filteredOn(finding -> finding.trial().window().test().p() < 1e-6)
        .isNotEmpty()
        .allSatisfy(
            finding ->
                assertThat(finding.culprits().get(0).culprit())
                    .isEqualTo(Culprit.of(step(SLOW)).orElseThrow()))
        .extracting(finding -> finding.trial().subject())
        .contains(new PlaceTime(Culprit.of(step(SLOW)).orElseThrow()));
  }

  private List<Block> baseline(int requestsPerPane) {
    List<Block> blocks = new ArrayList<>();
    for (int block = 0; block < 12; block++) {
      blocks.add(new Block(block, window(requestsPerPane)));
    }
    return blocks;
  }

  private static Comparison compare(List<Block> before, Block window) {
    Cohort after = new Cohort(List.of(window));
    return new EndpointComparer(
            new MutationRules(5, 0.05, 1_000_000, OptionalLong.empty(), true, 0.01, 200, List.of()),
            LIMITS)
        .compare(
            ENDPOINT, new Period(100, 101), new Period(0, 12), new Cohort(before), after, after, 1);
  }

  private EndpointAccumulator window(int requestsPerPane) {
    return window(requestsPerPane, 0);
  }

  /**
   * Panes, each of which was cut, as one.
   *
   * @param slowMillis what a request takes longer where it calls the slow service
   */
  private EndpointAccumulator window(int requestsPerPane, int slowMillis) {
    EndpointAccumulator window = new EndpointAccumulator(LIMITS);
    for (int pane = 0; pane < PANES; pane++) {
      EndpointAccumulator requests = new EndpointAccumulator(LIMITS);
      for (int i = 0; i < requestsPerPane; i++) {
        requests.add(request(slowMillis));
      }
      window.merge(requests);
    }
    return window;
  }

  private RequestAnalysis request(int slowMillis) {
    int category = (int) Math.pow(CATEGORIES, random.nextDouble()) - 1;
    String service = "service " + category % 30;
    return TestRequest.request(++ids)
        .flow(category)
        .call("front", nanos(20))
        .below(0, service, nanos(service.equals(SLOW) ? 10 + slowMillis : 10))
        .build();
  }

  private long nanos(double meanMillis) {
    return Math.round(1e6 * meanMillis * Math.exp(0.2 * random.nextGaussian()));
  }
}
