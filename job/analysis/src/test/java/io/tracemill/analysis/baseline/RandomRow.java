package io.tracemill.analysis.baseline;

import io.tracemill.analysis.sums.DurationScale;
import io.tracemill.analysis.sums.Histogram;
import io.tracemill.analysis.sums.PlaceCounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A row that saw random panes, some of them empty, some suspicious, some of those held; and what it
 * saw, pane by pane.
 *
 * @param stored by pane of its baseline the histogram of its scores' bins, the oldest first
 * @param recent by column, likewise; empty where the pane is suspicious
 */
record RandomRow(Row row, PaneClock clock, List<int[]> stored, List<int[]> recent) {
  static PaneClock clock30s() {
    return new PaneClock(30_000, new int[] {2, 4, 8}, 3);
  }

  static RandomRow ofTimes(Random random, int panes) {
    PaneClock clock = clock30s();
    return of(new PlaceRow(clock, 0), clock, random, panes);
  }

  /** Bin 1 holds the requests that have it, bin 0 the others. */
  static RandomRow ofShares(Random random, int panes) {
    PaneClock clock = clock30s();
    return of(new Row(clock, 0, Row.Kind.CALL), clock, random, panes);
  }

  private static RandomRow of(Row row, PaneClock clock, Random random, int panes) {
    List<int[]> seen = new ArrayList<>();
    List<Boolean> bad = new ArrayList<>();
    List<Boolean> held = new ArrayList<>();
    for (int pane = 0; pane < panes; pane++) {
      clock.begin((pane + 1) * clock.paneMillis());
      row.begin(clock);
      seen.add(count(row, clock, random));
      boolean suspicious = random.nextInt(5) == 0;
      boolean hold = random.nextBoolean();
      if (suspicious) {
        row.suspect(clock, clock.size() - 1);
      }
      if (hold) {
        row.hold(clock, clock.size() - 1);
      }
      bad.add(suspicious);
      held.add(hold);
    }
    List<List<int[]>> blocks = new ArrayList<>();
    List<int[]> recent = new ArrayList<>();
    for (int pane = 0; pane < panes; pane++) {
      int column = clock.size() - panes + pane;
      if (column >= 0) {
        recent.add(bad.get(pane) ? new int[DurationScale.BINS] : seen.get(pane));
      } else if (Arrays.stream(seen.get(pane)).sum() > 0 && !(bad.get(pane) && held.get(pane))) {
        store(blocks, seen.get(pane), clock.maxBlocks());
      }
    }
    while (recent.size() < clock.size()) {
      recent.add(0, new int[DurationScale.BINS]);
    }
    return new RandomRow(row, clock, blocks.stream().flatMap(List::stream).toList(), recent);
  }

  private static void store(List<List<int[]>> blocks, int[] pane, int maxBlocks) {
    if (blocks.isEmpty() || blocks.get(blocks.size() - 1).size() == Block.PANES) {
      blocks.add(new ArrayList<>());
    }
    blocks.get(blocks.size() - 1).add(pane);
    if (blocks.size() > maxBlocks) {
      blocks.remove(0);
    }
  }

  private static int[] count(Row row, PaneClock clock, Random random) {
    int[] counts = new int[DurationScale.BINS];
    int requests = random.nextInt(3) == 0 ? 0 : random.nextInt(12);
    if (row.kind() == Row.Kind.CALL) {
      counts[1] = requests == 0 ? 0 : random.nextInt(requests + 1);
      counts[0] = requests - counts[1];
      row.count(clock.newest(), requests, counts[1]);
    } else if (requests > 0) {
      for (int request = 0; request < requests; request++) {
        counts[(int) (40 + 5 * random.nextGaussian())]++;
      }
      Histogram times = Histogram.of(counts);
      ((PlaceRow) row).add(clock.newest(), new PlaceCounts(requests, 0, times));
    }
    return counts;
  }

  double score(int bin) {
    return row instanceof PlaceRow place ? place.score(bin) : bin;
  }
}
