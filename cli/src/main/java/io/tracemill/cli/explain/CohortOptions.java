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
import java.util.function.Predicate;
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

  /** Refuses options that contradict each other. */
  void require() {
    if (before.isPresent() != after.isPresent()) {
      throw new ConfigException("--before and --after name two ranges; give both or none");
    }
    if (!hosts.isEmpty() && (hosts.size() != 2 || before.isPresent())) {
      throw new ConfigException("--hosts takes two hosts, without --before and --after");
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
      return SpanCohorts.of(
          some(spans, "--hosts", span -> span.host().equals(hosts.get(0))),
          some(spans, "--hosts", span -> span.host().equals(hosts.get(1))));
    }
    return policy == PolicyName.tail ? SpanCohorts.tail(spans) : SpanCohorts.buckets(spans);
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
          "%s: no span of %s that samples cover is in it".formatted(option, spans.get(0).frame()));
    }
    return found;
  }
}
