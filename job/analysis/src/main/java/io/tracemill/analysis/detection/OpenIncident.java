package io.tracemill.analysis.detection;

import io.tracemill.analysis.detection.Row.Kind;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.span.Frame;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
  private final Frame firstEndpoint;
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
   * @param endpoints the one that is explained first
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
    this.firstEndpoint = Effect.largestFirst(first.effect().endpoints()).get(0);
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

  /**
   * The service with the most extra time leads, unless errors opened the incident and cost more.
   */
  private void chooseLead() {
    double ofTimes = largest(Kind.TIME);
    double ofErrors = largest(Kind.ERROR);
    if (ofTimes > 0 && (openedByTime || ofTimes > ofErrors)) {
      kind = Kind.TIME;
      String service = top(membersOf(Kind.TIME)).alarm().service();
      lead =
          topPart(
                  membersOf(Kind.TIME).stream()
                      .filter(member -> member.alarm().service().equals(service))
                      .toList())
              .alarm();
      cost = ofTimes;
    } else {
      kind = membersOf(Kind.ERROR).isEmpty() ? Kind.CALL : Kind.ERROR;
      lead = topPart(membersOf(kind)).alarm();
      cost = kind == Kind.ERROR ? ofErrors : 0;
    }
  }

  /** The largest edge, operation or call; where there is none, the largest. */
  private static Member topPart(List<Member> of) {
    List<Member> parts =
        of.stream().filter(member -> CulpritFinder.isPart(member.alarm().key().subject())).toList();
    return top(parts.isEmpty() ? of : parts);
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

  /** The endpoint that it was found in first, then those with the largest part. */
  List<Frame> endpoints() {
    List<Frame> largestFirst = new ArrayList<>(Effect.largestFirst(endpoints));
    largestFirst.remove(firstEndpoint);
    largestFirst.add(0, firstEndpoint);
    return largestFirst;
  }

  List<Alarm> alarms() {
    List<Alarm> alarms = new ArrayList<>(members.values().stream().map(Member::alarm).toList());
    alarms.sort(
        Comparator.comparing((Alarm alarm) -> !alarm.equals(lead)).thenComparing(Alarm.FIRST));
    return alarms;
  }

  /** How large it is; keeps that if it is the largest so far. */
  Extent extent() {
    Extent now = new Extent(alarms(), endpoints(), cost);
    if (height == null || now.alarms().get(0).size() > height.alarms().get(0).size()) {
      height = now;
    }
    return now;
  }

  /** How large it was at most, with all that was ever found of it. */
  Extent height() {
    if (height == null) {
      throw new IllegalStateException("incident " + id + " was never measured");
    }
    Set<RowKey> known = new HashSet<>();
    height.alarms().forEach(alarm -> known.add(alarm.key().member()));
    List<Alarm> all = new ArrayList<>(height.alarms());
    alarms().stream().filter(alarm -> !known.contains(alarm.key().member())).forEach(all::add);
    return new Extent(all, endpoints(), height.cost());
  }

  /** Counts panes in a row that look healthy. */
  int seesWell(boolean well) {
    wellPanes = well ? wellPanes + 1 : 0;
    return wellPanes;
  }

  /** How urgent it is; that never falls while the incident is open. */
  Severity severity() {
    if (kind == Kind.CALL) {
      return Severity.INFO;
    }
    return paged ? Severity.PAGE : Severity.TICKET;
  }
}
