package io.tracemill.bench.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * OTLP records, ordered by time: batches of several traces. Each batch is {@value
 * Traffic#RECORDS_PER_BATCH} export requests, divided by service, as if each came from its own
 * collector. Every trace is complete, has its own id, and starts a second before the timestamp of
 * its records. One instance serves one thread.
 */
public final class Workload {
  /**
   * Takes records. The {@code key} is empty if the record has none; it and {@code value} are valid
   * only during the call.
   */
  public interface Sink {
    void accept(byte[] key, byte[] value, int spans, long timestampMillis);
  }

  /** The first records' timestamp: 2026-01-01T00:00:00Z. */
  public static final long FIRST_MILLIS = 1_767_225_600_000L;

  private static final int MIN_BATCHES = 64;
  private static final int HOSTS = 3;
  private static final long SEED = 20_260_101;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long EXPORT_DELAY_NANOS = 1_000 * NANOS_PER_MILLI;

  private final Traffic traffic;
  private final List<List<RecordTemplate>> batches = new ArrayList<>();
  private long batch;

  public Workload(Traffic traffic) {
    this.traffic = traffic;
    Random random = new Random(SEED);
    List<CallTree> categories = new ArrayList<>();
    for (int i = 0; i < traffic.categories(); i++) {
      String endpoint = "GET /shop/endpoint-" + i % traffic.endpoints();
      categories.add(CallTree.of(traffic.shape(), traffic.spansPerTrace(), endpoint, random));
    }
    // Enough batches for every category to appear.
    int turns = 1 + (traffic.categories() - 1) / traffic.tracesPerBatch();
    for (int i = 0; i < Math.max(MIN_BATCHES, turns); i++) {
      batches.add(batch(i, categories, random));
    }
  }

  private List<RecordTemplate> batch(int number, List<CallTree> categories, Random random) {
    List<PlannedTrace> traces = new ArrayList<>();
    for (int i = 0; i < traffic.tracesPerBatch(); i++) {
      int turn = number * traffic.tracesPerBatch() + i;
      traces.add(PlannedTrace.of(i, categories.get(turn % categories.size()), random));
    }
    List<RecordTemplate> records = new ArrayList<>();
    for (int record = 0; record < Traffic.RECORDS_PER_BATCH; record++) {
      byte[] request = PlannedTrace.export(record, number % HOSTS, traces).toByteArray();
      if (request.length > 0) {
        records.add(new RecordTemplate(request));
      }
    }
    return records;
  }

  /**
   * Produces whole batches with at least {@code spans} spans, from where the last call ended.
   *
   * @param spansPerSecond the number of spans in a second of the records' timestamps
   * @return the number of spans produced
   */
  public long produce(long spans, long spansPerSecond, Sink sink) {
    long last = batch + (spans + traffic.spansPerBatch() - 1) / traffic.spansPerBatch();
    long produced = 0;
    for (; batch < last; batch++) {
      long millis = millis(spansPerSecond);
      long start = startNanos(spansPerSecond);
      for (RecordTemplate template : batches.get((int) (batch % batches.size()))) {
        template.render(1 + batch * traffic.tracesPerBatch(), start, millis, sink);
        produced += template.spans();
      }
    }
    return produced;
  }

  /** The timestamp of the next batch. */
  long millis(long spansPerSecond) {
    return FIRST_MILLIS + batch * traffic.spansPerBatch() * 1000 / spansPerSecond;
  }

  /** The start of the roots of the next batch. */
  long startNanos(long spansPerSecond) {
    return millis(spansPerSecond) * NANOS_PER_MILLI - EXPORT_DELAY_NANOS;
  }
}
