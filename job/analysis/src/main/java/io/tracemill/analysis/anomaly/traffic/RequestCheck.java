package io.tracemill.analysis.anomaly.traffic;

import io.tracemill.analysis.anomaly.Anomaly;
import io.tracemill.analysis.anomaly.Anomaly.Reason;
import io.tracemill.analysis.anomaly.AnomalyModel;
import io.tracemill.analysis.callingcontext.CallTimes;
import io.tracemill.analysis.record.AnomalyRecord;
import io.tracemill.analysis.record.AnomalyRecord.Model;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.sketch.HashedRate;
import io.tracemill.analysis.sketch.SampleHash;
import java.util.List;
import java.util.Optional;

/**
 * Compares requests with the models of their endpoints. It checks the call paths of each request,
 * and scores a limited number a second. One thread uses it.
 */
public final class RequestCheck {
  private final HashedRate scores;
  private final HashedRate alarms;
  private long checked;
  private long scored;
  private long dropped;

  /**
   * @param perSecond the most scores of a second, and the most anomalies of other requests
   */
  public RequestCheck(int perSecond) {
    scores = new HashedRate(perSecond);
    alarms = new HashedRate(perSecond);
  }

  /**
   * Compares a request with its model. Without a score, the result is empty unless the request is
   * an anomaly within the limit.
   *
   * @param timeMillis when its trace closed, milliseconds since the epoch
   */
  public Optional<CheckedRequest> check(
      RequestAnalysis request, AnomalyModel model, long timeMillis) {
    checked++;
    CallTimes path = request.criticalPath();
    long hash = SampleHash.of(request.traceId(), request.spanId());
    Optional<Anomaly> unseen = model.unseen(path);
    Optional<Anomaly> rare = unseen.filter(Anomaly::alarm);
    Optional<Anomaly> score =
        scores.picks(hash, timeMillis) ? score(model, path) : Optional.empty();
    scored += score.isPresent() ? 1 : 0;
    if (score.isEmpty() && rare.isPresent() && !alarms.picks(hash, timeMillis)) {
      dropped++;
      return Optional.empty();
    }
    if (score.isEmpty() && rare.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new CheckedRequest(
            Model.of(model),
            model.scores().alarmShare(),
            model.scores().threshold(),
            unseen.map(Anomaly::reason),
            rare.map(found -> AnomalyRecord.of(request, model, model.explain(path, found))),
            score.map(found -> AnomalyRecord.of(request, model, found))));
  }

  /** The anomaly by its score; empty if the model's weights give no finite score. */
  private static Optional<Anomaly> score(AnomalyModel model, CallTimes path) {
    double score = model.score(path);
    if (!Double.isFinite(score)) {
      return Optional.empty();
    }
    return Optional.of(
        score > model.scores().tail()
            ? model.explain(path, score)
            : new Anomaly(Reason.SCORE, score, model.scores().pValue(score), false, List.of()));
  }

  /** How many requests were compared. */
  public long checked() {
    return checked;
  }

  /** How many of these have a score. */
  public long scored() {
    return scored;
  }

  /** How many anomalies there was no room for. */
  public long dropped() {
    return dropped;
  }
}
