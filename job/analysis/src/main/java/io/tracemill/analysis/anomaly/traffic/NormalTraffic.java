package io.tracemill.analysis.anomaly.traffic;

import io.tracemill.analysis.anomaly.NormalScores;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Scored requests of an endpoint outside incidents; an even share of their scores.
 *
 * @param offered how many scores there were
 * @param oneIn one in so many of them is kept
 */
public record NormalTraffic(long offered, int oneIn, CheckCounts counts) {
  /** No requests yet. */
  public static final NormalTraffic NONE = new NormalTraffic(0, 1, CheckCounts.NONE);

  /** Adds the requests of a pane. */
  public NormalTraffic plus(CheckCounts pane) {
    int share = oneIn;
    double[] scores =
        DoubleStream.concat(
                DoubleStream.of(counts.scores()),
                IntStream.range(0, pane.scores().length)
                    .filter(i -> (offered + i) % oneIn == 0)
                    .mapToDouble(i -> pane.scores()[i]))
            .toArray();
    while (scores.length > NormalScores.MAX_SCORES) {
      scores = everySecond(scores);
      share *= 2;
    }
    return new NormalTraffic(offered + pane.scores().length, share, counts.plus(pane, scores));
  }

  private static double[] everySecond(double[] scores) {
    return IntStream.range(0, (scores.length + 1) / 2).mapToDouble(i -> scores[2 * i]).toArray();
  }
}
