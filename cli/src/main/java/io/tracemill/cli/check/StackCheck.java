package io.tracemill.cli.check;

import io.tracemill.cli.screen.Wording;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.profiles.ProfilesDecoder;
import io.tracemill.connectors.profiles.ProfilesDecoder.Decoded;
import io.tracemill.pipeline.source.kafka.TopicSampler;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Checks that stack samples can be read, and are of the hosts of spans. */
final class StackCheck {
  /** Records read of each topic. */
  private static final int RECORDS = 200;

  private final Set<String> hosts = new TreeSet<>();
  private String firstReason = "";
  private long records;
  private long refused;
  private long samples;
  private long unstitchable;
  private long outOfTime;

  private StackCheck() {}

  /**
   * Reads the first records of the topics.
   *
   * @param ofSpans hosts of spans
   */
  static List<Finding> of(List<String> topics, TopicSampler sampler, Set<String> ofSpans) {
    StackCheck check = new StackCheck();
    topics.forEach(topic -> sampler.sample(topic, RECORDS, check::add));
    check.hosts.remove("");
    return check.findings(ofSpans);
  }

  private void add(ConsumerRecord<byte[], byte[]> record) {
    byte[] value = Optional.ofNullable(record.value()).orElseGet(() -> new byte[0]);
    long nanos = TimeUnit.MILLISECONDS.toNanos(record.timestamp());
    records++;
    try {
      Decoded decoded = ProfilesDecoder.decode(value, OptionalLong.of(nanos));
      samples += decoded.samples().size();
      unstitchable += decoded.unstitchable();
      outOfTime += decoded.outOfTime();
      decoded.samples().forEach(sample -> hosts.add(sample.thread().host()));
    } catch (MalformedRecordException e) {
      refused++;
      firstReason = firstReason.isEmpty() ? e.reason() : firstReason;
    }
  }

  private List<Finding> findings(Set<String> ofSpans) {
    if (records == 0) {
      return List.of(
          Finding.warning(
              "this user can read no record of stacks.topics",
              "Check that the profilers' exporter writes to these topics."));
    }
    List<Finding> findings = new ArrayList<>();
    findings.add(
        Finding.ok(
            "%s in the first %s"
                .formatted(Wording.count(samples, "sample"), Wording.count(records, "record"))));
    Finding.warnIf(
        refused > 0,
        findings,
        share(refused, records) + " of records cannot be read; the first: " + firstReason,
        "Let all exporters to stacks.topics send OTLP profiles of opentelemetry-proto 1.11.");
    long all = samples + unstitchable + outOfTime;
    Finding.warnIf(
        unstitchable > 0,
        findings,
        share(unstitchable, all) + " of samples have no time, or are neither CPU nor wait samples",
        "Let the profilers send CPU or off-CPU samples, each with its timestamp.");
    Finding.warnIf(
        outOfTime > 0,
        findings,
        share(outOfTime, all) + " of samples are more than an hour from their record's timestamp",
        "Correct the clocks of these hosts, or let the broker set the records' timestamps.");
    if (samples > 0) {
      findings.add(meeting(ofSpans));
    }
    return findings;
  }

  private static String share(long part, long whole) {
    return Wording.percent((double) part / Math.max(1, whole));
  }

  private Finding meeting(Set<String> ofSpans) {
    Set<String> both = new TreeSet<>(hosts);
    both.retainAll(ofSpans);
    String text =
        "spans are of %s, samples of %s; %d of them meet"
            .formatted(named(ofSpans), named(hosts), both.size());
    return both.isEmpty()
        ? Finding.warning(
            text + ", so no sample can explain a span",
            "Give spans and samples of a host the same k8s.node.name, host.id or host.name.")
        : Finding.ok(text);
  }

  private static String named(Set<String> hosts) {
    return Wording.count(hosts.size(), "host")
        + (hosts.isEmpty() ? "" : " (%s)".formatted(Advice.some(hosts)));
  }
}
