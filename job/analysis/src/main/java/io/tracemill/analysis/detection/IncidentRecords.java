package io.tracemill.analysis.detection;

import io.tracemill.analysis.detection.OpenIncident.Extent;
import io.tracemill.analysis.detection.Row.Kind;
import io.tracemill.analysis.incident.Culprit;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Finding.Side;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Incident.EndReason;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.incident.Incident.Status;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes the records of incidents: what they are put down to, and whom they have to reach. */
final class IncidentRecords {
  private static final int MAX_CULPRITS = 5;
  private static final double WORTH_NAMING = 0.1;

  private final PaneClock clock;
  private final Rows rows;
  private final EffectSize effects;
  private final DetectionRules rules;

  IncidentRecords(PaneClock clock, Rows rows, EffectSize effects, DetectionRules rules) {
    this.clock = clock;
    this.rows = rows;
    this.effects = effects;
    this.rules = rules;
  }

  /** An open one, as it is now. */
  Incident firing(OpenIncident incident, CulpritFinder finder) {
    incident.raise(severity(incident));
    Extent extent = incident.extent(culprits(incident, finder));
    return record(incident, extent, Status.FIRING, Optional.empty(), clock.now());
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
        incident.raise(Severity.INFO),
        0,
        incident.sinceMillis(),
        incident.firedMillis(),
        endMillis,
        extent.culprits(),
        extent.endpoints(),
        extent.alarms().stream().map(alarm -> finding(incident, alarm)).toList(),
        Math.round(extent.cost()));
  }

  private Severity severity(OpenIncident incident) {
    if (incident.kind() == Kind.CALL) {
      return Severity.INFO;
    }
    boolean pages =
        incident.endpoints().stream()
            .anyMatch(of -> pagesByTime(incident, of) || pagesByErrors(incident, of));
    return pages ? Severity.PAGE : Severity.TICKET;
  }

  private boolean pagesByTime(OpenIncident incident, Frame endpoint) {
    int first = incident.lead().question().first();
    double rise = 0;
    if (incident.lead().key().subject() instanceof PlaceTime time) {
      Place service = new Place.Service(time.place().service());
      for (Place place : List.of(Place.Request.WHOLE, time.place(), service)) {
        rise = Math.max(rise, effects.extraPerRequest(endpoint, place, first));
      }
    }
    return rise >= rules.page().timeNanos()
        && rise >= rules.page().ratio() * effects.normalMeanNanos(endpoint, first);
  }

  private boolean pagesByErrors(OpenIncident incident, Frame endpoint) {
    int first = incident.lead().question().first();
    boolean rose = incident.alarms().stream().anyMatch(alarm -> alarm.kind() == Kind.ERROR);
    return rose
        && rows.row(new RowKey(endpoint, new Subject.ErrorShare(Place.Request.WHOLE)))
            .filter(row -> row.allRequests(clock, first) > 0)
            .filter(row -> row.meanScore(clock, first) > rules.page().errors())
            .isPresent();
  }

  /** The cause first, then other places that cost a tenth of it or more. */
  private List<Culprit> culprits(OpenIncident incident, CulpritFinder finder) {
    Alarm lead = incident.lead();
    List<Culprit> culprits = new ArrayList<>();
    culprits.add(culprit(finder.behind(lead.question()), lead, incident.cost()));
    for (Alarm alarm : incident.alarms()) {
      Subject subject = alarm.key().subject();
      if (culprits.size() < MAX_CULPRITS
          && alarm.kind() == incident.kind()
          && alarm.size() >= WORTH_NAMING * incident.cost()
          && CulpritFinder.isPart(subject)
          && culprits.stream().noneMatch(known -> known.subject().equals(subject))) {
        culprits.add(culprit(subject, alarm, incident.cost()));
      }
    }
    return culprits;
  }

  private Culprit culprit(Subject subject, Alarm found, double cost) {
    Effect effect =
        subject instanceof PlaceTime time
            ? effects.at(time.place(), found.question()).orElse(found.effect())
            : found.effect();
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
