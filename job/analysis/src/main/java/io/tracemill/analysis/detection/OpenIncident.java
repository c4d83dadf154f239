package io.tracemill.analysis.detection;

import io.tracemill.analysis.detection.DetectorState.IncidentState;
import io.tracemill.analysis.detection.DetectorState.MemberState;
import io.tracemill.analysis.detection.Row.Kind;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An incident that goes on: what was found of it, each subject as it was found last and how large
 * it was at most.
 *
 * <p>Limit: {@link #MAX_MEMBERS} subjects; later ones belong to it, but are not listed.
 */
final class OpenIncident {
  static final int MAX_MEMBERS = 200;

  private final String id;
  private final long sinceMillis;
  private final long firedMillis;
  private boolean openedByTime;
  private final Map<RowKey, Member> members = new LinkedHashMap<>();
  private final Map<Frame, Double> endpoints = new TreeMap<>();
  private Kind kind;
  private Subject culprit;
  private RowKey lead;
  private double cost;
  private int wellPanes;
  private Severity severity = Severity.INFO;
  private @Nullable Incident height;

  /**
   * A subject that was found.
   *
   * @param most the largest size that it was found with
   */
  record Member(Alarm alarm, double most) {}

  OpenIncident(String id, long sinceMillis, long firedMillis, Alarm first) {
    this.id = id;
    this.sinceMillis = sinceMillis;
    this.firedMillis = firedMillis;
    this.openedByTime = first.kind() == Kind.TIME;
    this.kind = first.kind();
    this.lead = first.question().key().member();
    this.culprit = first.question().key().subject();
  }

  /** Adds what was found, or found again, and says what the incident is put down to. */
  void update(Alarm alarm, CulpritFinder finder) {
    RowKey key = alarm.question().key().member();
    @Nullable Member known = members.get(key);
    if (known == null && members.size() >= MAX_MEMBERS) {
      return;
    }
    double most = known == null ? alarm.size() : Math.max(known.most(), alarm.size());
    members.put(key, new Member(alarm, most));
    alarm.effect().endpoints().forEach((of, part) -> endpoints.merge(of, part, Math::max));
    choose(finder);
  }

  private void choose(CulpritFinder finder) {
    double ofTimes = largest(Kind.TIME);
    double ofErrors = largest(Kind.ERROR);
    if (ofTimes > 0 && (openedByTime || ofTimes > ofErrors)) {
      kind = Kind.TIME;
      chooseService(finder);
    } else {
      kind = ofErrors > 0 || has(Kind.ERROR) ? Kind.ERROR : Kind.CALL;
      Map.Entry<RowKey, Member> top = top(members(kind));
      lead = top.getKey();
      culprit = finder.behind(top.getValue().alarm().question());
      cost = kind == Kind.ERROR ? ofErrors : 0;
    }
  }

  /** The service that costs most, and of it the edge or operation that does. */
  private void chooseService(CulpritFinder finder) {
    Map<String, Double> services = new TreeMap<>();
    List<Map.Entry<RowKey, Member>> times = members(Kind.TIME);
    times.forEach(
        time ->
            services.merge(time.getValue().alarm().service(), time.getValue().most(), Math::max));
    Map.Entry<String, Double> service =
        services.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
    List<Map.Entry<RowKey, Member>> parts =
        times.stream()
            .filter(time -> time.getValue().alarm().service().equals(service.getKey()))
            .toList();
    List<Map.Entry<RowKey, Member>> named =
        parts.stream().filter(part -> !isWholeService(part.getKey())).toList();
    Map.Entry<RowKey, Member> top = top(named.isEmpty() ? parts : named);
    lead = top.getKey();
    culprit = finder.behind(top.getValue().alarm().question());
    cost = service.getValue();
  }

  private static boolean isWholeService(RowKey key) {
    return key.subject() instanceof Subject.PlaceTime time && time.place() instanceof Place.Service;
  }

  private double largest(Kind of) {
    return members(of).stream().mapToDouble(member -> member.getValue().most()).max().orElse(0);
  }

  private boolean has(Kind of) {
    return !members(of).isEmpty();
  }

  private List<Map.Entry<RowKey, Member>> members(Kind of) {
    return members.entrySet().stream().filter(member -> Alarm.kind(member.getKey()) == of).toList();
  }

  private static Map.Entry<RowKey, Member> top(List<Map.Entry<RowKey, Member>> of) {
    return of.stream()
        .max(
            Comparator.comparingDouble((Map.Entry<RowKey, Member> one) -> one.getValue().most())
                .thenComparingDouble(one -> one.getValue().alarm().question().surprise()))
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

  Subject culprit() {
    return culprit;
  }

  /** What its culprit's service costs the requests of the window. */
  double cost() {
    return cost;
  }

  /** The alarm that it is about. */
  Alarm lead() {
    @Nullable Member member = members.get(lead);
    if (member == null) {
      throw new IllegalStateException("incident " + id + " lost what it is about: " + lead);
    }
    return member.alarm();
  }

  Map<RowKey, Member> members() {
    return Collections.unmodifiableMap(members);
  }

  /** The alarms, the one it is about first, then the largest first. */
  List<Alarm> alarms() {
    Alarm first = lead();
    List<Alarm> alarms = new ArrayList<>();
    alarms.add(first);
    members.values().stream()
        .map(Member::alarm)
        .filter(alarm -> !alarm.equals(first))
        .sorted(Comparator.comparingInt(Alarm::rankOfKind).thenComparing(bySize()))
        .forEach(alarms::add);
    return alarms;
  }

  private static Comparator<Alarm> bySize() {
    return Comparator.comparingDouble(Alarm::size).reversed();
  }

  Map<Frame, Double> endpoints() {
    return Collections.unmodifiableMap(endpoints);
  }

  /** It looks healthy for one more pane, or does not; says for how many it did. */
  int seesWell(boolean well) {
    wellPanes = well ? wellPanes + 1 : 0;
    return wellPanes;
  }

  /** Raises its severity; it does not fall while the incident is open. */
  Severity raise(Severity now) {
    severity = now.compareTo(severity) < 0 ? now : severity;
    return severity;
  }

  /** Keeps its record if it is the largest so far, the first of equal ones. */
  void keep(Incident record) {
    if (height == null || record.contributionNanos() > height.contributionNanos()) {
      height = record;
    }
  }

  IncidentState state() {
    return new IncidentState(
        id,
        sinceMillis,
        firedMillis,
        openedByTime,
        culprit,
        List.copyOf(members.keySet()).indexOf(lead),
        cost,
        wellPanes,
        severity,
        members.values().stream().map(member -> member.alarm().state(member.most())).toList(),
        Effect.parts(endpoints),
        Optional.ofNullable(height));
  }

  static OpenIncident restored(IncidentState state) {
    Alarm lead = Alarm.restored(state.members().get(state.lead()));
    OpenIncident incident =
        new OpenIncident(state.id(), state.sinceMillis(), state.firedMillis(), lead);
    for (MemberState member : state.members()) {
      Alarm alarm = Alarm.restored(member);
      incident.members.put(alarm.question().key().member(), new Member(alarm, member.most()));
    }
    state.endpoints().forEach(part -> incident.endpoints.put(part.endpoint(), part.part()));
    incident.openedByTime = state.openedByTime();
    incident.culprit = state.culprit();
    incident.cost = state.cost();
    incident.wellPanes = state.wellPanes();
    incident.severity = state.severity();
    incident.height = state.height().orElse(null);
    return incident;
  }

  /** Its record when it was largest. */
  Optional<Incident> height() {
    return Optional.ofNullable(height);
  }
}
