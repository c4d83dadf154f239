package io.tracemill.analysis.alert;

import io.tracemill.analysis.alert.Alert.Reason;
import io.tracemill.analysis.alert.Alert.Scope;
import io.tracemill.analysis.alert.Alert.Status;
import io.tracemill.analysis.alert.Incident.Peak;
import io.tracemill.analysis.alert.Incident.Severity;
import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.mutation.Subject;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.varint.Text;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** An incident with alerts that fire. */
final class OpenIncident {
  private static final double NOTEWORTHY = 0.1;

  /** Windows after its begin in which what is new may be a consequence. */
  private static final int CONSEQUENCE_WINDOWS = 12;

  private final String id;
  private final String service;
  private final Set<String> members = new LinkedHashSet<>();
  private long sinceMillis;
  private long earliestMillis;
  private Severity severity = Severity.TICKET;
  private Optional<Incident> written = Optional.empty();
  private Optional<Reason> ending = Optional.empty();

  private OpenIncident(String id, String service, long sinceMillis, long earliestMillis) {
    this.id = id;
    this.service = service;
    this.sinceMillis = sinceMillis;
    this.earliestMillis = earliestMillis;
  }

  /** That of an alert which is part of no other. */
  static OpenIncident of(Alert first) {
    return new OpenIncident(
        Ids.ofIncident(first.id()),
        Culprits.top(first).service(),
        first.sinceMillis(),
        first.earliestMillis());
  }

  String id() {
    return id;
  }

  /** The service it is about. */
  String service() {
    return service;
  }

  void add(Alert alert) {
    sinceMillis = Math.min(sinceMillis, alert.sinceMillis());
    earliestMillis = Math.min(earliestMillis, alert.earliestMillis());
    members.add(alert.id());
  }

  /**
   * Of too many members those are forgotten that ended, the oldest first; then the youngest, which
   * are members again once there is room.
   */
  private void boundMembers(List<Alert> firing) {
    Set<String> now = firing.stream().map(Alert::id).collect(Collectors.toSet());
    firing.forEach(alert -> members.add(alert.id()));
    Iterator<String> oldest = members.iterator();
    while (members.size() > Bounds.MAX_LISTED && oldest.hasNext()) {
      if (!now.contains(oldest.next())) {
        oldest.remove();
      }
    }
    members.retainAll(Bounds.listed(List.copyOf(members)));
  }

  /**
   * Whether it is too old for an alert to be its consequence. What begins so much later has a cause
   * of its own: findings of an endpoint share their culprits, so an older one stands among them
   * too.
   */
  boolean isTooOldFor(Alert alert) {
    long later = alert.earliestMillis() - sinceMillis;
    return later > CONSEQUENCE_WINDOWS * alert.window().lengthMillis();
  }

  /**
   * What it costs, no request counted twice: alerts of one endpoint are about the same requests,
   * and those of the system about the requests of all.
   */
  static long contributionNanos(List<Alert> firing) {
    long system = 0;
    Map<Frame, Long> largest = new TreeMap<>();
    for (Alert alert : firing) {
      long contribution = alert.finding().contributionNanos();
      if (alert.scope() == Scope.SYSTEM) {
        system = Math.max(system, contribution);
      } else {
        largest.merge(alert.endpoints().get(0), contribution, Math::max);
      }
    }
    return Math.max(system, largest.values().stream().mapToLong(Long::longValue).sum());
  }

  /**
   * Its record, if it is new or has changed in more than its window: other alerts or endpoints,
   * another severity, rank or first culprit, or a contribution more than a tenth off the last one.
   * Once a window it is written anyway: whoever hears no more of it has to believe that it is over.
   *
   * @param firing its alerts, the largest contribution first
   */
  Optional<Incident> update(List<Alert> firing, int rank, long slideEndMillis, JudgeRules rules) {
    if (firing.stream().anyMatch(alert -> pages(alert, rules))) {
      severity = Severity.PAGE;
    }
    boundMembers(firing);
    Incident now = firing(firing, rank, slideEndMillis);
    if (written.isPresent() && !differs(now, written.get())) {
      return Optional.empty();
    }
    written = Optional.of(now);
    return written;
  }

  private Incident firing(List<Alert> firing, int rank, long slideEndMillis) {
    Alert leading = leading(firing);
    Set<Frame> endpoints = new LinkedHashSet<>(leading.endpoints());
    firing.forEach(alert -> endpoints.addAll(alert.endpoints()));
    Peak now =
        new Peak(
            slideEndMillis,
            contributionNanos(firing),
            Bounds.listed(List.copyOf(endpoints)),
            leading);
    return new Incident(
        id,
        Status.FIRING,
        Optional.empty(),
        severity,
        rank,
        sinceMillis,
        earliestMillis,
        // Also where the alert was last seen in an earlier one.
        leading.window().endingAt(slideEndMillis),
        culprits(leading),
        now.endpoints(),
        List.copyOf(members),
        now.contributionNanos(),
        leading,
        written.map(last -> last.peak().or(now)).orElse(now));
  }

