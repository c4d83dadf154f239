package io.tracemill.cli.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.analysis.record.QualityRecord;
import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.screen.QualitySummary;
import io.tracemill.connectors.output.RecordJson;
import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.topology.SampledEndpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The figures in the records that the job wrote about a sample. */
final class Sample {
  private final SampleTime time;
  private final List<Fragment> fragments;
  private final List<SampledEndpoint> endpoints;
  private final List<QualityRecord> quality = new ArrayList<>();
  private String firstFailure = "";
  private QualitySummary accounts = QualitySummary.NONE;

  /**
   * The figures of one run.
   *
   * @param results records of {@code quality} and {@code dead-letters}
   * @param fragments those of traces that lie inside the sample
   */
  Sample(
      SampleTime time,
      List<ResultRecord> results,
      List<Fragment> fragments,
      List<SampledEndpoint> endpoints) {
    this.time = time;
    this.fragments = fragments;
    this.endpoints = endpoints;
    for (ResultRecord result : results) {
      if (result.stream() == ResultStream.DEAD_LETTERS && firstFailure.isEmpty()) {
        firstFailure = result.header("reason").map(bytes -> new String(bytes, UTF_8)).orElse("");
      } else if (result.stream() == ResultStream.QUALITY) {
        add(record(result));
      }
    }
  }

  private void add(QualityRecord record) {
    quality.add(record);
    QualitySummary.of(record)
        .filter(job -> job.endMillis() >= accounts.endMillis())
        .ifPresent(job -> accounts = job);
  }

  private static QualityRecord record(ResultRecord result) {
    try {
      return RecordJson.read(result.value(), QualityRecord.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The job's accounts of all records, and of the traces inside the sample. */
  QualitySummary accounts() {
    return accounts;
  }

  /** The number of records whose timestamp was not trusted. */
  long clockJumps() {
    return accounts.job().records().clockJumps();
  }

  /** The reason why the first undecodable record cannot be decoded; empty if all can be. */
  String firstFailure() {
    return firstFailure;
  }

  /** The records of this kind. */
  <T extends QualityRecord> Stream<T> records(Class<T> kind) {
    return quality.stream().filter(kind::isInstance).map(kind::cast);
  }

  /** The fragments of traces inside the sample. */
  List<Fragment> fragments() {
    return fragments;
  }

  /** The length of the sample, in seconds. */
  double seconds() {
    long from =
        time.hasOlder()
            ? time.fromMillis()
            : fragments.stream().mapToLong(Fragment::timeMillis).min().orElse(Long.MAX_VALUE);
    return Math.max(0, time.newestMillis() - from) / 1000.0;
  }

  /** Spans per second; 0 if the sample is too short to tell. */
  double spansPerSecond() {
    return seconds() < 1 ? 0 : accounts.job().spans().decoded() / seconds();
  }

  /** The number of requests of each endpoint. */
  Map<Frame, Long> requests() {
    Map<Frame, Long> requests = new HashMap<>();
    endpoints.stream()
        .filter(part -> part.requests() > 0)
        .forEach(part -> requests.merge(frame(part), part.requests(), Long::sum));
    return requests;
  }

  /** The memory that the sums of a pane take, in bytes: the mean over the panes. */
  long paneBytes() {
    Map<Long, Long> panes = new HashMap<>();
    endpoints.stream()
        .filter(part -> part.bytes() > 0)
        .forEach(part -> panes.merge(part.paneMillis(), part.bytes(), Long::sum));
    return (long) panes.values().stream().mapToLong(Long::longValue).average().orElse(0);
  }

  /** The number of places and calls of all endpoints, each from its largest pane. */
  long judged() {
    Map<Frame, Long> rows = new HashMap<>();
    endpoints.forEach(part -> rows.merge(frame(part), part.judged(), Math::max));
    return rows.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The number of requests with a span that was moved to correct a clock. */
  long corrected() {
    return endpoints.stream().mapToLong(SampledEndpoint::corrected).sum();
  }

  /** By how far their spans were moved, in all. */
  long skewNanos() {
    return endpoints.stream().mapToLong(SampledEndpoint::skewNanos).sum();
  }

  private static Frame frame(SampledEndpoint part) {
    return Frame.of(part.service(), part.operation());
  }
}
