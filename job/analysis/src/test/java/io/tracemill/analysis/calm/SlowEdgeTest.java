package io.tracemill.analysis.calm;

import static io.tracemill.analysis.calm.Flow.flow;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.alert.Alert;
import io.tracemill.analysis.alert.Judge;
import io.tracemill.analysis.alert.JudgeRules;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.Culprit.EdgeCulprit;
import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.cohort.Cohort;
import io.tracemill.analysis.cohort.Cohort.Block;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.mutation.EndpointComparer;
import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.mutation.MutationRules;
import io.tracemill.analysis.mutation.Subject;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A delay on the way to the storage of a file server (Spectroscope section 8.6), which normally
 * takes 100 us. A write takes about 2 ms, so a minimal effect of 1 ms would hide all of it.
 */
class SlowEdgeTest {
  private static final String STORAGE = "storage";
  private static final Culprit SLOW = new EdgeCulprit("nfs", STORAGE);
  private static final int RUNS = 20;
  private static final int BLOCKS = 12;
  private static final long BLOCK_MILLIS = 60_000;
  private static final double SLOW_MINUTES = 0.05;
  private static final double PER_CENT = 100;
  private static final double MIN_COVERAGE = 93;
  private static final double MOST_FALSE = 5;

  private static final ProfileLimits LIMITS = new ProfileLimits(2000, 100, 200, 16);
  private static final MutationRules MUTATIONS =
      new MutationRules(5, 0.01, 20_000, OptionalLong.empty(), true, 0.01, 200, List.of());
  private static final JudgeRules JUDGE =
      new JudgeRules(MUTATIONS, 0.01, 0, 1, 0.2, 1, 360 * BLOCK_MILLIS, 1000);

  private static final Frame WRITE = Frame.of("nfs", "WRITE");
  private static final Frame CREATE = Frame.of("nfs", "CREATE");
  private static final Frame READ = Frame.of("nfs", "READ");

  /** Weights are requests in a block. */
  private static final Map<Frame, List<Flow>> FLOWS =
      Map.of(
          WRITE,
          List.of(
              flow(120, WRITE, 0.4).call(STORAGE, 0.1, 0.8),
              flow(60, WRITE, 0.4).call("metadata", 0.1, 0.5).call(STORAGE, 0.1, 0.8),
              flow(20, WRITE, 0.4).call("cache", 0.1, 0.2)),
          CREATE,
          List.of(
              flow(70, CREATE, 0.3).call("metadata", 0.1, 2),
              flow(30, CREATE, 0.3).call("metadata", 0.1, 2).call(STORAGE, 0.1, 0.8)),
          READ,
          List.of(
              flow(160, READ, 0.2).call("cache", 0.1, 0.2),
              flow(40, READ, 0.2).call("cache", 0.1, 0.2).then("disk", 0.2, 3)));

  /** What the alerts of some runs say. */
  private static final class Score {
    private int runs;
    private int localised;
    private int alerts;
    private int wrong;
    private long affected;
    private long covered;

    void add(List<Alert> found) {
      runs++;
      List<Alert> right = found.stream().filter(Score::isRight).toList();
      localised += right.isEmpty() ? 0 : 1;
      alerts += found.size();
      wrong += found.size() - right.size();
      FLOWS.forEach(
          (endpoint, flows) ->
              flows.stream()
                  .filter(SlowEdgeTest::isAffected)
                  .forEach(
                      flow -> {
                        affected += flow.weight();
                        covered += isCovered(endpoint, flow, right) ? flow.weight() : 0;
                      }));
    }

    private static boolean isRight(Alert alert) {
      List<CulpritChange> culprits = alert.finding().culprits();
      return !culprits.isEmpty() && culprits.get(0).culprit().equals(SLOW);
    }

    /** By an alert about its category, or about a place of its endpoint's or of all. */
    private static boolean isCovered(Frame endpoint, Flow flow, List<Alert> right) {
      return right.stream()
          .filter(alert -> alert.endpoints().contains(endpoint))
          .map(alert -> alert.finding().trial().subject())
          .anyMatch(
              subject ->
                  !(subject instanceof Subject.CategoryTime category)
                      || category.flow().equals(flow.signature()));
    }

    double coverage() {
      return PER_CENT * covered / affected;
    }

    double falseOnes() {
      return alerts == 0 ? 0 : PER_CENT * wrong / alerts;
    }
  }

  private static boolean isAffected(Flow flow) {
    return flow.places().stream().anyMatch(place -> isSlow(place.step()));
  }

  private static boolean isSlow(PathStep step) {
    return step.callee().equals(Optional.of(STORAGE));
  }

  private static List<Alert> alerts(long seed, double spread, double delayMillis) {
    Random random = new Random(seed);
    Requests requests = new Requests(random, spread);
    EndpointComparer comparer = new EndpointComparer(MUTATIONS, LIMITS);
    Period baseline = new Period(0, BLOCKS * BLOCK_MILLIS);
    Period window = new Period(baseline.endMillis(), baseline.endMillis() + BLOCK_MILLIS);
    List<EndpointSlide> slides = new ArrayList<>();
    for (Frame endpoint : List.of(CREATE, READ, WRITE)) {
      List<Block> blocks = new ArrayList<>();
      for (int block = 0; block < BLOCKS; block++) {
        blocks.add(block(requests, random, endpoint, block, 0));
      }
      Cohort after = new Cohort(List.of(block(requests, random, endpoint, BLOCKS, delayMillis)));
      slides.add(
          comparer
              .compare(endpoint, window, baseline, new Cohort(blocks), after, after, 1)
              .slide());
    }
    return new Judge(JUDGE).judge(window.endMillis(), slides).alerts();
  }

  private static Block block(
      Requests requests, Random random, Frame endpoint, int block, double delayMillis) {
    EndpointAccumulator sums = new EndpointAccumulator(LIMITS);
    double slow = Math.exp(SLOW_MINUTES * random.nextGaussian());
    for (Flow flow : FLOWS.getOrDefault(endpoint, List.of())) {
      long count = Math.round(flow.weight() + Math.sqrt(flow.weight()) * random.nextGaussian());
      for (long i = 0; i < count; i++) {
        sums.add(requests.of(flow, step -> slow, step -> isSlow(step) ? delayMillis : 0));
      }
    }
    return new Block(block * BLOCK_MILLIS, sums);
  }

  /** A spread of 0.5 or 1 is a squared coefficient of variation of 0.28 or 1.7 in each place. */
  @ParameterizedTest
  @CsvSource({"0.5,100", "0.5,500", "0.5,1000", "1,100", "1,500", "1,1000"})
  void aDelayIsLocalisedAndLittleElseIs(double spread, long micros) {
    Score score = new Score();
    for (int seed = 1; seed <= RUNS; seed++) {
      score.add(alerts(seed, spread, micros / 1e3));
    }
    System.out.printf(
        "| %.1f | %d us | %d of %d | %.1f %% | %.1f %% of %d |%n",
        spread,
        micros,
        score.localised,
        score.runs,
        score.coverage(),
        score.falseOnes(),
        score.alerts);
    assertThat(score.localised).isEqualTo(RUNS);
    assertThat(score.coverage()).isGreaterThanOrEqualTo(MIN_COVERAGE);
    assertThat(score.falseOnes()).isLessThanOrEqualTo(MOST_FALSE);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1})
  void withoutADelayThereIsNothing(double spread) {
    int found = 0;
    for (int seed = 1; seed <= RUNS; seed++) {
      found += alerts(seed, spread, 0).isEmpty() ? 0 : 1;
    }
    assertThat(found).isLessThanOrEqualTo(1);
  }
}
