package io.tracemill.cli.check;

import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.span.SpanKind;
import io.tracemill.cli.screen.QualitySummary;
import io.tracemill.cli.screen.Wording;
import java.util.ArrayList;
import java.util.List;

/** Checks the rate of records, and how many of them the job cannot use. */
final class TrafficCheck {
  private static final double MOSTLY = 0.5;
  private static final double LONG_SECONDS = 600;
  private static final int FRAGMENTS_SEEN = 10_000;

  private TrafficCheck() {}

  static List<Finding> of(Sample sample) {
    QualitySummary accounts = sample.accounts();
    long records = accounts.job().records().received();
    long deadLettered = accounts.job().records().deadLettered();
    long spans = accounts.job().spans().decoded();
    long rejected = accounts.job().spans().allRejected();
    List<Finding> findings = new ArrayList<>(List.of(rates(sample, records, spans)));
    if (deadLettered > 0) {
      findings.add(
          Finding.warning(
              "%s of %s cannot be decoded and would become dead letters; the first: %s"
                  .formatted(
                      share(deadLettered, records),
                      Wording.count(records, "record"),
                      sample.firstFailure()),
              "Does another program write to this topic?"));
    }
    if (rejected > 0) {
      findings.add(
          Finding.warning(
              "%s of %s would be rejected"
                  .formatted(share(rejected, spans), Wording.count(spans, "span")),
              accounts.job().spans().rejected().entrySet().stream()
                  .filter(reason -> reason.getValue() > 0)
                  .map(reason -> reason.getKey().label() + ": " + reason.getValue())
                  .collect(joining(", "))));
    }
    if (sample.clockJumps() > 0) {
      findings.add(
          Finding.warning(
              "%s further ahead of the partition than time.max-jump: the job would not trust them"
                  .formatted(Wording.count(sample.clockJumps(), "record timestamp")),
              "Let the broker set them: message.timestamp.type=LogAppendTime on the topic."));
    }
    if (mostHaveNoKind(sample)) {
      findings.add(
          Finding.warning(
              "most spans have no kind: network time cannot be told from a service's own",
              "The instrumentation should set CLIENT, SERVER, PRODUCER and CONSUMER."));
    }
    return findings;
  }

  private static Finding rates(Sample sample, long records, long spans) {
    double seconds = sample.seconds();
    String seen =
        "%s in %s".formatted(Wording.count(spans, "span"), Wording.count(records, "record"));
    if (seconds == 0) {
      return Finding.ok(seen + " of one moment, too short for a rate per second");
    }
    String over =
        "%s over %s"
            .formatted(
                seen,
                seconds < LONG_SECONDS
                    ? Wording.duration((long) (seconds * 1e9))
                    : Wording.count((long) seconds / 60, "minute"));
    return seconds < 1
        ? Finding.ok(over + ", too short for a rate per second")
        : Finding.ok(
            "%s spans/s in %s records/s, by the newest %s"
                .formatted(
                    Wording.rate(sample.spansPerSecond()), Wording.rate(records / seconds), over));
  }

  private static boolean mostHaveNoKind(Sample sample) {
    List<DecodedSpan> spans =
        sample.fragments().stream()
            .limit(FRAGMENTS_SEEN)
            .flatMap(fragment -> DecodedSpan.of(fragment).stream())
            .toList();
    long without = spans.stream().filter(span -> span.kind() == SpanKind.UNSPECIFIED).count();
    return without > MOSTLY * spans.size();
  }

  private static String share(long part, long whole) {
    return Wording.percent((double) part / Math.max(1, whole));
  }
}
