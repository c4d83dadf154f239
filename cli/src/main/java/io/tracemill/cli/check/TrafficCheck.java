package io.tracemill.cli.check;

import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.span.RejectReason;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.cli.sample.Sample;
import io.tracemill.cli.sample.SampleSpans;
import io.tracemill.cli.screen.Wording;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** How much comes, and what of it cannot be used. */
final class TrafficCheck {
  private static final double MOSTLY = 0.5;
  private static final double LONG_SECONDS = 600;

  private TrafficCheck() {}

  static List<Finding> of(Sample sample) {
    List<Finding> findings = new ArrayList<>();
    findings.add(rates(sample));
    findings.add(stamps(sample));
    QualityCounts counts = sample.counts();
    long records = counts.get(Measure.RECORDS_RECEIVED);
    if (counts.get(Measure.RECORDS_DEAD_LETTERED) > 0) {
      findings.add(
          Finding.warning(
              "%s of %s cannot be decoded and would become dead letters; the first: %s"
                  .formatted(
                      Wording.percent(share(counts.get(Measure.RECORDS_DEAD_LETTERED), records)),
                      Wording.count(records, "record"),
                      sample.firstFailure()),
              "Does something else write to this topic?"));
    }
    if (counts.rejected() > 0) {
      findings.add(
          Finding.warning(
              "%s of %s would be rejected"
                  .formatted(
                      Wording.percent(share(counts.rejected(), counts.get(Measure.SPANS_DECODED))),
                      Wording.count(counts.get(Measure.SPANS_DECODED), "span")),
              reasons(counts)));
    }
    if (counts.get(Measure.CLOCK_JUMPS) > 0) {
      findings.add(
          Finding.warning(
              "%s further ahead of the partition than time.max-jump and would not be believed"
                  .formatted(Wording.count(counts.get(Measure.CLOCK_JUMPS), "record timestamp")),
              "Let the broker set them: message.timestamp.type=LogAppendTime on the topic."));
    }
    Map<SpanKind, Long> kinds = SampleSpans.kinds(sample.fragments());
    long spans = kinds.values().stream().mapToLong(Long::longValue).sum();
    if (share(kinds.getOrDefault(SpanKind.UNSPECIFIED, 0L), spans) > MOSTLY) {
      findings.add(
          Finding.warning(
              "most spans have no kind: time on the network cannot be told from a service's own",
              "Let the instrumentation set CLIENT, SERVER, PRODUCER and CONSUMER."));
    }
    return findings;
  }

  private static Finding rates(Sample sample) {
    QualityCounts counts = sample.counts();
    double seconds = sample.stretch().seconds();
    String seen =
        "%s in %s (%s) over %s"
            .formatted(
                Wording.count(counts.get(Measure.SPANS_DECODED), "span"),
                Wording.count(counts.get(Measure.RECORDS_RECEIVED), "record"),
                Wording.bytes(sample.bytes()),
                duration(seconds));
    if (seconds < 1) {
      return Finding.ok(seen + ", too short to say how many come in a second");
    }
    double spans = sample.spansPerSecond();
    double perSpan = share(counts.get(Measure.RECORDS_RECEIVED), counts.get(Measure.SPANS_DECODED));
    return Finding.ok(
        "%s spans/s in %s records/s, by the newest %s"
            .formatted(Wording.rate(spans), Wording.rate(spans * perSpan), seen));
  }

  private static String duration(double seconds) {
    return seconds < LONG_SECONDS
        ? Wording.duration((long) (seconds * 1e9))
        : Wording.count((long) seconds / 60, "minute");
  }

  private static Finding stamps(Sample sample) {
    return sample.stampedByBroker() == sample.counts().get(Measure.RECORDS_RECEIVED)
        ? Finding.ok("timestamps are the broker's (LogAppendTime)")
        : Finding.ok(
            "timestamps are the producers' clocks (CreateTime); the broker's are safer,"
                + " message.timestamp.type=LogAppendTime");
  }

  private static String reasons(QualityCounts counts) {
    return Arrays.stream(RejectReason.values())
        .filter(reason -> counts.get(Measure.rejected(reason)) > 0)
        .map(reason -> reason.label() + ": " + counts.get(Measure.rejected(reason)))
        .collect(joining(", "));
  }

  private static double share(long part, long whole) {
    return whole == 0 ? 0 : (double) part / whole;
  }
}
