package io.tracemill.analysis.anomaly.traffic;

import io.tracemill.analysis.anomaly.Anomaly.Reason;
import io.tracemill.analysis.anomaly.NormalScores;
import io.tracemill.analysis.record.AnomalyRecord;
import io.tracemill.analysis.record.AnomalyRecord.Model;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What is an anomaly at an endpoint: at first by the limits that its model was trained with, then
 * by those of its normal traffic, which are set anew once a day.
 *
 * @param model with its drift once limits were set anew
 * @param setMillis when they were, milliseconds since the epoch
 * @param limits empty while those of training hold
 */
public record ModelLimits(Model model, double alarmShare, long setMillis, Optional<Limits> limits) {
  /** Fewer requests set no limits. */
  static final int MIN_REQUESTS = 5_000;

  private static final long DAY = Duration.ofDays(1).toMillis();

  /**
   * Limits by normal traffic.
   *
   * @param threshold of scores
   * @param rarePaths whether an unseen path is an anomaly; not if too many normal requests have one
   * @param rareSets likewise for unseen sets of paths
   */
  public record Limits(double threshold, boolean rarePaths, boolean rareSets) {
    private boolean rare(AnomalyRecord unseen) {
      return unseen.reason() == Reason.UNSEEN_PATH ? rarePaths : rareSets;
    }
  }

  /** Those of training. */
  public static ModelLimits ofTraining(CheckedRequest request) {
    return new ModelLimits(request.model(), request.alarmShare(), 0, Optional.empty());
  }

  /** Whether a request was compared with this model. */
  public boolean isOf(CheckedRequest request) {
    return request.model().id().equals(model.id());
  }

  /** The record of a request of this model if it is an anomaly: by what is unseen, or its score. */
  public Optional<AnomalyRecord> anomaly(CheckedRequest request) {
    double threshold = limits.map(Limits::threshold).orElse(request.threshold());
    return request
        .rare()
        .filter(found -> limits.isEmpty() || limits.get().rare(found))
        .or(
            () ->
                request
                    .scored()
                    // Without paths, the score is usual for the model as trained.
                    .filter(found -> found.score() > threshold && !found.paths().isEmpty()))
        .map(found -> found.of(model));
  }

  /** Whether limits are to be set: the first time as soon as there are enough requests. */
  public boolean isDue(long nowMillis, NormalTraffic traffic) {
    return traffic.offered() >= MIN_REQUESTS && (limits.isEmpty() || nowMillis - setMillis >= DAY);
  }

  /** Limits by the traffic since the last time. */
  public ModelLimits renewed(long nowMillis, NormalTraffic traffic) {
    CheckCounts normal = traffic.counts();
    double most = alarmShare * normal.requests();
    Limits next =
        new Limits(
            NormalScores.of(normal.scores(), alarmShare).threshold(),
            normal.unseenPaths() <= most,
            normal.unseenSets() <= most);
    return new ModelLimits(
        model.drifting(OptionalDouble.of(normal.alarms() / most)),
        alarmShare,
        nowMillis,
        Optional.of(next));
  }
}
