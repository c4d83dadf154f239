package io.tracemill.analysis.anomaly.traffic;

import io.tracemill.analysis.anomaly.NormalScores;
import io.tracemill.analysis.record.AnomalyRecord.Model;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Requests of an endpoint outside incidents, and what they say about the model's limits. Once a
 * day, if there are enough of them, they set the limits anew.
 *
 * @param model with which they were compared, and its drift once limits were set
 * @param sinceMillis when the model came or the limits were set, milliseconds since the epoch
 * @param oneIn the share of scores that are kept
 * @param counts the requests since then
 * @param limits empty while those of training hold
 */
public record NormalTraffic(
    Model model,
    double alarmShare,
    long sinceMillis,
    int oneIn,
    CheckCounts counts,
    Optional<Limits> limits) {
  /** Fewer requests set no limits. */
  public static final int MIN_REQUESTS = 5_000;

  private static final long DAY = Duration.ofDays(1).toMillis();

  /**
   * What is an anomaly now.
   *
   * @param threshold of scores
   * @param rarePaths whether an unseen path is an anomaly; not if too many normal requests have one
   * @param rareSets likewise for unseen sets of paths
   */
  public record Limits(double threshold, boolean rarePaths, boolean rareSets) {}

  /** The start with a model. */
  public static NormalTraffic begin(CheckedRequest first, long nowMillis) {
    return new NormalTraffic(
        first.found().model(),
        first.alarmShare(),
        nowMillis,
        1,
        CheckCounts.NONE,
        Optional.empty());
  }

  /** Whether a request was compared with a model that is newer than this one. */
  public boolean isReplacedBy(CheckedRequest request) {
    return !isOf(request) && request.found().model().trainedMillis() >= model.trainedMillis();
  }

  /** Whether a request was compared with this model. */
  public boolean isOf(CheckedRequest request) {
    return request.found().model().id().equals(model.id());
  }

  /** Whether a request is an anomaly. */
  public boolean isAnomaly(CheckedRequest request) {
    if (limits.isEmpty() || !isOf(request)) {
      return request.alarm();
    }
    Limits now = limits.get();
    return switch (request.found().reason()) {
      case UNSEEN_PATH -> request.alarm() && now.rarePaths();
      case UNSEEN_SET -> request.alarm() && now.rareSets();
      // Without paths, the score is usual for the model as trained.
      case SCORE -> !request.found().paths().isEmpty() && request.found().score() > now.threshold();
    };
  }

  /** Adds requests outside incidents. */
  public NormalTraffic plus(CheckCounts normal) {
    CheckCounts all = counts.plus(normal.thinned(oneIn));
    return all.scores().length > NormalScores.MAX_SCORES
        ? with(2 * oneIn, all.thinned(2))
        : with(oneIn, all);
  }

  private NormalTraffic with(int share, CheckCounts all) {
    return new NormalTraffic(model, alarmShare, sinceMillis, share, all, limits);
  }

  /** Whether limits are to be set anew. */
  public boolean isDue(long nowMillis) {
    return nowMillis - sinceMillis >= DAY
        && counts.requests() >= MIN_REQUESTS
        && counts.scores().length > 0;
  }

  /** Sets the limits by the requests since the last time, and begins again without any. */
  public NormalTraffic renewed(long nowMillis) {
    double most = alarmShare * counts.requests();
    Limits next =
        new Limits(
            NormalScores.of(counts.scores(), alarmShare).threshold(),
            counts.unseenPaths() <= most,
            counts.unseenSets() <= most);
    return new NormalTraffic(
        model.drifting(OptionalDouble.of(counts.alarms() / most)),
        alarmShare,
        nowMillis,
        1,
        CheckCounts.NONE,
        Optional.of(next));
  }
}
