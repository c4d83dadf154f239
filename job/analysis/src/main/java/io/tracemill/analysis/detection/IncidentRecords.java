package io.tracemill.analysis.detection;

import io.tracemill.analysis.detection.OpenIncident.Extent;
import io.tracemill.analysis.incident.Culprit;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Finding.Side;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Incident.EndReason;
import io.tracemill.analysis.incident.Incident.Status;
import io.tracemill.analysis.incident.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes the records of incidents: what they are put down to, and whom they have to reach. */
final class IncidentRecords {
  private static final int MAX_CULPRITS = 5;
  private static final double WORTH_NAMING = 0.1;

  private IncidentRecords() {}

  /** An open one, as it was found last. */
  static Incident firing(OpenIncident incident, long nowMillis) {
    Extent extent = incident.extent();
    return record(incident, extent, Status.FIRING, Optional.empty(), nowMillis);
  }

  /** One that is over, as it was at its height. */
  static Incident resolved(OpenIncident incident, EndReason reason, long endMillis) {
    return record(incident, incident.height(), Status.RESOLVED, Optional.of(reason), endMillis);
  }

  private static Incident record(
      OpenIncident incident,
      Extent extent,
      Status status,
      Optional<EndReason> reason,
      long endMillis) {
    return new Incident(
        incident.id(),
        status,
        reason,
        incident.severity(),
        0,
        incident.sinceMillis(),
        incident.firedMillis(),
        endMillis,
        culprits(extent),
        extent.endpoints(),
        extent.alarms().stream().map(alarm -> finding(incident, alarm)).toList(),
        Math.round(extent.cost()));
  }

  /** The cause first, then other places that cost a tenth of it or more. */
  private static List<Culprit> culprits(Extent extent) {
    Alarm lead = extent.alarms().get(0);
    List<Culprit> culprits = new ArrayList<>();
    culprits.add(culprit(lead.cause().subject(), lead.cause().effect(), extent.cost()));
    for (Alarm alarm : extent.alarms()) {
      Subject subject = alarm.key().subject();
      if (culprits.size() < MAX_CULPRITS
          && alarm.kind() == lead.kind()
          && alarm.size() >= WORTH_NAMING * extent.cost()
          && CulpritFinder.isPart(subject)
          && culprits.stream().noneMatch(known -> known.subject().equals(subject))) {
        culprits.add(culprit(subject, alarm.effect(), extent.cost()));
      }
    }
    return culprits;
  }

  private static Culprit culprit(Subject subject, Effect effect, double cost) {
    double share = cost > 0 ? Math.min(1, Math.max(0, effect.extraNanos() / cost)) : 1;
    return new Culprit(
        subject,
        Math.round(effect.beforeNanos()),
        Math.round(effect.afterNanos()),
        effect.beforeShare(),
        effect.afterShare(),
        share);
  }

  private static Finding finding(OpenIncident incident, Alarm alarm) {
    Effect effect = alarm.effect();
    long all = Math.max(effect.all(), effect.requests());
    return new Finding(
        Ids.of(incident.id(), alarm.key().member()),
        alarm.key().subject(),
        alarm.key().oneEndpoint(),
        Effect.largestFirst(effect.endpoints()),
        new Side(effect.requests(), all, Math.round(effect.beforeNanos()), effect.beforeShare()),
        new Side(effect.requests(), all, Math.round(effect.afterNanos()), effect.afterShare()),
        alarm.window(),
        alarm.baseline(),
        alarm.question().pValue(),
        Math.round(effect.extraNanos()));
  }
}
