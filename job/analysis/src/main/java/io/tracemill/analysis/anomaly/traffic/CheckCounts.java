package io.tracemill.analysis.anomaly.traffic;

import io.tracemill.analysis.anomaly.Anomaly.Reason;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * Sampled requests of an endpoint beside its model.
 *
 * @param requests their number
 * @param anomalies how many of them are anomalies
 * @param alarms how many are for the model as trained
 * @param unseenPaths how many spent time on an unseen path
 * @param unseenSets how many had an unseen set of paths, those with an unseen path included
 * @param scores of those without anything unseen that is rare
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

  /** A request that is sampled. */
  public static CheckCounts of(CheckedRequest request, boolean anomaly) {
    boolean score = request.found().reason() == Reason.SCORE;
    return new CheckCounts(
        1,
        anomaly ? 1 : 0,
        request.alarm() ? 1 : 0,
        request.unseen().equals(Optional.of(Reason.UNSEEN_PATH)) ? 1 : 0,
        request.unseen().isPresent() ? 1 : 0,
        score ? new double[] {request.found().score()} : new double[0]);
  }

  /** All requests of both. */
  public CheckCounts plus(CheckCounts more) {
    return new CheckCounts(
        requests + more.requests,
        anomalies + more.anomalies,
        alarms + more.alarms,
        unseenPaths + more.unseenPaths,
        unseenSets + more.unseenSets,
        DoubleStream.concat(Arrays.stream(scores), Arrays.stream(more.scores)).toArray());
  }

  /** The same with one in so many scores. */
  CheckCounts thinned(int oneIn) {
    double[] fewer = new double[(scores.length + oneIn - 1) / oneIn];
    Arrays.setAll(fewer, i -> scores[i * oneIn]);
    return new CheckCounts(requests, anomalies, alarms, unseenPaths, unseenSets, fewer);
  }
}
