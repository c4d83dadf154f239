package io.tracemill.analysis.anomaly.traffic;

import io.tracemill.analysis.anomaly.Anomaly.Reason;
import io.tracemill.analysis.record.AnomalyRecord;
import java.util.Optional;

/**
 * A request beside the model of its endpoint.
 *
 * @param found its record if it is an anomaly; without paths unless it may be one
 * @param unseen what the model does not know of it, an anomaly or not
 * @param sampled whether it is one of those that show what is normal
 * @param alarm whether it is an anomaly for the model as trained
 * @param alarmShare the share of normal requests that may be
 */
public record CheckedRequest(
    AnomalyRecord found,
    Optional<Reason> unseen,
    boolean sampled,
    boolean alarm,
    double alarmShare) {}
