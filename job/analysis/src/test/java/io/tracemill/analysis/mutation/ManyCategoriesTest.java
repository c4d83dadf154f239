package io.tracemill.analysis.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.cohort.Cohort;
import io.tracemill.analysis.cohort.Cohort.Block;
import io.tracemill.analysis.cohort.Period;
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
    List<Block> before = new ArrayList<>();
    for (int block = 0; block < 12; block++) {
      before.add(new Block(block, window(requestsBefore)));
    }
    Cohort after = new Cohort(List.of(new Block(100, window(requestsAfter))));

    Comparison comparison =
        new EndpointComparer(
                new MutationRules(
                    5, 0.05, 1_000_000, OptionalLong.empty(), true, 0.01, 200, List.of()),
                LIMITS)
            .compare(
                ENDPOINT,
                new Period(100, 101),
                new Period(0, 12),
                new Cohort(before),
                after,
                after,
                1);

    assertThat(comparison.slide().trials()).isNotEmpty();
    assertThat(comparison.slide().findings())
        .extracting(finding -> finding.trial().window().test().p())
        .allSatisfy(p -> assertThat(p).isGreaterThan(1e-4));
  }

  /** Panes, each of which was cut, as one. */
  private EndpointAccumulator window(int requestsPerPane) {
    EndpointAccumulator window = new EndpointAccumulator(LIMITS);
    for (int pane = 0; pane < PANES; pane++) {
      EndpointAccumulator requests = new EndpointAccumulator(LIMITS);
      for (int i = 0; i < requestsPerPane; i++) {
        requests.add(request());
      }
      window.merge(requests);
    }
    return window;
  }

  private RequestAnalysis request() {
    int category = (int) Math.pow(CATEGORIES, random.nextDouble()) - 1;
    return TestRequest.request(++ids)
        .flow(category)
        .call("front", nanos(20))
        .below(0, "service " + category % 30, nanos(10))
        .build();
  }

  private long nanos(double meanMillis) {
    return Math.round(1e6 * meanMillis * Math.exp(0.2 * random.nextGaussian()));
  }
}
