package io.tracemill.bench.workload;

import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.connectors.otlp.OtlpProtoEncoder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * One complete trace of very many spans, at an endpoint of its own, whose records come one by one
 * between the batches of a {@link Workload}; that of its root last, as it ends last.
 */
public final class GiantTrace {
  /** No trace of a workload has it. */
  private static final long NUMBER = -1;

  private static final long SEED = 20_260_102;
  private static final int RECORD_BYTES = 80_000;

  private final List<Template> templates = new ArrayList<>();
  private final long durationNanos;

  public GiantTrace(int spans, Wire wire) {
    Random random = new Random(SEED);
    CallTree tree = CallTree.of(CallTree.Shape.MIXED, spans, "GET /shop/giant", random);
    Schedule schedule = Schedule.of(tree, random);
    PlannedTrace trace = new PlannedTrace(0, tree, schedule);
    durationNanos = schedule.endNanos(0);
    OtlpProtoEncoder encoder = new OtlpProtoEncoder();
    for (int record = 0; record < Traffic.RECORDS_PER_BATCH; record++) {
      encoder.encode(Export.of(record, 0, List.of(trace)), RECORD_BYTES).stream()
          .map(part -> wire.template(parse(part)))
          .filter(template -> template.spans() > 0)
          .forEach(templates::add);
    }
    Collections.reverse(templates);
  }

  private static ExportTraceServiceRequest parse(byte[] part) {
    try {
      return ExportTraceServiceRequest.parseFrom(part);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("traffic that is no OTLP", e);
    }
  }

  /**
   * Hands out all its records, and before each a batch of {@code others}.
   *
   * @return how many spans were handed out
   */
  public long produceAmong(Workload others, long spansPerSecond, Workload.Sink sink) {
    long produced = 0;
    long start =
        others.startNanos(spansPerSecond) - Tempo.stretch(durationNanos, Tempo.of(Mix.of(NUMBER)));
    for (Template template : templates) {
      produced += others.produce(1, spansPerSecond, sink) + template.spans();
      template.render(NUMBER, start, others.millis(spansPerSecond), sink);
    }
    return produced;
  }
}
