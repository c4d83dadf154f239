package io.tracemill.bench.workload;

import io.tracemill.connectors.otlp.OtlpEncoder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * One complete trace of very many spans, at its own endpoint. Its records are sent one by one
 * between the batches of a {@link Workload}. The record of the root comes last, since the root ends
 * last.
 */
public final class GiantTrace {
  /** Number of the first giant trace; traces of a workload never have negative numbers. */
  private static final long NUMBER = -1;

  private static final long SEED = 20_260_102;
  private static final int RECORD_BYTES = 80_000;

  private final List<RecordTemplate> templates = new ArrayList<>();
  private final long durationNanos;

  public GiantTrace(int spans) {
    Random random = new Random(SEED);
    CallTree tree = CallTree.of(CallTree.Shape.MIXED, spans, "GET /shop/giant", random);
    PlannedTrace trace = PlannedTrace.of(0, tree, random);
    durationNanos = trace.durationNanos();
    OtlpEncoder encoder = OtlpEncoder.proto();
    for (int record = 0; record < Traffic.RECORDS_PER_BATCH; record++) {
      encoder.encode(PlannedTrace.export(record, 0, List.of(trace)), RECORD_BYTES).stream()
          .map(RecordTemplate::new)
          .filter(template -> template.spans() > 0)
          .forEach(templates::add);
    }
    Collections.reverse(templates);
  }

  /**
   * Produces all its records, each after a batch of {@code others}.
   *
   * @return the number of spans produced
   */
  public long produceAmong(Workload others, long spansPerSecond, Workload.Sink sink) {
    long produced = 0;
    long endNanos = others.startNanos(spansPerSecond);
    for (int i = 0; i < templates.size(); i++) {
      produced += others.produce(1, spansPerSecond, sink);
      produced += produce(0, i, i + 1, endNanos, others.millis(spansPerSecond), sink);
    }
    return produced;
  }

  /** The number of its parts, which can be produced separately. */
  public int parts() {
    return templates.size();
  }

  /**
   * Produces the parts from {@code from} to {@code to}, exclusive.
   *
   * @param repetition the number of the trace, from 0; such traces differ only in id and times
   * @param endNanos when its root ends
   * @return the number of spans produced
   */
  public long produce(
      int repetition, int from, int to, long endNanos, long timestampMillis, Workload.Sink sink) {
    long number = NUMBER - repetition;
    long start = endNanos - RecordTemplate.stretch(durationNanos, RecordTemplate.mix(number));
    long produced = 0;
    for (RecordTemplate template : templates.subList(from, to)) {
      template.render(number, start, timestampMillis, sink);
      produced += template.spans();
    }
    return produced;
  }
}
