package io.tracemill.analysis.detection;

import io.tracemill.analysis.detection.Row.Kind;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.span.Frame;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An incident that goes on: what was found of it, each subject as it was found last and how large
 * it was at most.
 *
 * <p>Limit: {@link #MAX_MEMBERS} subjects; later ones belong to it, but are not listed.
 */
final class OpenIncident implements Serializable {
  static final int MAX_MEMBERS = 200;

  private static final long serialVersionUID = 1;

  private final String id;
  private final long sinceMillis;
  private final long firedMillis;
  private final boolean openedByTime;
  private final Map<RowKey, Member> members = new LinkedHashMap<>();
  private final Map<Frame, Double> endpoints = new TreeMap<>();
  private Kind kind;
  private Alarm lead;
  private double cost;
  private int wellPanes;
  private boolean paged;
  private @Nullable Extent height;

  private record Member(Alarm alarm, double most) implements Serializable {}

  /**
   * How large it is, or was.
   *
   * @param alarms the one that it is about first
   * @param endpoints those with the largest part first
   */
  record Extent(List<Alarm> alarms, List<Frame> endpoints, double cost) implements Serializable {
    Extent {
      alarms = List.copyOf(alarms);
      endpoints = List.copyOf(endpoints);
    }
  }

  OpenIncident(long firedMillis, Alarm first) {
    this.id = Ids.of(first.key(), first.sinceMillis(), firedMillis);
    this.sinceMillis = first.sinceMillis();
    this.firedMillis = firedMillis;
    this.openedByTime = first.kind() == Kind.TIME;
    this.kind = first.kind();
    this.lead = first;
    add(first);
  }

  /** Adds what was found, or found again. */
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

  /** Of times the service that costs most leads, unless errors that were there first cost more. */
  private void chooseLead() {
    double ofTimes = largest(Kind.TIME);
    double ofErrors = largest(Kind.ERROR);
    if (ofTimes > 0 && (openedByTime || ofTimes > ofErrors)) {
      kind = Kind.TIME;
      String service = top(membersOf(Kind.TIME)).alarm().service();
      List<Member> places =
          membersOf(Kind.TIME).stream()
              .filter(member -> member.alarm().service().equals(service))
              .toList();
      List<Member> parts = places.stream().filter(member -> isPart(member.alarm())).toList();
      lead = top(parts.isEmpty() ? places : parts).alarm();
      cost = ofTimes;
    } else {
      kind = membersOf(Kind.ERROR).isEmpty() ? Kind.CALL : Kind.ERROR;
      lead = top(membersOf(kind)).alarm();
      cost = kind == Kind.ERROR ? ofErrors : 0;
    }
  }

  private static boolean isPart(Alarm alarm) {
    return CulpritFinder.isPart(alarm.key().subject());
  }

  private double largest(Kind of) {
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

  String id() {
    return id;
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

  /** The alarm that it is about. */
  Alarm lead() {
    return lead;
  }

  /** What the leading service costs the requests of the window, at most. */
  double cost() {
    return cost;
  }

  Collection<Frame> endpoints() {
    return Collections.unmodifiableSet(endpoints.keySet());
  }

  List<Alarm> alarms() {
    List<Alarm> alarms = new ArrayList<>(members.values().stream().map(Member::alarm).toList());
    alarms.sort(
        Comparator.comparing((Alarm alarm) -> !alarm.equals(lead)).thenComparing(Alarm.FIRST));
    return alarms;
  }

  /** How large it is; keeps that if it is the largest so far. */
  Extent extent() {
    Extent now = new Extent(alarms(), Effect.largestFirst(endpoints), cost);
    if (height == null || now.cost() > height.cost()) {
      height = now;
    }
    return now;
  }

  /** How large it was at most. */
  Extent height() {
    if (height == null) {
      throw new IllegalStateException("incident " + id + " was never measured");
    }
    return height;
  }

  /** It looks healthy for one more pane, or does not; says for how many it did. */
  int seesWell(boolean well) {
    wellPanes = well ? wellPanes + 1 : 0;
    return wellPanes;
  }

  /** Whom it has to reach, or had to at its height. */
  Severity severity() {
    if (kind == Kind.CALL) {
      return Severity.INFO;
    }
    return paged ? Severity.PAGE : Severity.TICKET;
  }
}
