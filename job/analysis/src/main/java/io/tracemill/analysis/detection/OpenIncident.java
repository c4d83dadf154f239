package io.tracemill.analysis.detection;

import io.tracemill.analysis.baseline.Row.Kind;
import io.tracemill.analysis.baseline.RowKey;
import io.tracemill.analysis.incident.Culprit;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Incident.EndReason;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.span.Frame;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An open incident. It keeps the latest finding and the largest size of each subject, and makes the
 * records.
 *
 * <p>Limit: {@link #MAX_MEMBERS} subjects; later subjects belong to it but are not listed.
 */
final class OpenIncident implements Serializable {
  private static final int MAX_MEMBERS = 200;
  private static final int MAX_CULPRITS = 5;

  /** A further place with at least this part of the cost is a culprit too. */
  private static final double WORTH_NAMING = 0.1;

  private static final long serialVersionUID = 1;

  private final String id;
  private final long sinceMillis;
  private final long firedMillis;
  private final Kind openedBy;
  private final Frame firstEndpoint;
  private final Map<RowKey, Member> members = new LinkedHashMap<>();
  private final Map<Frame, Double> endpoints = new TreeMap<>();
  private Kind kind;
  private Alarm lead;
  private double cost;
  private int wellPanes;
  private boolean paged;

  /** All alarms at the time when the leading one was largest, that one first; and the cost then. */
  private List<Alarm> height = List.of();

  private double heightCost;

  private record Member(Alarm alarm, double most) implements Serializable {
    private static final long serialVersionUID = 1;
  }

  OpenIncident(long firedMillis, Alarm first) {
    this.id = Incident.id(first.key(), first.sinceMillis(), firedMillis);
    this.sinceMillis = first.sinceMillis();
    this.firedMillis = firedMillis;
    this.openedBy = first.kind();
    this.kind = first.kind();
    this.lead = first;
    this.firstEndpoint = largestFirst(first.effect().endpoints()).get(0);
    add(first);
  }

  /** Adds a new or repeated finding. */
  void add(Alarm alarm) {
    RowKey key = alarm.key().member();
    @Nullable Member known = members.get(key);
    if (known == null && members.size() >= MAX_MEMBERS) {
      return;
    }
    double most = known == null ? alarm.size() : Math.max(known.most(), alarm.size());
    members.put(key, new Member(alarm, most));
    alarm.effect().endpoints().forEach((of, part) -> endpoints.merge(of, part, Math::max));
    paged |= alarm.pages();
    chooseLead();
  }

  /**
   * The service with the most extra time leads, unless errors opened the incident and cost more.
   */
  private void chooseLead() {
    double ofTimes = most(Kind.TIME);
    double ofErrors = most(Kind.ERROR);
    boolean slower = ofTimes > 0 && (openedBy == Kind.TIME || ofTimes > ofErrors);
    kind = slower ? Kind.TIME : membersOf(Kind.ERROR).isEmpty() ? Kind.CALL : Kind.ERROR;
    cost = slower ? ofTimes : kind == Kind.ERROR ? ofErrors : 0;
    List<Member> leading = membersOf(kind);
    if (slower) {
      String service = top(leading).alarm().service();
      leading = leading.stream().filter(of -> of.alarm().service().equals(service)).toList();
    }
    double least = slower ? CulpritFinder.LEAST_PART * cost : 0;
    List<Member> parts =
        leading.stream()
            .filter(of -> CulpritFinder.isPart(of.alarm().key().subject()) && of.most() >= least)
            .toList();
    lead = top(parts.isEmpty() ? leading : parts).alarm();
  }

  private double most(Kind of) {
    return membersOf(of).stream().mapToDouble(Member::most).max().orElse(0);
  }

  private List<Member> membersOf(Kind of) {
    return members.values().stream().filter(member -> member.alarm().kind() == of).toList();
  }

  private static Member top(List<Member> of) {
    return of.stream()
        .max(
            Comparator.comparingDouble(Member::most)
                .thenComparingDouble(member -> member.alarm().question().surprise()))
        .orElseThrow();
  }

  long sinceMillis() {
    return sinceMillis;
  }

  long firedMillis() {
    return firedMillis;
  }

  Kind kind() {
    return kind;
  }

  /** The leading alarm. */
  Alarm lead() {
    return lead;
  }

  /** The largest cost of the leading service for the requests of a window. */
  double cost() {
    return cost;
  }

  /** The endpoint of the first finding, then the others, the largest part first. */
  List<Frame> endpoints() {
    List<Frame> largestFirst = new ArrayList<>(largestFirst(endpoints));
    largestFirst.remove(firstEndpoint);
    largestFirst.add(0, firstEndpoint);
    return largestFirst;
  }

  private static List<Frame> largestFirst(Map<Frame, Double> endpoints) {
    return endpoints.entrySet().stream()
        .sorted(
            Map.Entry.<Frame, Double>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The leading alarm first, then the largest. */
  List<Alarm> alarms() {
    return members.values().stream()
        .map(Member::alarm)
        .sorted(
            Comparator.comparing((Alarm alarm) -> !alarm.equals(lead)).thenComparing(Alarm.FIRST))
        .toList();
  }

  /** Counts panes in a row that look healthy. */
  int seesWell(boolean well) {
    wellPanes = well ? wellPanes + 1 : 0;
    return wellPanes;
  }

  /** Its urgency, which never falls while the incident is open. */
  Severity severity() {
    if (kind == Kind.CALL) {
      return Severity.INFO;
    }
    return paged ? Severity.PAGE : Severity.TICKET;
  }

  /** After a pane: keeps its figures if it is larger than ever. */
  void measure() {
    if (height.isEmpty() || lead.size() > height.get(0).size()) {
      height = alarms();
      heightCost = cost;
    }
  }

  /** The record of an open incident, with its latest figures. */
  Incident firing(int rank, long nowMillis) {
    return record(alarms(), cost, Optional.empty(), rank, nowMillis);
  }

  /** The record of an ended incident, with the figures of its height and all its findings. */
  Incident resolved(EndReason reason, long endMillis) {
    Map<RowKey, Alarm> all = new LinkedHashMap<>();
    Stream.concat(height.stream(), alarms().stream())
        .forEach(alarm -> all.putIfAbsent(alarm.key().member(), alarm));
    return record(List.copyOf(all.values()), heightCost, Optional.of(reason), 0, endMillis);
  }

  private Incident record(
      List<Alarm> alarms, double costThen, Optional<EndReason> reason, int rank, long endMillis) {
    return new Incident(
        id,
        reason,
        severity(),
        rank,
        sinceMillis,
        firedMillis,
        endMillis,
        culprits(alarms, costThen),
        endpoints(),
        alarms.stream().map(this::finding).toList(),
        Math.round(costThen));
  }

  /** The cause first, then other places that cost a tenth of it or more. */
  private static List<Culprit> culprits(List<Alarm> alarms, double cost) {
    Alarm lead = alarms.get(0);
    List<Culprit> culprits = new ArrayList<>();
    culprits.add(culprit(lead.cause().subject(), lead.cause().effect(), cost));
    for (Alarm alarm : alarms) {
      Subject subject = alarm.key().subject();
      if (culprits.size() < MAX_CULPRITS
          && alarm.kind() == lead.kind()
          && alarm.size() >= WORTH_NAMING * cost
          && CulpritFinder.isPart(subject)
          && culprits.stream().noneMatch(known -> known.subject().equals(subject))) {
        culprits.add(culprit(subject, alarm.effect(), cost));
      }
    }
    return culprits;
  }

  private static Culprit culprit(Subject subject, Effect effect, double cost) {
    return Culprit.of(subject, effect.before(), effect.after(), effect.extraNanos(), cost);
  }

  private Finding finding(Alarm alarm) {
    Effect effect = alarm.effect();
    return new Finding(
        Incident.id(id, alarm.key().member()),
        alarm.key().subject(),
        alarm.key().oneEndpoint(),
        largestFirst(effect.endpoints()),
        effect.before(),
        effect.after(),
        alarm.window(),
        alarm.baseline(),
        alarm.question().pValue(),
        Math.round(effect.extraNanos()));
  }
}
