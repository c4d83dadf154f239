package io.tracemill.pipeline.diagnose;

import static io.tracemill.analysis.trace.TraceSpec.trace;

import io.tracemill.analysis.layer.LayerSums;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.AnalysedRequests;

/** Requests of an endpoint that call a database. */
final class Layers {
  static final long MINUTE = 60_000;
  static final Frame DATABASE = Frame.of("db", "op");

  private Layers() {}

  static Frame endpoint(String service) {
    return Frame.of(service, "op");
  }

  /** A request that takes 100, of which so much in the database. */
  static RequestAnalysis request(long id, String service, long database) {
    return AnalysedRequests.entry(
        trace(id).root(service, 0, 100).child(service, "db", 10, 10 + database));
  }

  /** The sums of one request. */
  static LayerDelta delta(long minute, String service, long database) {
    RequestAnalysis request = request(minute, service, database);
    LayerSums sums = new LayerSums();
    sums.add(
        request.traceId(),
        request.spanId(),
        request.durationNanos(),
        request.signatures(),
        request.details().spanTimes(),
        request.details()::spanLayout);
    return new LayerDelta(endpoint(service), minute * MINUTE, sums);
  }
}
