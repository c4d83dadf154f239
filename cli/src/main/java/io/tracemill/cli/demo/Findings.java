package io.tracemill.cli.demo;

import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.record.IncidentRecord;
import io.tracemill.cli.screen.Wording;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The faults of a demo: announces each, and knows which the job has found, and when.
 *
 * <p>An incident belongs to the fault during which it first appeared, or to one that ended shortly
 * before. Notices (severity {@code info}) are ignored.
 */
final class Findings {
  /** The countdown to the first fault advances in steps of this length. */
  private static final int STEP_SECONDS = 10;

  /** A fault may still be found this long after its end. */
  private static final Duration GRACE = Duration.ofSeconds(30);

  /** A fault that began more recently than this may not be found yet. */
  private static final Duration PATIENCE = Duration.ofSeconds(75);

  private final List<Fault> faults;

  /** In the order in which they first appeared. */
  private final Map<String, Seen> byId = new LinkedHashMap<>();

  private Instant toldUntil;

  /** An incident, the time it first appeared, and its latest culprit. */
  private record Seen(Instant first, String culprit) {
    boolean isOf(Fault fault) {
      return !first.isBefore(fault.start()) && first.isBefore(fault.end().plus(GRACE));
    }
  }

  /** Without findings; announces the faults after {@code beginning}. */
  Findings(List<Fault> faults, Instant beginning) {
    this.faults = List.copyOf(faults);
    this.toldUntil = beginning;
  }

  /** The time until the first fault, in a clause; empty once the fault has started. */
  Optional<String> outlook(Instant now) {
    if (faults.isEmpty()) {
      return Optional.of("this scenario has no fault");
    }
    Instant start = faults.get(0).start();
    long steps = (Duration.between(now, start).toSeconds() + STEP_SECONDS - 1) / STEP_SECONDS;
    return now.isBefore(start)
        ? Optional.of(
            "the job is learning; the first fault comes in %d s, at %s UTC"
                .formatted(steps * STEP_SECONDS, clock(start)))
        : Optional.empty();
  }

  /**
   * The faults that have started or ended since the last call, a line each, in the format of
   * incidents.
   */
  List<String> announced(Instant now) {
    List<String> lines = new ArrayList<>();
    for (Fault fault : faults) {
      announce(fault.start(), now, "fault", fault, lines);
      announce(fault.end(), now, "over", fault, lines);
    }
    toldUntil = now;
    return lines;
  }

  private void announce(Instant time, Instant now, String what, Fault fault, List<String> lines) {
    if (time.isAfter(toldUntil) && !time.isAfter(now)) {
      lines.add("%s  %-8s  %s".formatted(clock(time), what, fault.text()));
    }
  }

  private static String clock(Instant time) {
    return Wording.clock(time.toEpochMilli());
  }

  /** Takes in an incident that arrived at {@code now}. */
  void accept(IncidentRecord incident, Instant now) {
    if (incident.severity() != Severity.INFO) {
      byId.merge(
          incident.id(),
          new Seen(now, culprit(incident)),
          (old, newer) -> new Seen(old.first(), newer.culprit()));
    }
  }

  /** The service of the first culprit: of the frame itself, or of an edge's callee. */
  private static String culprit(IncidentRecord incident) {
    return incident.culprits().stream()
        .findFirst()
        .flatMap(first -> first.callee().or(first::service))
        .orElse("");
  }

  /**
   * {@code 2 faults injected, 2 found, after 15 s and 20 s, right culprit}, then any other
   * findings.
   */
  String result(Instant now) {
    List<Fault> injected = faults.stream().filter(fault -> fault.start().isBefore(now)).toList();
    List<Fault> found = injected.stream().filter(fault -> of(fault).isPresent()).toList();
    List<String> parts = new ArrayList<>();
    if (injected.isEmpty()) {
      parts.add("no fault injected");
    } else {
      parts.add(Wording.count(injected.size(), "fault") + " injected");
      parts.add(found.isEmpty() ? "none found" : found.size() + " found");
    }
    if (!found.isEmpty()) {
      parts.add("after " + found.stream().map(this::delay).collect(joining(" and ")));
      parts.add(culprits(found));
    }
    injected.stream()
        .filter(fault -> !found.contains(fault))
        .forEach(fault -> parts.add(missing(fault, now)));
    long others =
        byId.values().stream().filter(seen -> faults.stream().noneMatch(seen::isOf)).count();
    if (others > 0) {
      parts.add(Wording.count(others, "incident") + " without a fault");
    } else if (injected.isEmpty()) {
      parts.add("no incident found");
    }
    return String.join(", ", parts);
  }

  /** The incident of a fault: the first one with the right culprit, or else the first one. */
  private Optional<Seen> of(Fault fault) {
    List<Seen> seen = byId.values().stream().filter(each -> each.isOf(fault)).toList();
    return seen.stream()
        .filter(each -> each.culprit().equals(fault.culprit()))
        .findFirst()
        .or(() -> seen.stream().findFirst());
  }

  private String delay(Fault fault) {
    return Duration.between(fault.start(), of(fault).orElseThrow().first()).toSeconds() + " s";
  }

  private String culprits(List<Fault> found) {
    List<String> wrong = new ArrayList<>();
    for (Fault fault : found) {
      String culprit = of(fault).orElseThrow().culprit();
      if (!culprit.equals(fault.culprit())) {
        wrong.add("%s instead of %s".formatted(Wording.printable(culprit), fault.culprit()));
      }
    }
    return wrong.isEmpty() ? "right culprit" : "wrong culprit: " + String.join(", ", wrong);
  }

  private static String missing(Fault fault, Instant now) {
    boolean early = Duration.between(fault.start(), now).compareTo(PATIENCE) < 0;
    return (early ? "too early to find: " : "not found: ") + fault.culprit();
  }
}
