package io.tracemill.cli.explain;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.stack.LocalSpan;
import io.tracemill.analysis.stack.look.SpanCohorts;
import io.tracemill.cli.options.GivenTime;
import io.tracemill.pipeline.config.ConfigException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The options that choose which spans are compared with which. */
final class CohortOptions {
  /** How slow spans are told from fast ones. */
  enum PolicyName {
    tail,
    buckets
  }

  @Option(
      names = "--policy",
      paramLabel = "P",
      defaultValue = "tail",
      description =
          "tail compares the fastest 10 %% with the slowest 2 %% (at least 200 spans); buckets also"
              + " fits its regression to 20 groups of spans (default: ${DEFAULT-VALUE}).")
  private PolicyName policy = PolicyName.tail;

  @Option(
      names = "--before",
      paramLabel = "A/B",
      converter = GivenTime.RangeConverter.class,
      description = "Instead, compare all spans from time A until before time B ...")
  private Optional<GivenTime.Range> before = Optional.empty();

  @Option(
      names = "--after",
      paramLabel = "C/D",
      converter = GivenTime.RangeConverter.class,
      description = "... with all spans of this range, as during an incident.")
  private Optional<GivenTime.Range> after = Optional.empty();

  @Option(
      names = "--hosts",
      split = ",",
      paramLabel = "FAST,SLOW",
      description = "Instead, compare the spans of two hosts.")
  private List<String> hosts = List.of();

  @Option(
      names = "--versions",
      split = ",",
      paramLabel = "FAST,SLOW",
      description = "Instead, compare the spans of two values of service.version.")
  private List<String> versions = List.of();

  /** Refuses options that contradict each other. */
  void require() {
    if (before.isPresent() != after.isPresent()) {
      throw new ConfigException("--before and --after name two ranges; give both or none");
    }
    requirePair("--hosts", hosts);
    requirePair("--versions", versions);
    if (Stream.of(before.isPresent(), !hosts.isEmpty(), !versions.isEmpty())
            .filter(given -> given)
            .count()
        > 1) {
      throw new ConfigException("give --before and --after, --hosts or --versions, not several");
    }
  }

  private static void requirePair(String option, List<String> values) {
    if (!values.isEmpty() && values.size() != 2) {
      throw new ConfigException(
          "%s takes two values, such as A,B; not '%s'".formatted(option, String.join(",", values)));
    }
  }

  /**
   * The cohorts among spans of one operation.
   *
   * @param endNanos the end of the data, from which {@code 15m ago} counts back
   */
  SpanCohorts of(List<LocalSpan> spans, long endNanos) {
    if (before.isPresent()) {
      return SpanCohorts.of(
          some(spans, "--before", within("--before", before.get(), endNanos)),
          some(spans, "--after", within("--after", after.orElseThrow(), endNanos)));
    }
    if (!hosts.isEmpty()) {
      return pair(spans, "--hosts", hosts, LocalSpan::host);
    }
    if (!versions.isEmpty()) {
      return pair(spans, "--versions", versions, LocalSpan::version);
    }
    return policy == PolicyName.tail ? SpanCohorts.tail(spans) : SpanCohorts.buckets(spans);
  }

  private static SpanCohorts pair(
      List<LocalSpan> spans,
      String option,
      List<String> values,
      Function<LocalSpan, String> valueOf) {
    return SpanCohorts.of(
        some(spans, option, span -> valueOf.apply(span).equals(values.get(0))),
        some(spans, option, span -> valueOf.apply(span).equals(values.get(1))));
  }

  private static Predicate<LocalSpan> within(String option, GivenTime.Range range, long endNanos) {
    Instant end = Instant.EPOCH.plusNanos(endNanos);
    Period period = range.period(option, ZoneId.systemDefault(), end);
    return span -> period.contains(Duration.ofNanos(span.self().startNanos(0)).toMillis());
  }

  private static List<LocalSpan> some(
      List<LocalSpan> spans, String option, Predicate<LocalSpan> wanted) {
    List<LocalSpan> found = spans.stream().filter(wanted).toList();
    if (found.isEmpty()) {
      throw new ConfigException(
          "%s: it holds no span of %s that samples cover; choose another operation with --span"
              .formatted(option, spans.get(0).frame()));
    }
    return found;
  }
}