  /** What says most of its service; what did last, where only consequences are left. */
  private Alert leading(List<Alert> firing) {
    List<Alert> ofService =
        firing.stream().filter(alert -> Culprits.top(alert).service().equals(service)).toList();
    return ofService.isEmpty()
        ? written.map(Incident::leading).orElse(firing.get(0))
        : Leading.of(ofService);
  }

  private static List<CulpritChange> culprits(Alert leading) {
    List<CulpritChange> culprits = leading.finding().culprits();
    return culprits.isEmpty() ? List.of(CulpritChange.ofName(Culprits.top(leading))) : culprits;
  }

  /** Not by how much requests became slower, which something else may have done. */
  private static boolean pages(Alert alert, JudgeRules rules) {
    double rise = requestNanos(alert);
    return rise >= rules.pageNanos()
        && rise >= rules.pageRatio() * alert.concerned().beforeMeanNanos();
  }

  /**
   * What it costs a request of those it is about, the mean: its first culprit, or the alert alone
   * if it knows of more. Culprits of a category have its own figures; those of the system's may be
   * of other endpoints, and have alerts of their own. Of a call over all endpoints it is known what
   * it costs where one of them found it by itself.
   */
  private static double requestNanos(Alert alert) {
    List<CulpritChange> culprits = alert.finding().culprits();
    double ofCulprit = culprits.isEmpty() ? 0 : culprits.get(0).nanos();
    double own =
        (double) alert.finding().contributionNanos() / Math.max(1, alert.concerned().traces());
    boolean ofPlace = alert.finding().trial().subject() instanceof Subject.PlaceTime;
    boolean knowsMore =
        alert.scope() == Scope.ENDPOINT || (alert.scope() == Scope.SYSTEM && !ofPlace);
    return knowsMore ? Math.max(ofCulprit, own) : own;
  }

  private static boolean differs(Incident now, Incident before) {
    double change = (double) now.contributionNanos() - before.contributionNanos();
    long newerMillis = now.window().endMillis() - before.window().endMillis();
    return newerMillis >= now.window().lengthMillis()
        || now.severity() != before.severity()
        || now.rank() != before.rank()
        || !now.alerts().equals(before.alerts())
        || !Set.copyOf(now.endpoints()).equals(Set.copyOf(before.endpoints()))
        || !now.culprits().get(0).culprit().equals(before.culprits().get(0).culprit())
        || Math.abs(change) > NOTEWORTHY * Math.abs((double) before.contributionNanos());
  }

  /**
   * Remembers why it will have ended, of alerts that did: where one of them may go on, unseen, it
   * is that; else it is the reason of the one that it is about at its height.
   *
   * @param resolved at a slide, the largest contribution first
   */
  void hear(List<Alert> resolved) {
    for (Alert alert : resolved) {
      boolean main =
          written.filter(last -> last.peak().leading().id().equals(alert.id())).isPresent();
      if (alert.reason().filter(Reason::mayGoOn).isPresent()
          || (main && ending.filter(Reason::mayGoOn).isEmpty())) {
        ending = alert.reason();
      }
    }
  }

  /**
   * Its last record: as it was at its height, so that it says what somebody had to look at and not
   * what was left of it. Its culprits and figures belong together.
   *
   * @param resolved those of its alerts that were the last to be, the largest contribution first
   */
  Incident resolve(List<Alert> resolved, long slideEndMillis) {
    Incident last = written.orElseThrow();
    Peak peak = last.peak();
    return new Incident(
        id,
        Status.RESOLVED,
        ending.or(resolved.get(0)::reason),
        severity,
        last.rank(),
        sinceMillis,
        earliestMillis,
        last.window().endingAt(slideEndMillis),
        culprits(peak.leading()),
        peak.endpoints(),
        List.copyOf(members),
        peak.contributionNanos(),
        peak.leading(),
        peak);
  }

  void write(DataOutput out) throws IOException {
    Text.write(out, id);
    Text.write(out, service);
    out.writeLong(sinceMillis);
    out.writeLong(earliestMillis);
    out.writeByte(severity.ordinal());
    Lists.write(out, members, Text::write);
    Lists.write(out, written.stream().toList(), IncidentCodec::write);
    AlertCodec.writeReason(out, ending);
  }

  static OpenIncident read(DataInput in, int version) throws IOException {
    String id = Text.read(in);
    String service = Text.read(in);
    long sinceMillis = in.readLong();
    long earliestMillis = version > 4 ? in.readLong() : sinceMillis;
    OpenIncident incident = new OpenIncident(id, service, sinceMillis, earliestMillis);
    incident.severity = Severity.values()[in.readUnsignedByte()];
    incident.members.addAll(Lists.read(in, Text::read));
    incident.written = Lists.readOne(in, from -> IncidentCodec.read(from, version));
    if (version > 11) {
      incident.ending = AlertCodec.readReason(in);
    }
    incident.written.ifPresent(
        last -> incident.earliestMillis = Math.min(earliestMillis, last.earliestMillis()));
    return incident;
  }
}
