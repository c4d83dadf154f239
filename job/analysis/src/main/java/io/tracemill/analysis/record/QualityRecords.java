package io.tracemill.analysis.record;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.quality.Watch;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.record.QualityRecord.EndpointSpans;
import io.tracemill.analysis.record.QualityRecord.Incidents;
import io.tracemill.analysis.record.QualityRecord.JobSpans;
import io.tracemill.analysis.record.QualityRecord.Panes;
import io.tracemill.analysis.record.QualityRecord.Records;
import io.tracemill.analysis.record.QualityRecord.Requests;
import io.tracemill.analysis.record.QualityRecord.ServiceSpans;
import io.tracemill.analysis.record.QualityRecord.Traces;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.RejectReason;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Makes quality records from counts. */
public final class QualityRecords {
  private final QualityCounts counts;
  private final Period window;

  private QualityRecords(QualityCounts counts, Period window) {
    this.counts = counts;
    this.window = window;
  }

  /**
   * The record of one scope and window.
   *
   * @param counts for the job: all counts from the start of its state to the window's end; for
   *     others: those in the window; only measures of the scope's kind
   * @param watch for an endpoint: whether silence about it meant health at the end of the window
   */
  public static QualityRecord of(
      QualityScope scope, Period window, QualityCounts counts, Optional<Watch> watch) {
    for (Measure measure : Measure.values()) {
      if (!measure.isOf(scope.kind()) && counts.get(measure) != 0) {
        throw new IllegalArgumentException(measure + " is not counted of " + scope);
      }
    }
    QualityRecords records = new QualityRecords(counts, window);
    if (scope instanceof QualityScope.Service service) {
      return new QualityRecord.Service(service.service(), window, records.serviceSpans());
    } else if (scope instanceof QualityScope.Endpoint endpoint) {
      return records.endpoint(endpoint.endpoint(), watch);
    }
    return records.job();
  }

  private long count(Measure measure) {
    return counts.get(measure);
  }

  private QualityRecord job() {
    return new QualityRecord.Job(
        window,
        new Records(
            count(Measure.RECORDS_RECEIVED),
            count(Measure.RECORDS_DECODED),
            count(Measure.RECORDS_DEAD_LETTERED),
            count(Measure.CLOCK_JUMPS),
            count(Measure.RECORDS_OTHER_SIGNALS)),
        new JobSpans(
            count(Measure.SPANS_DECODED),
            count(Measure.SPANS_USED),
            count(Measure.SPANS_LATE),
            count(Measure.SPANS_DUPLICATE),
            count(Measure.SPANS_CLASH),
            count(Measure.SPANS_CAPPED),
            count(Measure.SPANS_OPEN),
            rejected()),
        new Traces(
            count(Measure.TRACES_COMPLETE),
            count(Measure.TRACES_INCOMPLETE),
            count(Measure.TRACES_TRUNCATED),
            count(Measure.PARENTS_DROPPED)),
        count(Measure.IDLE_FLUSHES),
        new Panes(
            count(Measure.jobWindows(WatchState.LEARNING)),
            count(Measure.jobWindows(WatchState.BLIND)),
            count(Measure.jobWindows(WatchState.WATCHING)),
            OptionalLong.of(count(Measure.JOB_WINDOWS_THIN))),
        new Incidents(count(Measure.INCIDENTS_OPEN), count(Measure.INCIDENTS_DROPPED)));
  }

  private Map<RejectReason, Long> rejected() {
    Map<RejectReason, Long> rejected = new EnumMap<>(RejectReason.class);
    for (RejectReason reason : RejectReason.values()) {
      rejected.put(reason, count(Measure.rejected(reason)));
    }
    return rejected;
  }

  private ServiceSpans serviceSpans() {
    return new ServiceSpans(
        count(Measure.SERVICE_SPANS),
        count(Measure.SERVICE_SPANS_LATE),
        count(Measure.SERVICE_SPANS_WITHOUT_HOST));
  }

  private QualityRecord endpoint(Frame endpoint, Optional<Watch> watch) {
    return new QualityRecord.Endpoint(
        endpoint,
        window,
        watch,
        new Requests(
            count(Measure.REQUESTS),
            count(Measure.REQUESTS_INCOMPLETE),
            count(Measure.REQUESTS_TRUNCATED),
            count(Measure.REQUESTS_LEFT_OUT)),
        Optional.of(
            new EndpointSpans(count(Measure.ENDPOINT_SPANS), count(Measure.ENDPOINT_SPANS_LATE))));
  }
}
