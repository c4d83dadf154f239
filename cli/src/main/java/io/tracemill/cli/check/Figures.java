package io.tracemill.cli.check;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.summingLong;
import static java.util.stream.Collectors.toList;

import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.record.QualityRecord.Service;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.AssemblyRules;
import io.tracemill.cli.analyze.Gateway;
import io.tracemill.cli.screen.QualitySummary;
import io.tracemill.cli.screen.Wording;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** Says what the job's records about a sample mean: traffic, traces and endpoints. */
record Figures(TracemillConfig config, Sample sample, TraceTimes times, SpansSeen spans) {
  private static final double MOSTLY = 0.5;
  private static final double MANY_LATE = 0.01;
  private static final double FEW_COMPLETE = 0.9;
  private static final int ENOUGH_TRACES = 100;
  private static final double GATEWAY_SHARE = 0.9;
  private static final int NAMED = 5;
  private static final int NAME_WIDTH = 70;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** The rate of records, and how many of them the job cannot use. */
  List<Finding> traffic() {
    QualitySummary accounts = sample.accounts();
    long records = accounts.job().records().received();
    long deadLettered = accounts.job().records().deadLettered();
    long clockJumps = accounts.job().records().clockJumps();
    long decoded = accounts.job().spans().decoded();
    long rejected = accounts.job().spans().allRejected();
    List<Finding> findings = new ArrayList<>();
    findings.add(Finding.ok(rates(records, decoded), spans.examples().toArray(String[]::new)));
    Finding.warnIf(
        deadLettered > 0,
        findings,
        "%s of %s cannot be decoded and would become dead letters; the first: %s"
            .formatted(
                share(deadLettered, records),
                Wording.count(records, "record"),
                sample.firstFailure()),
        "Does another program write to this topic?");
    Finding.warnIf(
        rejected > 0,
        findings,
        "%s of %s would be rejected"
            .formatted(share(rejected, decoded), Wording.count(decoded, "span")),
        accounts.job().spans().rejected().entrySet().stream()
            .filter(reason -> reason.getValue() > 0)
            .map(reason -> reason.getKey().label() + ": " + reason.getValue())
            .collect(joining(", ")));
    Finding.warnIf(
        clockJumps > 0,
        findings,
        "%s further ahead of the partition than time.max-jump: the job would not trust them"
            .formatted(Wording.count(clockJumps, "record timestamp")),
        "Let the broker set them: message.timestamp.type=LogAppendTime on the topic.");
    Finding.warnIf(
        spans.mostLackKinds(),
        findings,
        "most spans have no kind: network time cannot be told from a service's own",
        "The instrumentation should set CLIENT, SERVER, PRODUCER and CONSUMER.");
    return findings;
  }

  private String rates(long records, long decoded) {
    double seconds = sample.seconds();
    String seen =
        "%s in %s %s"
            .formatted(
                Wording.count(decoded, "span"),
                Wording.count(records, "record"),
                seconds == 0
                    ? "of one moment"
                    : "over " + Wording.duration((long) (seconds * 1e9)));
    return seconds < 1
        ? seen + ", too short for a rate: check again when a minute of traffic has arrived"
        : "%s spans/s in %s records/s, by the newest %s"
            .formatted(
                Wording.rate(sample.perSecond(decoded)),
                Wording.rate(sample.perSecond(records)),
                seen);
  }

  private static String share(long part, long whole) {
    return Wording.percent((double) part / Math.max(1, whole));
  }

  /** Whether traces are complete and timely, and their clocks can be corrected. */
  List<Finding> traces() {
    return List.of(
        complete(),
        Finding.ok(
            "from the first to the last record of a trace: p50 %s, p99 %s, max %s"
                .formatted(spread(0.5), spread(0.99), spread(1))),
        late(),
        skew(),
        hosts());
  }

  private Finding complete() {
    long complete = sample.accounts().job().traces().complete();
    long all = complete + sample.accounts().job().traces().incomplete();
    String text = "%s of %s complete".formatted(share(complete, all), Wording.count(all, "trace"));
    return complete >= FEW_COMPLETE * all
        ? Finding.ok(text)
        : Finding.warning(
            text + "; only complete ones enter profiles",
            "Does kafka.topics cover all services? Does a sampler decide for each span?",
            "If your traces are meant to be like this:",
            Advice.setting("profiles.incomplete", "include"));
  }

