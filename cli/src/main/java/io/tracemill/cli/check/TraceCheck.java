package io.tracemill.cli.check;

import io.tracemill.analysis.trace.AssemblyRules;
import io.tracemill.cli.sample.Percentiles;
import io.tracemill.cli.sample.TraceFigures;
import io.tracemill.cli.sample.Waits;
import io.tracemill.cli.screen.Wording;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether traces come whole and in time, and whether their clocks can be corrected. */
record TraceCheck(TracemillConfig config) {
  private static final double MANY_LATE = 0.01;
  private static final double FEW_COMPLETE = 0.9;
  private static final double MOSTLY = 0.5;
  private static final int ENOUGH_TRACES = 100;
  private static final int SERVICES_NAMED = 5;
  private static final int NAME_WIDTH = 80;
  private static final long NANOS_PER_MILLI = 1_000_000;

  List<Finding> of(TraceFigures figures) {
    List<Finding> findings = new ArrayList<>();
    findings.add(complete(figures));
    findings.add(
        Finding.ok(
            "from the first to the last record of a trace: " + text(figures.spreadMillis())));
    findings.add(
        Finding.ok("from its root's record to the last: " + text(figures.afterRootMillis())));
    findings.add(late(figures));
    findings.add(hosts(figures));
    return findings;
  }

  private static Finding complete(TraceFigures figures) {
    String text =
        "%s of %s complete"
            .formatted(
                Wording.percent(figures.completeShare()),
                Wording.count(figures.traceCount(), "trace"));
    return figures.completeShare() >= FEW_COMPLETE
        ? Finding.ok(text)
        : Finding.warning(
            text + "; only complete ones enter profiles",
            "Are all services' spans in kafka.topics? Does a sampler decide span by span?",
            "If this is how your traces are:",
            Advice.setting("profiles.incomplete", "include"));
  }

  private Finding late(TraceFigures figures) {
    double share = figures.lateShare();
    Waits waits = figures.shortestWaits();
    String text = Wording.percent(share) + " of spans would come after their trace has closed";
    Optional<String> change = change(waits);
    if (share > MANY_LATE) {
      return Finding.warning(
          text + ", by quiet-period and root-grace as configured",
          change
              .map(setting -> new String[] {gain(waits), setting})
              .orElse(new String[] {"No wait that is tried, up to ten minutes, changes that."}));
    }
    return change
        .filter(setting -> figures.traceCount() >= ENOUGH_TRACES)
        .map(setting -> Finding.ok(text, gain(waits), setting))
        .orElse(Finding.ok(text));
  }

  private static String gain(Waits waits) {
    return "# The shortest waits that do for this sample (%s late):"
        .formatted(Wording.percent(waits.lateShare()));
  }

  /** Only what differs from what is configured. */
  private Optional<String> change(Waits waits) {
    AssemblyRules rules = Rules.assembly(config);
    return waits.quietMillis() == rules.quietMillis() && waits.graceMillis() == rules.graceMillis()
        ? Optional.empty()
        : Optional.of(
            "assembly: {quiet-period: %ds, root-grace: %ds}"
                .formatted(waits.quietMillis() / 1000, waits.graceMillis() / 1000));
  }

  private static Finding hosts(TraceFigures figures) {
    List<Map.Entry<String, Double>> mostly =
        figures.withoutHost().entrySet().stream()
            .filter(service -> service.getValue() > MOSTLY)
            .toList();
    if (mostly.isEmpty()) {
      return Finding.ok(
          "%s say on which host they run".formatted(Wording.count(figures.services(), "service")));
    }
    List<String> lines = new ArrayList<>();
    lines.add("Set host.name or k8s.pod.name as a resource attribute, first of all in:");
    mostly.stream()
        .limit(SERVICES_NAMED)
        .forEach(service -> lines.add("  " + Wording.shorten(service.getKey(), NAME_WIDTH)));
    return Finding.warning(
        "%d of %s do not say their host: clock skew cannot be corrected"
            .formatted(mostly.size(), Wording.count(figures.services(), "service")),
        lines.toArray(String[]::new));
  }

  private static String text(Percentiles millis) {
    return "p50 %s, p95 %s, p99 %s, max %s"
        .formatted(
            duration(millis.p50()),
            duration(millis.p95()),
            duration(millis.p99()),
            duration(millis.max()));
  }

  private static String duration(long millis) {
    return Wording.duration(millis * NANOS_PER_MILLI);
  }
}
