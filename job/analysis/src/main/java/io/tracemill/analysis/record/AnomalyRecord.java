package io.tracemill.analysis.record;

import io.tracemill.analysis.anomaly.Anomaly;
import io.tracemill.analysis.anomaly.Anomaly.Detector;
import io.tracemill.analysis.anomaly.Anomaly.PathSurprise;
import io.tracemill.analysis.anomaly.Anomaly.Reason;
import io.tracemill.analysis.anomaly.AnomalyModel;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A request that is unlike the others of its endpoint: a record of {@code anomalies}.
 *
 * @param score the detector's if the reason is the score, otherwise {@code -log10(pValue)}
 * @param pValue the probability that a normal request of the training looks as strange
 * @param paths those that say why, the most surprising first
 */
public record AnomalyRecord(
    String traceId,
    Frame endpoint,
    long startNanos,
    long durationNanos,
    Reason reason,
    Detector detector,
    double score,
    double pValue,
    List<PathSurprise> paths,
    Model model)
    implements StreamRecord {
  public AnomalyRecord {
    paths = List.copyOf(paths);
  }

  /** The record of a request that a model finds unusual. */
  public static AnomalyRecord of(RequestAnalysis request, AnomalyModel model, Anomaly found) {
    return new AnomalyRecord(
        request.traceId().hex(),
        request.endpoint(),
        request.startNanos(),
        request.durationNanos(),
        found.reason(),
        model.detector(),
        found.score(),
        found.pValue(),
        found.paths(),
        Model.of(model));
  }

  /** The same with what is known of its model now. */
  public AnomalyRecord of(Model known) {
    return new AnomalyRecord(
        traceId,
        endpoint,
        startNanos,
        durationNanos,
        reason,
        detector,
        score,
        pValue,
        paths,
        known);
  }

  @Override
  public List<String> key() {
    return List.of(traceId);
  }

  @Override
  public List<Frame> about() {
    return List.of(endpoint);
  }

  /**
   * What the request was compared with.
   *
   * @param trainedMillis the time of training, milliseconds since the epoch
   * @param drift the share of the latest normal requests that the model as trained takes for
   *     anomalies, divided by the alarm share; absent before there were enough of them
   */
  public record Model(String id, long trainedMillis, OptionalDouble drift) {
    private static final double MAX_DRIFT = 10;

    /** A model as it was trained. */
    public static Model of(AnomalyModel model) {
      return new Model(model.id(), model.trainedMillis(), OptionalDouble.empty());
    }

    /** The same with another drift. */
    public Model drifting(OptionalDouble now) {
      return new Model(id, trainedMillis, now);
    }

    /** Whether it no longer fits: train it again. */
    public boolean drifted() {
      return drift.orElse(0) > MAX_DRIFT;
    }
  }
}