  private Finding late() {
    long late = sample.accounts().job().spans().late();
    long all = late + sample.accounts().job().spans().used();
    String text = share(late, all) + " of spans would arrive after their trace has closed";
    Optional<String> waits =
        times.quietMillis().stream()
            .mapToObj(
                quiet ->
                    "assembly: {quiet-period: %ds, root-grace: %ds}"
                        .formatted(quiet / 1000, times.graceMillis(quiet) / 1000))
            .findFirst();
    if (late > MANY_LATE * all) {
      return Finding.warning(
          text + ", by quiet-period and root-grace as configured",
          waits.orElse("Some arrive more than ten minutes later, so there is no advice on waits."));
    }
    AssemblyRules rules = Rules.assembly(config);
    String now =
        "assembly: {quiet-period: %ds, root-grace: %ds}"
            .formatted(rules.quietMillis() / 1000, rules.graceMillis() / 1000);
    return waits
        .filter(advice -> !advice.equals(now) && times.traces() >= ENOUGH_TRACES)
        .map(advice -> Finding.ok(text, "# These waits suffice for the sample:", advice))
        .orElse(Finding.ok(text));
  }

  private Finding skew() {
    long requests = sum(profile -> profile.evidence().corrected());
    return requests == 0
        ? Finding.ok("no host's clock contradicts its caller's")
        : Finding.ok(
            "clock skew: calls of %s had to be moved to fit their caller, by %s a request on average"
                .formatted(
                    Wording.count(requests, "request"),
                    Wording.duration(sum(profile -> profile.evidence().skewNanos()) / requests)));
  }

  private long sum(ToLongFunction<EndpointProfile> figure) {
    return sample.profiles().stream().mapToLong(figure).sum();
  }

  private Finding hosts() {
    Map<String, List<Service>> services =
        sample.services().collect(groupingBy(Service::service, TreeMap::new, toList()));
    List<String> mostly =
        services.entrySet().stream()
            .filter(each -> mostlyWithoutHost(each.getValue()))
            .map(each -> "  " + Wording.shorten(each.getKey(), NAME_WIDTH))
            .toList();
    if (mostly.isEmpty()) {
      return Finding.ok("%s give their host".formatted(Wording.count(services.size(), "service")));
    }
    List<String> lines = new ArrayList<>();
    lines.add("Set host.name or k8s.pod.name as a resource attribute, first in:");
    mostly.stream().limit(NAMED).forEach(lines::add);
    return Finding.warning(
        "%d of %s do not give their host: clock skew cannot be corrected"
            .formatted(mostly.size(), Wording.count(services.size(), "service")),
        lines.toArray(String[]::new));
  }

  private static boolean mostlyWithoutHost(List<Service> panes) {
    return panes.stream().mapToLong(pane -> pane.spans().withoutHost()).sum()
        > MOSTLY * panes.stream().mapToLong(pane -> pane.spans().used()).sum();
  }

  private String spread(double quantile) {
    return Wording.duration(times.spread(quantile) * NANOS_PER_MILLI);
  }

  /** The largest endpoints, and whether a gateway hides others. */
  List<Finding> endpoints() {
    long total = sum(EndpointProfile::traceCount);
    List<Map.Entry<Frame, Long>> largest =
        sample.profiles().stream()
            .collect(
                groupingBy(EndpointProfile::endpoint, summingLong(EndpointProfile::traceCount)))
            .entrySet()
            .stream()
            .sorted(
                Map.Entry.<Frame, Long>comparingByValue(Comparator.reverseOrder())
                    .thenComparing(Map.Entry.comparingByKey()))
            .toList();
    Stream<String> top =
        largest.stream()
            .limit(NAMED)
            .map(
                each ->
                    "%6s  %s"
                        .formatted(
                            share(each.getValue(), total),
                            Wording.shorten(each.getKey().toString(), NAME_WIDTH)));
    List<Finding> findings = new ArrayList<>();
    findings.add(
        Finding.ok(
            "%s of %s"
                .formatted(
                    Wording.count(largest.size(), "endpoint"),
                    Wording.count(total, "entry request")),
            top.toArray(String[]::new)));
    largest.stream()
        .filter(each -> each.getValue() >= GATEWAY_SHARE * total)
        .flatMap(each -> gateway(each.getKey(), share(each.getValue(), total)).stream())
        .forEach(findings::add);
    return findings;
  }

  private Optional<Finding> gateway(Frame endpoint, String share) {
    return sample.profiles().stream()
        .filter(profile -> profile.endpoint().equals(endpoint))
        .max(Comparator.comparingLong(EndpointProfile::traceCount))
        .flatMap(profile -> Gateway.of(endpoint.service(), profile.tree()))
        .map(
            gateway -> {
              List<String> lines =
                  new ArrayList<>(gateway.setting(config.get(Keys.ENDPOINTS_SKIP)));
              lines.add(
                  "# which shows the %s behind it"
                      .formatted(Wording.count(gateway.hidden(), "endpoint")));
              return Finding.warning(
                  "%s of requests enter by %s: consider this endpoints.skip"
                      .formatted(share, Wording.shorten(endpoint.toString(), NAME_WIDTH)),
                  lines.toArray(String[]::new));
            });
  }
}
