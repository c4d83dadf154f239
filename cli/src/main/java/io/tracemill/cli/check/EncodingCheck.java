package io.tracemill.cli.check;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.cli.screen.Wording;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.FragmentSink;
import io.tracemill.connectors.formats.Detection;
import io.tracemill.connectors.formats.Encoding;
import io.tracemill.connectors.formats.EncodingDetector;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.source.kafka.TopicSampler;
import io.tracemill.pipeline.topology.Rules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Checks that the first records of a topic have the configured encoding; for {@code auto}, that all
 * have the same one.
 */
record EncodingCheck(TracemillConfig config) {
  private static final int SPANS_SHOWN = 3;
  private static final int SERVICE_WIDTH = 18;
  private static final int OPERATION_WIDTH = 22;
  private static final int HOST_WIDTH = 16;

  /**
   * The findings about a topic.
   *
   * @param readable whether its records can be read
   * @param meanBytes mean size of a record
   */
  record Outcome(boolean readable, long meanBytes, Finding finding) {}

  /** Inspects the records by which the job detects the encoding. */
  Outcome of(String topic, TopicSampler sampler) {
    EncodingDetector detector = new EncodingDetector();
    List<byte[]> shown = new ArrayList<>();
    List<Integer> sizes = new ArrayList<>();
    sampler.sample(
        topic,
        EncodingDetector.SAMPLE,
        record ->
            Optional.ofNullable(record.value())
                .ifPresent(
                    value -> {
                      detector.add(value);
                      sizes.add(value.length);
                      if (shown.size() < SPANS_SHOWN && !detector.saysNothing(value)) {
                        shown.add(value);
                      }
                    }));
    long meanBytes = (long) sizes.stream().mapToInt(Integer::intValue).average().orElse(0);
    return judge(topic, detector.detection(), shown, meanBytes);
  }

  /** The findings, from the encodings of the first records. */
  Outcome judge(String topic, Detection detection, List<byte[]> shown, long meanBytes) {
    Optional<Encoding> given = Encoding.ofLabel(config.get(Keys.KAFKA_ENCODING));
    if (detection instanceof Detection.Found found) {
      Encoding encoding = found.encoding();
      return given.isEmpty() || given.equals(Optional.of(encoding))
          ? new Outcome(true, meanBytes, found(topic, found, shown))
          : new Outcome(false, meanBytes, other(topic, given.orElseThrow(), found));
    }
    if (detection instanceof Detection.NotOne notOne) {
      boolean fits = given.filter(encoding -> fits(notOne, encoding)).isPresent();
      return new Outcome(fits, meanBytes, fits ? some(topic, notOne) : none(topic, notOne, shown));
    }
    return new Outcome(
        given.isPresent(),
        meanBytes,
        Finding.warning(
            "%s: its first records hold no spans with valid ids".formatted(topic),
            "Is it the right topic? It may hold metrics or logs."));
  }

  private Finding found(String topic, Detection.Found found, List<byte[]> shown) {
    return Finding.ok(
        "%s is %s, as its first %s"
            .formatted(
                topic,
                found.encoding().label(),
                found.records() == 1
                    ? "record says"
                    : Wording.count(found.records(), "record") + " say"),
        decoded(shown, found.encoding())
            .limit(SPANS_SHOWN)
            .map(EncodingCheck::text)
            .toArray(String[]::new));
  }

  private Stream<DecodedSpan> decoded(List<byte[]> records, Encoding encoding) {
    SpanRules rules = Rules.spans(config);
    FragmentBuilder builder = new FragmentBuilder(rules);
    List<Fragment> fragments = new ArrayList<>();
    for (byte[] record : records) {
      builder.begin(Long.MAX_VALUE);
      if (encoding.decoder(rules).decode(record, new FragmentSink(builder))
          instanceof DecodeResult.Decoded) {
        builder.finish(0, 0, fragments::add);
      }
    }
    return fragments.stream().flatMap(fragment -> DecodedSpan.of(fragment).stream());
  }

  private static String text(DecodedSpan span) {
    return "%s  %s  %s, %s, %s"
        .formatted(
            Wording.shorten(span.service(), SERVICE_WIDTH),
            Wording.shorten(span.operation(), OPERATION_WIDTH),
            span.kind(),
            Wording.duration(span.durationNanos()),
            span.host().isEmpty() ? "no host" : "on " + Wording.shorten(span.host(), HOST_WIDTH));
  }

  private static Finding other(String topic, Encoding given, Detection.Found found) {
    return Finding.problem(
        "kafka.encoding: '%s', but topic %s is %s"
            .formatted(given.label(), topic, found.encoding().label()),
        Advice.setting(Keys.KAFKA_ENCODING.path(), found.encoding().label()));
  }

  private static boolean fits(Detection.NotOne notOne, Encoding encoding) {
    return notOne.fits().stream().anyMatch(fit -> fit.encoding() == encoding && fit.records() > 0);
  }

  private static Finding some(String topic, Detection.NotOne notOne) {
    return Finding.warning(
        "%s: %s".formatted(topic, notOne.explain()),
        "Records of other encodings become dead letters: use one topic for each encoding.");
  }

  private Finding none(String topic, Detection.NotOne notOne, List<byte[]> shown) {
    Detection.Fit best = notOne.fits().get(0);
    boolean some = best.records() > 0;
    return Finding.problem(
        "kafka.encoding: '%s', but of topic %s %s%s"
            .formatted(
                config.get(Keys.KAFKA_ENCODING),
                topic,
                notOne.explain(),
                some ? "" : reason(notOne, shown)),
        some
            ? Advice.setting(Keys.KAFKA_ENCODING.path(), best.encoding().label())
            : "Is it the right topic? It may hold metrics or logs.");
  }

  /** Why the first record is not read: what JSON's reader says of JSON, else protobuf's. */
  private static String reason(Detection.NotOne notOne, List<byte[]> shown) {
    Encoding tried =
        shown.stream().anyMatch(EncodingCheck::isJson) ? Encoding.OTLP_JSON : Encoding.OTLP_PROTO;
    return notOne.fits().stream()
        .filter(fit -> fit.encoding() == tried && !fit.firstMisfit().isEmpty())
        .map(fit -> "; the first: " + fit.firstMisfit())
        .findFirst()
        .orElse("");
  }

  private static boolean isJson(byte[] record) {
    String begins = new String(record, 0, Math.min(record.length, 100), ISO_8859_1).strip();
    return begins.startsWith("{") || begins.startsWith("[");
  }
}
