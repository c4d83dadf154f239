package io.tracemill.analysis.detection;

import io.tracemill.analysis.detection.Row.Kind;
import io.tracemill.analysis.incident.Culprit;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Finding.Side;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Incident.EndReason;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.incident.Incident.Status;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.incident.Subject.ErrorShare;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the records of incidents as they are now. */
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

  /** An open one. */
  Incident firing(OpenIncident incident) {
    List<Frame> endpoints =
        incident.endpoints().entrySet().stream()
            .sorted(
                Map.Entry.<Frame, Double>comparingByValue(Comparator.reverseOrder())
                    .thenComparing(Map.Entry.comparingByKey()))
            .map(Map.Entry::getKey)
            .toList();
    Incident record =
        new Incident(
            incident.id(),
            Status.FIRING,
            Optional.empty(),
            incident.raise(severity(incident, endpoints)),
            0,
            incident.sinceMillis(),
            incident.firedMillis(),
            clock.now(),
            culprits(incident),
            endpoints,
            incident.alarms().stream().map(alarm -> finding(incident, alarm)).toList(),
            Math.round(incident.cost()));
    incident.keep(record);
    return record;
  }

  /** One that is over: as it was at its height. */
  static Incident resolved(OpenIncident incident, EndReason reason, long endMillis) {
    Incident height =
        incident
            .height()
            .orElseThrow(() -> new IllegalStateException(incident.id() + " was never written"));
    return new Incident(
        height.id(),
        Status.RESOLVED,
        Optional.of(reason),
        incident.raise(height.severity()),
        0,
        height.sinceMillis(),
        height.firedMillis(),
        endMillis,
        height.culprits(),
        height.endpoints(),
        height.findings(),
        height.contributionNanos());
  }

  private Severity severity(OpenIncident incident, List<Frame> endpoints) {
    if (incident.kind() == Kind.CALL) {
      return Severity.INFO;
    }
    int first = incident.lead().question().first();
    for (Frame endpoint : endpoints) {
      if (pagesByTime(incident, endpoint, first) || pagesByErrors(incident, endpoint, first)) {
        return Severity.PAGE;
      }
    }
    return Severity.TICKET;
  }

  private boolean pagesByTime(OpenIncident incident, Frame endpoint, int first) {
    double rise = 0;
    if (incident.culprit() instanceof PlaceTime time) {
      Place service = new Place.Service(time.place().service());
      rise =
          Math.max(
              effects.extraPerRequest(endpoint, Place.Request.WHOLE, first),
              Math.max(
                  effects.extraPerRequest(endpoint, time.place(), first),
                  effects.extraPerRequest(endpoint, service, first)));
    }
    return rise >= rules.page().timeNanos()
        && rise >= rules.page().ratio() * effects.normalMeanNanos(endpoint, first);
  }

  private boolean pagesByErrors(OpenIncident incident, Frame endpoint, int first) {
    boolean rose =
        incident.members().keySet().stream().anyMatch(key -> Alarm.kind(key) == Kind.ERROR);
    return rose && errorShare(endpoint, first) > rules.page().errors();
  }

  private double errorShare(Frame endpoint, int first) {
    return rows.endpoint(endpoint)
        .flatMap(of -> of.error(Place.Request.WHOLE))
        .filter(row -> row.allRequests(clock, first) > 0)
        .map(row -> row.meanScore(clock, first))
        .orElse(0.0);
  }

  /** The culprit first, then other places that cost a tenth of it or more. */
  private List<Culprit> culprits(OpenIncident incident) {
    Alarm lead = incident.lead();
    List<Culprit> culprits = new ArrayList<>();
    culprits.add(culprit(incident.culprit(), lead, incident.cost()));
    for (Alarm alarm : incident.alarms()) {
      Subject subject = alarm.question().key().subject();
      boolean isNew = culprits.stream().noneMatch(known -> known.subject().equals(subject));
      boolean costs = alarm.size() >= WORTH_NAMING * incident.cost();
      if (isNew && costs && alarm.kind() == incident.kind() && isPart(subject)) {
        culprits.add(culprit(subject, alarm, incident.cost()));
      }
    }
    return culprits.subList(0, Math.min(MAX_CULPRITS, culprits.size()));
  }

  private static boolean isPart(Subject subject) {
    return !(subject instanceof PlaceTime time && time.place() instanceof Place.Service)
        && !(subject instanceof ErrorShare error
            && (error.place() instanceof Place.Service || error.place() == Place.Request.WHOLE));
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

  private Finding finding(OpenIncident incident, Alarm alarm) {
    Question question = alarm.question();
    Effect effect = alarm.effect();
    long all = Math.max(effect.all(), effect.requests());
    return new Finding(
        Ids.of(incident.id(), question.key().member()),
        question.key().subject(),
        question.key().endpoint(),
        effect.largestFirst(),
        new Side(effect.requests(), all, Math.round(effect.beforeNanos()), effect.beforeShare()),
        new Side(effect.requests(), all, Math.round(effect.afterNanos()), effect.afterShare()),
        alarm.window(),
        alarm.baseline(),
        question.pValue(),
        question.key().isCall() ? 0 : Math.round(effect.extraNanos()));
  }
}
