package io.tracemill.analysis.detection;

import io.tracemill.analysis.baseline.Row.Kind;
import io.tracemill.analysis.baseline.RowKey;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Incident.EndReason;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.span.Frame;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
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

  private static final long serialVersionUID = 2;

  private final String id;
  private final long sinceMillis;
  private final long firedMillis;
  private final Kind openedBy;
  private final Map<RowKey, Member> members = new LinkedHashMap<>();
  private final Set<Frame> endpoints = new LinkedHashSet<>();
  private Kind kind;
  private Alarm lead;
  private double cost;
  private int wellPanes;
  private boolean paged;

  /** All alarms at the time when the leading one was largest, that one first; and the cost then. */
  private List<Alarm> height = List.of();

  private double heightCost;

  /** Culprits that led once, which end with the incident. */
  private final Map<String, Finding> led = new LinkedHashMap<>();

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
    endpoints.addAll(alarm.finding().endpoints());
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
            .filter(of -> of.alarm().finding().subject().indivisible() && of.most() >= least)
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

  /** In the order of their findings. */
  List<Frame> endpoints() {
    return List.copyOf(endpoints);
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
        endpoints(),
        findings(alarms, reason.isPresent()),
        Math.round(costThen));
  }

  /** The culprit first, even if no alarm is about it. */
  private List<Finding> findings(List<Alarm> alarms, boolean ended) {
    Finding culprit = alarms.get(0).culprit();
    Stream<Finding> others =
        alarms.stream().map(Alarm::finding).filter(finding -> !finding.key().equals(culprit.key()));
    List<Finding> all = new ArrayList<>(Stream.concat(Stream.of(culprit), others).toList());
    if (ended) {
      Set<String> known = all.stream().map(Finding::key).collect(Collectors.toSet());
      led.values().stream().filter(once -> !known.contains(once.key())).forEach(all::add);
    } else if (led.size() < MAX_MEMBERS) {
      led.put(culprit.key(), culprit);
    }
    return all;
  }
}
