package io.tracemill.connectors.formats;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.tracemill.connectors.decoding.MalformedRecordException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Detects the encoding of a topic from its first {@link #SAMPLE} records.
 *
 * <p>A record fits an encoding if its decoder reads the whole record and finds a span with valid
 * ids. All protobuf formats but Tempo's begin with a field 1 of bytes, and all skip unknown fields.
 * So only the lengths of fields tell them apart. Tempo's traces are in field 2. Jaeger's field 1
 * has the 16 bytes of a trace id, too few for OTLP's spans or Zipkin's span. OTLP's and Zipkin's
 * field 1 has messages of other lengths. Zipkin's parent id has 8 bytes; in its place, OTLP has
 * spans of at least 28. The names of the members tell the JSON formats apart.
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
   * The encoding to count the spans of a record that {@link #saysNothing says nothing}; empty if
   * there is none.
   */
  public Optional<Encoding> readable(byte[] record) {
    List<EncodingCandidate.Reading> readings = read(record);
    return Stream.of(Encoding.values())
        .filter(encoding -> readings.get(encoding.ordinal()).spans() > 0)
        .findFirst();
  }

  private static boolean saysNothing(List<EncodingCandidate.Reading> readings) {
    return readings.stream().noneMatch(EncodingCandidate.Reading::fits)
        && readings.stream().anyMatch(EncodingCandidate.Reading::saysNothing);
  }

  private List<EncodingCandidate.Reading> read(byte[] record) {
    try {
      byte[] plain = WrappedRecords.unwrapped(record);
      return candidates.stream().map(candidate -> candidate.read(plain)).toList();
    } catch (MalformedRecordException e) {
      return Collections.nCopies(candidates.size(), EncodingCandidate.Reading.misfit(e.reason()));
    }
  }

  private static boolean isBlank(byte[] record) {
    return NOTHING.contains(WHITE_SPACE.matcher(new String(record, ISO_8859_1)).replaceAll(""));
  }

  /** Drops all records so far. */
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

  /** The result for the records so far. */
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
