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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Normal minutes of real systems, compared with one another as {@code compare} does: 100 times in
 * each of two systems. Up to half of the comparisons cut one stretch of data in two, the others are
 * of two stretches, those nearest in time first, each in blocks of ten seconds.
 */
@Timeout(300)
final class HealthyStretchesIT {
  private static final List<String> DATASETS =
      List.of("online-boutique-2022-08-22", "train-ticket-2023-01-29");
  private static final int COMPARISONS = 100;
  private static final int MIN_BLOCKS = 2;
  private static final int MOST_WITH_ALERTS = 7;

  private final TracemillConfig config =
      ConfigFile.load(SharedFolder.project().resolve("docs/examples/short-faults.yaml"), Map.of());
  private final ProfileLimits limits = Rules.profiles(config);

  /** Two sets of normal requests. */
  private record Pair(Period before, Cohorts cohorts, Period after) {
    static Pair of(HealthyStretch one, HealthyStretch other) {
      return new Pair(one.period(), new Cohorts(one.cohorts(), other.cohorts()), other.period());
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
    assumeTrue(SharedFolder.find("data").isPresent(), "skipped: there is no ../shared/data");
    List<String> alerts = new ArrayList<>();
    for (String dataset : DATASETS) {
      List<Pair> pairs = pairs(stretches(dataset));
      assertThat(pairs).hasSize(COMPARISONS);
      pairs.forEach(pair -> alerts.addAll(firstAlert(pair)));
    }
    System.out.printf(
        "normal minutes: %d of %d comparisons raise an alert%n%s%n",
        alerts.size(), DATASETS.size() * COMPARISONS, String.join("\n", alerts));
    assertThat(alerts).hasSizeLessThanOrEqualTo(MOST_WITH_ALERTS);
  }

  private List<HealthyStretch> stretches(String dataset) throws Exception {
    Path faults = SharedFolder.find("data/faults.csv").orElseThrow();
    Path file = SharedFolder.find("data/" + dataset + ".otlp.jsonl.gz").orElseThrow();
    List<HealthyStretch> stretches =
        HealthyStretch.before(
            InjectedFault.in(faults).stream().filter(f -> f.dataset().equals(dataset)).toList(),
            limits);
    new RequestFile(file, config)
        .read((request, millis) -> stretches.forEach(stretch -> stretch.add(request, millis)));
    return stretches;
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
