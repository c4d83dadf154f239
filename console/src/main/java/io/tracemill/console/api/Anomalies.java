package io.tracemill.console.api;

import static java.util.Comparator.comparing;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.record.AnomalyRecord;
import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.output.ResultStream;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Requests that are unlike the others of their endpoint, the newest first.
 *
 * @param leftOut number of the older ones that an answer has no room for
 */
record Anomalies(List<AnomalyRecord> records, int leftOut) {
  private static final int MAX_RECORDS = 300;
  private static final int ID_LENGTH = 32;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private static final Comparator<AnomalyRecord> NEWEST_FIRST =
      comparing(AnomalyRecord::startNanos)
          .reversed()
          .thenComparing(AnomalyRecord::traceId)
          .thenComparing(AnomalyRecord::endpoint);

  Anomalies {
    records = List.copyOf(records);
  }

  /** Those of an endpoint, a range of time and a trace, if these are given. */
  static Anomalies of(Picture picture, ApiQuery query) {
    Period time = query.time();
    Optional<String> trace = query.hex("trace").map(Anomalies::wholeId);
    List<AnomalyRecord> found =
        Records.read(texts(picture, query, trace), AnomalyRecord.class).records().stream()
            .filter(each -> time.contains(each.startNanos() / NANOS_PER_MILLI))
            .filter(each -> trace.isEmpty() || trace.get().equals(each.traceId()))
            .sorted(NEWEST_FIRST)
            .toList();
    int shown = Math.min(MAX_RECORDS, found.size());
    return new Anomalies(found.subList(0, shown), found.size() - shown);
  }

  /** Records as JSON. If a trace is given, most others are left out, so that few are parsed. */
  private static List<String> texts(Picture picture, ApiQuery query, Optional<String> trace) {
    List<String> texts =
        query
            .optionalEndpoint()
            .map(endpoint -> picture.records(ResultStream.ANOMALIES, endpoint))
            .orElseGet(() -> picture.records(ResultStream.ANOMALIES));
    return texts.stream().filter(text -> trace.isEmpty() || text.contains(trace.get())).toList();
  }

  private static String wholeId(String id) {
    return "0".repeat(ID_LENGTH - id.length()) + id.toLowerCase(Locale.ROOT);
  }
}
