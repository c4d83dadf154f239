package io.tracemill.cli.check;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.tracemill.cli.screen.Wording;
import io.tracemill.connectors.formats.Detection;
import io.tracemill.connectors.formats.Encoding;
import io.tracemill.connectors.formats.EncodingDetector;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.source.kafka.TopicSampler;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Optional;

/**
 * Checks that the first records of a topic have the configured encoding; for {@code auto}, that all
 * have the same one.
 */
record EncodingCheck(TracemillConfig config) {
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
    List<byte[]> telling = new ArrayList<>();
    LongSummaryStatistics sizes = new LongSummaryStatistics();
    sampler.sample(
        topic,
        EncodingDetector.SAMPLE,
        record ->
            Optional.ofNullable(record.value())
                .ifPresent(
                    value -> {
                      detector.add(value);
                      sizes.accept(value.length);
                      if (telling.isEmpty() && !detector.saysNothing(value)) {
                        telling.add(value);
                      }
                    }));
    Optional<Encoding> given = Encoding.ofLabel(config.get(Keys.KAFKA_ENCODING));
    Finding finding = judge(topic, detector.detection(), telling);
    boolean found = given.isPresent() || detector.detection() instanceof Detection.Found;
    return new Outcome(
        found && finding.verdict() != Finding.Verdict.PROBLEM, (long) sizes.getAverage(), finding);
  }

  /**
   * The finding, from the encodings of the first records.
   *
   * @param telling the first record that is not empty, if there is one
   */
  Finding judge(String topic, Detection detection, List<byte[]> telling) {
    Optional<Encoding> given = Encoding.ofLabel(config.get(Keys.KAFKA_ENCODING));
    if (detection instanceof Detection.Found found) {
      String label = found.encoding().label();
      return given.filter(encoding -> encoding != found.encoding()).isEmpty()
          ? Finding.ok(
              "%s is %s, as its first %s"
                  .formatted(
                      topic,
                      label,
                      found.records() == 1
                          ? "record says"
                          : Wording.count(found.records(), "record") + " say"))
          : Finding.problem(
              "kafka.encoding: '%s', but topic %s is %s"
                  .formatted(config.get(Keys.KAFKA_ENCODING), topic, label),
              Advice.setting(Keys.KAFKA_ENCODING.path(), label));
    }
    if (detection instanceof Detection.NotOne notOne) {
      return given.filter(encoding -> fits(notOne, encoding)).isPresent()
          ? Finding.warning(
              "%s: %s".formatted(topic, notOne.explain()),
              "Records of other encodings become dead letters: use one topic for each encoding.")
          : none(topic, notOne, telling);
    }
    return Finding.warning(
        "%s: its first records hold no spans with valid ids".formatted(topic),
        "Is it the right topic? It may hold metrics or logs.");
  }

  private static boolean fits(Detection.NotOne notOne, Encoding encoding) {
    return notOne.fits().stream().anyMatch(fit -> fit.encoding() == encoding && fit.records() > 0);
  }

  private Finding none(String topic, Detection.NotOne notOne, List<byte[]> telling) {
    Detection.Fit best = notOne.fits().get(0);
    boolean some = best.records() > 0;
    return Finding.problem(
        "kafka.encoding: '%s', but of topic %s %s%s"
            .formatted(
                config.get(Keys.KAFKA_ENCODING),
                topic,
                notOne.explain(),
                some ? "" : reason(notOne, telling)),
        some
            ? Advice.setting(Keys.KAFKA_ENCODING.path(), best.encoding().label())
            : "Is it the right topic? It may hold metrics or logs.");
  }

  /** Why the first record is not read: what JSON's reader says of JSON, else protobuf's. */
  private static String reason(Detection.NotOne notOne, List<byte[]> telling) {
    String text =
        telling.stream()
            .map(record -> new String(record, ISO_8859_1).strip())
            .findFirst()
            .orElse("");
    Encoding tried =
        text.startsWith("{") || text.startsWith("[") ? Encoding.OTLP_JSON : Encoding.OTLP_PROTO;
    return notOne.fits().stream()
        .filter(fit -> fit.encoding() == tried && !fit.firstMisfit().isEmpty())
        .map(fit -> "; the first: " + fit.firstMisfit())
        .findFirst()
        .orElse("");
  }
}
