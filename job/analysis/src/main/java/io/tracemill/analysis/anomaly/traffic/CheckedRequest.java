package io.tracemill.analysis.anomaly.traffic;

import io.tracemill.analysis.anomaly.Anomaly.Reason;
import io.tracemill.analysis.record.AnomalyRecord;
import io.tracemill.analysis.record.AnomalyRecord.Model;
import java.util.Optional;

/**
 * A request compared with the model of its endpoint.
 *
 * @param alarmShare the share of normal requests that may exceed the threshold
 * @param threshold of scores, as trained
 * @param unseen an unseen path or set that it has, even if such were common in training
 * @param rare its record for something unseen, if that was rare in training
 * @param scored its record for its score, if it is in the scored sample; it has paths only if the
 *     score is in the tail of training
 */
public record CheckedRequest(
    Model model,
    double alarmShare,
    double threshold,
    Optional<Reason> unseen,
    Optional<AnomalyRecord> rare,
    Optional<AnomalyRecord> scored) {
  /** Whether it is an anomaly for the model as trained. */
  boolean alarm() {
    return rare.isPresent() || scored.filter(found -> found.score() > threshold).isPresent();
  }
}
