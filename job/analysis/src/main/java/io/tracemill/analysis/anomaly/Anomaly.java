package io.tracemill.analysis.anomaly;

import io.tracemill.analysis.callingcontext.PathStep;
import java.util.Comparator;
import java.util.List;

/**
 * What is unlike the other requests of an endpoint in one request.
 *
 * @param score of {@link Reason#SCORE}, the detector's; of the others {@code -log10(pValue)}
 * @param pValue the probability that a normal request looks as strange
 * @param alarm whether it is strange enough for the alarm share
 * @param paths those that say why, the most surprising first, at most {@value #MAX_PATHS}
 */
public record Anomaly(
    Reason reason, double score, double pValue, boolean alarm, List<PathSurprise> paths) {
  static final int MAX_PATHS = 10;

  private static final Comparator<PathSurprise> MOST_SURPRISING =
      Comparator.comparingDouble(PathSurprise::surprise)
          .thenComparingLong(PathSurprise::seenNanos)
          .reversed();

  public Anomaly {
    paths = paths.stream().sorted(MOST_SURPRISING).limit(MAX_PATHS).toList();
  }

  /** Why a request is an anomaly. */
  public enum Reason {
    /** It spent time on a path on which no training request did. */
    UNSEEN_PATH,
    /** Each of its paths is known, but no training request had just these. */
    UNSEEN_SET,
    /** The detector's score is high. */
    SCORE
  }

  /** What computes scores. */
  public enum Detector {
    /** The distance to the nearest training vector, standard deviations. */
    NEAREST,
    /** The negative log-likelihood by a variational auto-encoder, nats. */
    VAE
  }

  /**
   * A call path with its own time, and the time expected beside the rest of the request.
   *
   * @param path its first step first
   * @param surprise its part of half the squared distance, or of the negative log-likelihood; 1 on
   *     an unseen path or where a set of paths differs
   */
  public record PathSurprise(
      List<PathStep> path, long seenNanos, long expectedNanos, double surprise) {
    public PathSurprise {
      path = List.copyOf(path);
    }
  }
}
