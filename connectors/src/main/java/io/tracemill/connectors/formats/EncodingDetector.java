package io.tracemill.connectors.formats;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds out how the records of a topic are encoded: it is given the first {@link #SAMPLE} of them,
 * one by one, and then asked.
 *
 * <p>A record fits an encoding if the encoding's own decoder reads it to its end and finds a span
 * in it whose ids are valid. Only the lengths of ids keep the protobuf formats apart, all of which
 * begin with a field 1 of bytes and skip fields that they don't know. Jaeger's holds the 16 bytes
 * of a trace id, too few for OTLP's spans or Zipkin's span; theirs holds messages of other lengths;
 * and where Zipkin has the 8 bytes of a parent's id, OTLP has spans of at least 28. The JSON
 * formats are told apart by the names of their members.
 *
 * <p>Detection skips records without a span that has valid ids: a record that can be decoded must
 * not stop the job (semantics 9).
 */
public final class EncodingDetector {
  /** The configuration value that asks for detection. */
  public static final String AUTO = "auto";

  /** The number of records of a topic to inspect. */
  public static final int SAMPLE = 100;

  private static final Set<String> NOTHING = Set.of("", "{}", "[]");
  private static final Pattern WHITE_SPACE = Pattern.compile("[ \t\r\n]+");

  private final List<EncodingCandidate> candidates =
      Stream.of(Encoding.values()).map(EncodingCandidate::new).toList();
  private int records;
  private int misfits;

  /**
   * Whether a record has no span with valid ids in any encoding, but is well formed in one: no
   * bytes, {@code []}, {@code {}}, an OTLP request of no spans, spans whose ids are all zero.
   */
  public boolean saysNothing(byte[] record) {
    return isBlank(record) || saysNothing(read(record));
  }

  /**
   * The encoding by which the spans of a record that {@link #saysNothing says nothing} can be
   * counted; empty if it has none.
   */
  public Optional<Encoding> readable(byte[] record) {
    return Stream.of(Encoding.values())
        .filter(encoding -> candidates.get(encoding.ordinal()).read(record).spans() > 0)
        .findFirst();
  }

  private static boolean saysNothing(List<EncodingCandidate.Reading> readings) {
    return readings.stream().noneMatch(EncodingCandidate.Reading::fits)
        && readings.stream().anyMatch(EncodingCandidate.Reading::saysNothing);
  }

  private List<EncodingCandidate.Reading> read(byte[] record) {
    return candidates.stream().map(candidate -> candidate.read(record)).toList();
  }

  private static boolean isBlank(byte[] record) {
    return NOTHING.contains(WHITE_SPACE.matcher(new String(record, ISO_8859_1)).replaceAll(""));
  }

  /** Forgets all records so far. */
  public void clear() {
    candidates.forEach(EncodingCandidate::clear);
    records = 0;
    misfits = 0;
  }

  /** Takes one more record of the topic. */
  public void add(byte[] record) {
    if (isBlank(record)) {
      return;
    }
    List<EncodingCandidate.Reading> readings = read(record);
    if (saysNothing(readings)) {
      return;
    }
    for (int i = 0; i < readings.size(); i++) {
      candidates.get(i).count(readings.get(i));
    }
    records++;
    misfits += readings.stream().anyMatch(EncodingCandidate.Reading::fits) ? 0 : 1;
  }

  /** What the records so far say. */
  public Detection detection() {
    if (records == 0) {
      return new Detection.NoRecords();
    }
    List<Detection.Fit> all = candidates.stream().map(EncodingCandidate::fit).toList();
    List<Detection.Fit> some = all.stream().filter(fit -> fit.records() > 0).toList();
    return some.size() == 1 && some.get(0).records() == records
        ? new Detection.Found(some.get(0).encoding(), records)
        : new Detection.NotOne(records, all, misfits);
  }
}
