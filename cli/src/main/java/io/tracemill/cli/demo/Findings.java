package io.tracemill.cli.demo;

import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.record.IncidentRecord;
import io.tracemill.cli.screen.Wording;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.results.PublishedRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The faults that the job has found, and when. One thread may write while another reads.
 *
 * <p>An incident belongs to the fault during which it first appeared, or to one that ended shortly
 * before. Notices (severity {@code info}) are ignored.
 */
final class Findings {
  /** A fault may still be found this long after its end. */
  private static final Duration GRACE = Duration.ofSeconds(30);

  /** A fault that began more recently than this may not be found yet. */
  private static final Duration PATIENCE = Duration.ofSeconds(75);

  private final List<Fault> faults;
  private final Map<String, Seen> byId = new HashMap<>();

  /** An incident, the time it first appeared, and its latest culprit. */
  private record Seen(Instant first, String culprit) {}

  Findings(List<Fault> faults) {
    this.faults = List.copyOf(faults);
  }

  /** Takes in a record that arrived at {@code now}; ignores all but incidents. */
  void accept(PublishedRecord record, Instant now) {
    if (record.stream() == ResultStream.INCIDENTS
        && record.record().orElse(null) instanceof IncidentRecord incident) {
      accept(incident, now);
    }
  }

  synchronized void accept(IncidentRecord incident, Instant now) {
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
  synchronized String result(Instant now) {
    List<Fault> injected = faults.stream().filter(fault -> fault.start().isBefore(now)).toList();
    List<String> parts = new ArrayList<>();
    parts.add(injected.isEmpty() ? "no fault injected" : count(injected.size(), "fault injected"));
    List<Fault> found = injected.stream().filter(fault -> of(fault).isPresent()).toList();
    if (!injected.isEmpty()) {
      parts.add(found.isEmpty() ? "none found" : found.size() + " found");
    }
    if (!found.isEmpty()) {
      parts.add("after " + found.stream().map(this::delay).collect(joining(" and ")));
      parts.add(culprits(found));
    }
    injected.stream()
        .filter(fault -> !found.contains(fault))
        .forEach(fault -> parts.add(missing(fault, now)));
    long others = byId.values().stream().filter(seen -> faultOf(seen).isEmpty()).count();
    if (others > 0) {
      parts.add(count(others, "incident without a fault"));
    } else if (injected.isEmpty()) {
      parts.add("no incident found");
    }
    return String.join(", ", parts);
  }

  /** The incident of a fault: the first one with the right culprit, or else the first one. */
  private Optional<Seen> of(Fault fault) {
    List<Seen> seen =
        byId.values().stream()
            .filter(each -> faultOf(each).equals(Optional.of(fault)))
            .sorted(Comparator.comparing(Seen::first))
            .toList();
    return seen.stream()
        .filter(each -> each.culprit().equals(fault.culprit()))
        .findFirst()
        .or(() -> seen.stream().findFirst());
  }

  private Optional<Fault> faultOf(Seen seen) {
    return faults.stream()
        .filter(fault -> !seen.first().isBefore(fault.start()))
        .filter(fault -> seen.first().isBefore(fault.end().plus(GRACE)))
        .findFirst();
  }

  private String delay(Fault fault) {
    return Duration.between(fault.start(), of(fault).orElseThrow().first()).toSeconds() + " s";
  }

  private String culprits(List<Fault> found) {
    TreeSet<String> wrong = new TreeSet<>();
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

  private static String count(long count, String noun) {
    int space = noun.indexOf(' ');
    return count == 1
        ? "1 " + noun
        : "%d %ss%s".formatted(count, noun.substring(0, space), noun.substring(space));
  }
}
