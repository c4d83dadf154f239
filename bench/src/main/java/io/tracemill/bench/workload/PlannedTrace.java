package io.tracemill.bench.workload;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.cli.traffic.OtlpSpans;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A trace of a batch; {@code number} counts from 0 in the batch. */
record PlannedTrace(int number, CallTree tree, CallTree.Times times) {
  /** Protobuf omits zero values, so there would be no bytes to overwrite. */
  private static final long NOT_ABSENT = 1;

  static PlannedTrace of(int number, CallTree tree, Random random) {
    return new PlannedTrace(number, tree, tree.times(random));
  }

  /** The end of its root, relative to the start. */
  long durationNanos() {
    return times.ends()[0];
  }

  /**
   * Record {@code record} of the {@link Traffic#RECORDS_PER_BATCH} records of these traces. It has
   * the spans of every third service, from the hosts with number {@code host}.
   */
  static ExportTraceServiceRequest export(int record, int host, List<PlannedTrace> traces) {
    ExportTraceServiceRequest.Builder request = ExportTraceServiceRequest.newBuilder();
    for (int service = record; service < CallTree.SERVICES; service += Traffic.RECORDS_PER_BATCH) {
      List<Span> spans = new ArrayList<>();
      for (PlannedTrace trace : traces) {
        trace.addSpans(service, spans);
      }
      if (!spans.isEmpty()) {
        request.addResourceSpans(
            OtlpSpans.resourceSpans(
                spans,
                "service.name",
                name(service),
                "service.version",
                "1.4.2",
                "host.name",
                "host-%02d-%d".formatted(service, host),
                "telemetry.sdk.language",
                "java"));
      }
    }
    return request.build();
  }

  private static String name(int service) {
    return "service-%02d".formatted(service);
  }

  private void addSpans(int service, List<Span> spans) {
    for (int i = 0; i < tree.calls().size(); i++) {
      CallTree.Call call = tree.calls().get(i);
      if (call.service() == service) {
        spans.add(
            OtlpSpans.span(
                    OtlpSpans.id(0, number + 1),
                    spanId(i),
                    call.parent() == CallTree.NO_PARENT ? 0 : spanId(call.parent()),
                    call.kind(),
                    call.operation(),
                    NOT_ABSENT + times.starts()[i],
                    NOT_ABSENT + times.ends()[i])
                .addAttributes(OtlpSpans.attribute("rpc.system", "grpc"))
                .addAttributes(OtlpSpans.attribute("server.address", name(service)))
                .addAttributes(OtlpSpans.attribute("thread.name", "worker-" + i % 8))
                .build());
      }
    }
  }

  /**
   * Spread over all 64 bits like the ids of real tracers, since ids determine the slots of a hash
   * table.
   */
  private long spanId(int call) {
    return RecordTemplate.mix(((long) number << 32) + call + 1);
  }
}
