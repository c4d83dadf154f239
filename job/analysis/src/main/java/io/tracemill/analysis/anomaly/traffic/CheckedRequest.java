package io.tracemill.analysis.anomaly.traffic;

import io.tracemill.analysis.anomaly.Anomaly.Reason;
import io.tracemill.analysis.record.AnomalyRecord;
import io.tracemill.analysis.record.AnomalyRecord.Model;
import java.util.Optional;

/**
 * A request beside the model of its endpoint.
 *
 * @param alarmShare the share of normal requests whose score may be an anomaly
 * @param threshold of scores, as trained
 * @param unseen what the model does not know of it, rare in training or not
 * @param rare its record by that if it was rare in training
 * @param scored its record by its score, if it is one of the sample that shows what is normal; it
 *     has paths only if the score is in the tail of training
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
