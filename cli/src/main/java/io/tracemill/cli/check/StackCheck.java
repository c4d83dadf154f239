package io.tracemill.cli.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.span.AttributeCursor;
import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.FragmentCursor;
import io.tracemill.analysis.stack.LocalSpans;
import io.tracemill.cli.screen.Wording;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.profiles.ProfilesDecoder;
import io.tracemill.connectors.profiles.ProfilesDecoder.Decoded;
import io.tracemill.pipeline.source.kafka.TopicSampler;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  private static final int HOSTS_NAMED = 5;

  private final Set<String> hosts = new TreeSet<>();
  private long records;
  private long refused;
  private long samples;
  private long unstitchable;
  private long outOfTime;
  private String firstReason = "";

  /** Reads the first records of the topics. */
  static StackCheck read(List<String> topics, TopicSampler sampler) {
    StackCheck check = new StackCheck();
    topics.forEach(topic -> sampler.sample(topic, RECORDS, check::add));
    return check;
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

  /**
   * The findings.
   *
   * @param ofSpans hosts of spans
   */
  List<Finding> of(Set<String> ofSpans) {
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
    if (refused > 0) {
      findings.add(
          Finding.warning(
              "%s of records cannot be read; the first: %s"
                  .formatted(share(refused, records), firstReason),
              "Let all exporters to stacks.topics send OTLP profiles of opentelemetry-proto 1.11."));
    }
    if (unstitchable > 0) {
      findings.add(
          Finding.warning(
              share(unstitchable, all())
                  + " of samples have no time, or are neither CPU nor wait samples",
              "Let the profilers send CPU or off-CPU samples, each with its timestamp."));
    }
    if (outOfTime > 0) {
      findings.add(
          Finding.warning(
              share(outOfTime, all())
                  + " of samples are more than an hour from their record's timestamp",
              "Correct the clocks of these hosts, or let the broker set the records' timestamps."));
    }
    hosts.remove("");
    if (samples > 0) {
      findings.add(meeting(ofSpans));
    }
    return findings;
  }

  private long all() {
    return samples + unstitchable + outOfTime;
  }

  private static String share(long part, long whole) {
    return Wording.percent((double) part / whole);
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

  private static String named(Collection<String> hosts) {
    String count = Wording.count(hosts.size(), "host");
    return hosts.isEmpty()
        ? count
        : "%s (%s%s)"
            .formatted(
                count,
                hosts.stream().limit(HOSTS_NAMED).collect(joining(", ")),
                hosts.size() > HOSTS_NAMED ? ", ..." : "");
  }

  /**
   * The hosts of spans.
   *
   * @param keys of the attributes that the spans keep
   */
  static Set<String> hosts(List<Fragment> fragments, List<String> keys) {
    Set<String> hosts = new TreeSet<>();
    FragmentCursor spans = new FragmentCursor();
    for (Fragment fragment : fragments) {
      spans.reset(fragment.bytes());
      FragmentCursor.Entry entry = spans.next();
      while (entry != FragmentCursor.Entry.END) {
        if (entry == FragmentCursor.Entry.SPAN && spans.hasAttributes()) {
          hosts.add(LocalSpans.hostOf(attributes(spans, keys)));
        }
        entry = spans.next();
      }
    }
    hosts.remove("");
    return hosts;
  }

  private static Map<String, String> attributes(FragmentCursor span, List<String> keys) {
    Map<String, String> attributes = new HashMap<>();
    AttributeCursor cursor = new AttributeCursor();
    cursor.reset(span.bytes(), span.attributesOffset());
    while (cursor.next()) {
      attributes.put(
          keys.get(cursor.key()),
          new String(cursor.bytes(), cursor.valueOffset(), cursor.valueLength(), UTF_8));
    }
    return attributes;
  }
}
