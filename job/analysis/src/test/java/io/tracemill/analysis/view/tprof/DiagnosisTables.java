package io.tracemill.analysis.view.tprof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * The table of docs/evaluation.md on delays in a made-up network. It runs only by name:
 *
 * <pre>
 * mvn -pl job/analysis test -Dtest=DiagnosisTables
 * </pre>
 */
final class DiagnosisTables {
  private static final int SEEDS = 10;

  /** How often the first finding of each layer leads to the delay (figure 6). */
  @Test
  void places() {
    int found = 0;
    for (Ranking ranking : Ranking.values()) {
      StringBuilder row = new StringBuilder(ranking.label());
      for (double millis : new double[] {5, 10, 20, 40}) {
        found = 0;
        int least = DelayedPlaces.PLACES;
        for (int seed = 1; seed <= SEEDS; seed++) {
          int ofSeed = DelayedPlaces.found(millis, ranking, seed);
          found += ofSeed;
          least = Math.min(least, ofSeed);
        }
        row.append(String.format(Locale.ROOT, " | %d (%d of 10)", found, least));
      }
      System.out.printf("| %s |%n", row);
    }
    assertThat(found).isGreaterThanOrEqualTo(SEEDS * DelayedPlaces.PLACES * 9 / 10);
  }
}
