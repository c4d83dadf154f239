package io.tracemill.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tracemill.analysis.alert.Alert;
import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.cli.evaluation.InjectedFault;
import io.tracemill.cli.results.SharedFolder;
import io.tracemill.pipeline.config.ConfigFile;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Normal minutes of two real systems, compared with one another as {@code compare} does.
 *
 * <p>In blocks of ten seconds, 100 times in each: up to half of the comparisons cut one stretch of
 * data in two, the others are of two stretches, those nearest in time first. And each stretch with
 * each other one, however far apart, in blocks as {@code compare} makes them.
 */
@Timeout(300)
final class HealthyStretchesIT {
  private static final List<String> DATASETS =
      List.of("online-boutique-2022-08-22", "train-ticket-2023-01-29");
  private static final int COMPARISONS = 100;
  private static final int ALL_PAIRS = 740;
  private static final int MIN_BLOCKS = 2;
  private static final double MOST_WITH_ALERTS = 7 / 200.0;

  private final TracemillConfig config =
      ConfigFile.load(SharedFolder.project().resolve("docs/examples/short-faults.yaml"), Map.of());
  private final ProfileLimits limits = Rules.profiles(config);

  /** Two sets of normal requests. */
  private record Pair(Period before, Cohorts cohorts, Period after) {
    static Pair of(HealthyStretch one, HealthyStretch other) {
      return of(one, other, HealthyStretch.BLOCK_MILLIS);
    }

    /** As of the command line; both stretches have to know how it cuts them. */
    static Pair asCompared(HealthyStretch one, HealthyStretch other) {
      return of(one, other, sliceMillis(one, other));
    }

    private static Pair of(HealthyStretch one, HealthyStretch other, long blockMillis) {
      return new Pair(
          one.period(),
          new Cohorts(one.cohorts(blockMillis), other.cohorts(blockMillis)),
          other.period());
    }

    static long sliceMillis(HealthyStretch one, HealthyStretch other) {
      return new CohortSplit.ByTime(one.period(), other.period()).sliceMillis();
    }

    /** The first blocks of a stretch and all others. */
    static Pair split(HealthyStretch whole, int blocks) {
      Period period = whole.period();
      long middle = whole.startMillis(blocks);
      return new Pair(
          new Period(period.startMillis(), middle),
          new Cohorts(whole.cohorts(0, blocks), whole.cohorts(blocks, whole.blocks())),
          new Period(middle, period.endMillis()));
    }
  }

  @Test
  void atMostSevenOfTwoHundredComparisonsOfNormalMinutesRaiseAnAlert() throws Exception {
    List<Pair> pairs = new ArrayList<>();
    for (String dataset : DATASETS) {
      List<HealthyStretch> stretches = stretches(dataset);
      fill(stretches, dataset);
      pairs.addAll(pairs(stretches));
    }
    assertThat(pairs).hasSize(DATASETS.size() * COMPARISONS);
    assertFewRaiseAnAlert("normal minutes", pairs);
  }

  @Test
  void norDoMoreOfAllPairsThatLieUpToSevenHoursApart() throws Exception {
    List<Pair> pairs = new ArrayList<>();
    for (String dataset : DATASETS) {
      List<HealthyStretch> stretches = stretches(dataset);
      ofEachTwo(stretches, Pair::sliceMillis)
          .forEach(millis -> stretches.forEach(stretch -> stretch.cutInto(millis)));
      fill(stretches, dataset);
      stretches.removeIf(stretch -> stretch.blocks() == 0);
      pairs.addAll(ofEachTwo(stretches, Pair::asCompared));
    }
    assertThat(pairs).hasSize(ALL_PAIRS);
    assertFewRaiseAnAlert("normal minutes, all pairs", pairs);
  }

  private void assertFewRaiseAnAlert(String what, List<Pair> pairs) {
    List<String> alerts = pairs.stream().flatMap(pair -> firstAlert(pair).stream()).toList();
    System.out.printf(
        "%s: %d of %d comparisons raise an alert%n%s%n",
        what, alerts.size(), pairs.size(), String.join("\n", alerts));
    assertThat(alerts).hasSizeLessThanOrEqualTo((int) (MOST_WITH_ALERTS * pairs.size()));
  }

  /** Those of a system, still without requests. */
  private List<HealthyStretch> stretches(String dataset) throws Exception {
    assumeTrue(SharedFolder.find("data").isPresent(), "skipped: there is no ../shared/data");
    Path faults = SharedFolder.find("data/faults.csv").orElseThrow();
    return HealthyStretch.before(
        InjectedFault.in(faults).stream().filter(f -> f.dataset().equals(dataset)).toList(),
        limits);
  }

  private void fill(List<HealthyStretch> stretches, String dataset) throws Exception {
    Path file = SharedFolder.find("data/" + dataset + ".otlp.jsonl.gz").orElseThrow();
    new RequestFile(file, config)
        .read((request, millis) -> stretches.forEach(stretch -> stretch.add(request, millis)));
  }

  /** Something of each two stretches, either of them first. */
  private static <T> List<T> ofEachTwo(
      List<HealthyStretch> stretches, BiFunction<HealthyStretch, HealthyStretch, T> make) {
    List<T> made = new ArrayList<>();
    for (HealthyStretch one : stretches) {
      for (HealthyStretch other : stretches) {
        if (one != other) {
          made.add(make.apply(one, other));
        }
      }
    }
    return made;
  }

  private static List<Pair> pairs(List<HealthyStretch> stretches) {
    List<Pair> splits = new ArrayList<>();
    for (HealthyStretch stretch : stretches) {
      for (int blocks = MIN_BLOCKS; blocks <= stretch.blocks() - MIN_BLOCKS; blocks++) {
        splits.add(Pair.split(stretch, blocks));
      }
    }
    int every = Math.max(1, 2 * splits.size() / COMPARISONS);
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < splits.size() && pairs.size() < COMPARISONS / 2; i += every) {
      pairs.add(splits.get(i));
    }
    for (int apart = 1; apart < stretches.size(); apart++) {
      for (int i = apart; i < stretches.size(); i++) {
        pairs.add(Pair.of(stretches.get(i - apart), stretches.get(i)));
        pairs.add(Pair.of(stretches.get(i), stretches.get(i - apart)));
      }
    }
    return pairs.subList(0, Math.min(COMPARISONS, pairs.size()));
  }

  /** What it is about, if there is one. */
  private List<String> firstAlert(Pair pair) {
    Comparer comparer =
        new Comparer(
            Rules.judge(config),
            Rules.monitor(config),
            new CohortSplit.ByTime(pair.before(), pair.after()));
    return comparer.compare(pair.cohorts()).judgement().alerts().stream()
        .limit(1)
        .map(alert -> text(pair, alert))
        .toList();
  }

  private static String text(Pair pair, Alert alert) {
    return "%s against %s: %s, q %.4f"
        .formatted(
            Instant.ofEpochMilli(pair.after().startMillis()),
            Instant.ofEpochMilli(pair.before().startMillis()),
            alert.finding().trial().subject(),
            alert.qValue());
  }
}
