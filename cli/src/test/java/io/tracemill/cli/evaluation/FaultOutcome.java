package io.tracemill.cli.evaluation;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What was said of one injected fault.
 *
 * @param incidents those that began within its stretch, in order
 */
record FaultOutcome(InjectedFault fault, List<SeenIncident> incidents) {
  FaultOutcome {
    incidents = List.copyOf(incidents);
  }

  /** The incident whose first culprit is the target or leads to it. */
  Optional<SeenIncident> hit() {
    return incidents.stream().filter(i -> i.service().equals(fault.target())).findFirst();
  }

  /** Whether there is one incident, and the right one. */
  boolean found() {
    return incidents.size() == 1 && hit().isPresent();
  }

  /** A row of docs/evaluation.md. */
  String row() {
    Optional<SeenIncident> shown = hit().or(() -> incidents.stream().findFirst());
    return "| %s | %s | %s | %s | %d | %s | %s | %s |"
        .formatted(
            fault.injectedAt(),
            fault.type(),
            fault.target(),
            hit().isPresent() ? "yes" : "**no**",
            incidents.size(),
            shown.map(SeenIncident::culprit).orElse(""),
            shown.map(FaultOutcome::contribution).orElse(""),
            shown.map(this::delay).orElse(""));
  }

  private static String contribution(SeenIncident incident) {
    return String.format(Locale.ROOT, "%.1f s", incident.contributionNanos() / 1e9);
  }

  private String delay(SeenIncident incident) {
    return Duration.between(fault.injectedAt(), incident.firedAt()).toSeconds() + " s";
  }
}
