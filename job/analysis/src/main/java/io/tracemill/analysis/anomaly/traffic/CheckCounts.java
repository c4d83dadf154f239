package io.tracemill.analysis.anomaly.traffic;

import io.tracemill.analysis.anomaly.Anomaly.Reason;
import io.tracemill.analysis.record.AnomalyRecord;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * Scored requests of an endpoint.
 *
 * @param requests their number
 * @param anomalies how many of them are anomalies
 * @param alarms how many are for the model as trained
 * @param unseenPaths how many spent time on an unseen path
 * @param unseenSets how many had an unseen set of paths, those with an unseen path included
 * @param scores the scores of some: in a pane, the first 2,000; in normal traffic, an even share
 */
public record CheckCounts(
    long requests,
    long anomalies,
    long alarms,
    long unseenPaths,
    long unseenSets,
    double[] scores) {
  /** No requests. */
  public static final CheckCounts NONE = new CheckCounts(0, 0, 0, 0, 0, new double[0]);

  /** The scores that a pane keeps. */
  private static final int MAX_SCORES = 2_000;

  /** The same with one more request of a pane; one that is not scored does not count. */
  public CheckCounts plus(CheckedRequest request, boolean anomaly) {
    return request.scored().map(found -> plus(request, found, anomaly)).orElse(this);
  }

  private CheckCounts plus(CheckedRequest request, AnomalyRecord found, boolean anomaly) {
    return new CheckCounts(
        requests + 1,
        anomalies + (anomaly ? 1 : 0),
        alarms + (request.alarm() ? 1 : 0),
        unseenPaths + (request.unseen().equals(Optional.of(Reason.UNSEEN_PATH)) ? 1 : 0),
        unseenSets + (request.unseen().isPresent() ? 1 : 0),
        scores.length < MAX_SCORES
            ? DoubleStream.concat(Arrays.stream(scores), DoubleStream.of(found.score())).toArray()
            : scores);
  }

  /** All requests of both, with these scores. */
  CheckCounts plus(CheckCounts more, double[] someScores) {
    return new CheckCounts(
        requests + more.requests,
        anomalies + more.anomalies,
        alarms + more.alarms,
        unseenPaths + more.unseenPaths,
        unseenSets + more.unseenSets,
        someScores);
  }
}
