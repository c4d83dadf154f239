package io.tracemill.cli.check;

import io.tracemill.analysis.record.QualityRecord;
import io.tracemill.analysis.record.QualityRecord.Service;
import io.tracemill.analysis.trace.AssemblyRules;
import io.tracemill.cli.screen.QualitySummary;
import io.tracemill.cli.screen.Wording;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.DoubleToLongFunction;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Checks that traces are complete and timely, and that their clocks can be corrected. */
record TraceCheck(TracemillConfig config) {
  private static final double MANY_LATE = 0.01;
  private static final double FEW_COMPLETE = 0.9;
  private static final double MOSTLY = 0.5;
  private static final int ENOUGH_TRACES = 100;
  private static final int SERVICES_NAMED = 5;
  private static final int NAME_WIDTH = 80;
  private static final long NANOS_PER_MILLI = 1_000_000;

  List<Finding> of(Sample sample, TraceTimes times) {
    return List.of(
        complete(sample.accounts()),
        Finding.ok("from the first to the last record of a trace: " + text(times::spread)),
        Finding.ok("from its root's record to the last: " + text(times::afterRoot)),
        late(sample.accounts(), times),
        skew(sample),
        hosts(sample));
  }

  private static Finding complete(QualitySummary accounts) {
    long complete = accounts.job().traces().complete();
    long all = complete + accounts.job().traces().incomplete();
    double share = (double) complete / Math.max(1, all);
    String text =
        "%s of %s complete".formatted(Wording.percent(share), Wording.count(all, "trace"));
    return share >= FEW_COMPLETE
        ? Finding.ok(text)
        : Finding.warning(
            text + "; only complete ones enter profiles",
            "Does kafka.topics cover all services? Does a sampler decide for each span?",
            "If your traces are meant to be like this:",
            Advice.setting("profiles.incomplete", "include"));
  }

  private Finding late(QualitySummary accounts, TraceTimes times) {
    long late = accounts.job().spans().late();
    double share = (double) late / Math.max(1, late + accounts.job().spans().used());
    String text = Wording.percent(share) + " of spans would arrive after their trace has closed";
    AssemblyRules rules = Rules.assembly(config);
    OptionalLong quiet = times.quietMillis();
    Optional<String> waits =
        quiet.stream().mapToObj(wait -> waits(wait, times.graceMillis(wait), rules)).findFirst();
    if (share > MANY_LATE) {
      return Finding.warning(
          text + ", by quiet-period and root-grace as configured",
          waits.orElse("Some arrive more than ten minutes later, so there is no advice on waits."));
    }
    return waits
        .filter(advice -> !advice.isEmpty() && times.traces() >= ENOUGH_TRACES)
        .map(advice -> Finding.ok(text, "# These waits suffice for the sample:", advice))
        .orElse(Finding.ok(text));
  }

  private static String waits(long quietMillis, long graceMillis, AssemblyRules rules) {
    return quietMillis == rules.quietMillis() && graceMillis == rules.graceMillis()
        ? ""
        : "assembly: {quiet-period: %ds, root-grace: %ds}"
            .formatted(quietMillis / 1000, graceMillis / 1000);
  }

  private static Finding skew(Sample sample) {
    long requests = sample.corrected();
    return requests == 0
        ? Finding.ok("no host's clock contradicts its caller's")
        : Finding.ok(
            "clock skew: calls of %s had to be moved to fit their caller, by %s a request on average"
                .formatted(
                    Wording.count(requests, "request"),
                    Wording.duration(sample.skewNanos() / requests)));
  }

  private static Finding hosts(Sample sample) {
    Map<String, Long> spans =
        sums(sample, Service.class, Service::service, each -> each.spans().used());
    Map<String, Long> without =
        sums(sample, Service.class, Service::service, each -> each.spans().withoutHost());
    List<String> mostly =
        spans.keySet().stream()
            .filter(name -> without.getOrDefault(name, 0L) > MOSTLY * spans.getOrDefault(name, 0L))
            .toList();
    if (mostly.isEmpty()) {
      return Finding.ok("%s give their host".formatted(Wording.count(spans.size(), "service")));
    }
    List<String> lines = new ArrayList<>();
    lines.add("Set host.name or k8s.pod.name as a resource attribute, first in:");
    mostly.stream()
        .limit(SERVICES_NAMED)
        .forEach(service -> lines.add("  " + Wording.shorten(service, NAME_WIDTH)));
    return Finding.warning(
        "%d of %s do not give their host: clock skew cannot be corrected"
            .formatted(mostly.size(), Wording.count(spans.size(), "service")),
        lines.toArray(String[]::new));
  }

  private static String text(DoubleToLongFunction millis) {
    return "p50 %s, p95 %s, p99 %s, max %s"
        .formatted(
            duration(millis.applyAsLong(0.5)),
            duration(millis.applyAsLong(0.95)),
            duration(millis.applyAsLong(0.99)),
            duration(millis.applyAsLong(1)));
  }

  private static String duration(long millis) {
    return Wording.duration(millis * NANOS_PER_MILLI);
  }

  /** Sums a count over all records of one kind, by name. */
  private static <T extends QualityRecord> Map<String, Long> sums(
      Sample sample, Class<T> kind, Function<T, String> name, ToLongFunction<T> count) {
    Map<String, Long> sums = new TreeMap<>();
    sample
        .records(kind)
        .forEach(each -> sums.merge(name.apply(each), count.applyAsLong(each), Long::sum));
    return sums;
  }
}
