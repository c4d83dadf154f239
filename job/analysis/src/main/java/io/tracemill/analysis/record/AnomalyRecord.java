package io.tracemill.analysis.record;

import io.tracemill.analysis.anomaly.Anomaly.Detector;
import io.tracemill.analysis.anomaly.Anomaly.Reason;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A request that is unlike the others of its endpoint: a record of {@code anomalies}.
 *
 * @param score of a high score, the detector's; of something unseen, {@code -log10(pValue)}
 * @param pValue the probability that a normal request looks as strange
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
    List<Path> paths,
    Model model)
    implements StreamRecord {
  public AnomalyRecord {
    paths = List.copyOf(paths);
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
   * A call path with its own time on the critical path.
   *
   * @param path its first step first
   * @param surprise how much it adds to the score
   */
  public record Path(
      List<ChangeRecord.Step> path, long seenNanos, long expectedNanos, double surprise) {
    public Path {
      path = List.copyOf(path);
    }
  }

  /**
   * What the request was compared with.
   *
   * @param trainedMillis the time of training, milliseconds since the epoch
   * @param drift how many times the alarm share of the latest normal requests the model as trained
   *     takes for anomalies; absent before there were enough of them
   */
  public record Model(String id, long trainedMillis, OptionalDouble drift) {}
}
