package io.tracemill.cli.demo;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.TreeMap;

/**
 * Hands spans over as SDKs do: each host sends what has ended since its last export, once a second
 * and at most 512 spans at a time, each host at its own moment of the second. So a trace arrives
 * spread over several records, children often before their parents.
 *
 * <p>Holds the spans of at most the last second and of the requests under way.
 */
public final class ShopExporter {
  static final long INTERVAL_NANOS = 1_000_000_000;
  static final int MAX_BATCH = 512;
  // Coprime to the interval: successive hosts end up far apart within the second.
  private static final long PHASE_STEP_NANOS = 381_966_011;

  private final Map<String, HostQueue> queues = new TreeMap<>();

  /** What one host has not exported yet, and when it exports next. */
  private static final class HostQueue {
    final Host host;
    final Queue<GeneratedSpan> spans =
        new PriorityQueue<>(
            Comparator.comparingLong(GeneratedSpan::trueEndNanos)
                .thenComparingLong(GeneratedSpan::spanId));
    long nextExportNanos;

    HostQueue(Host host, long nextExportNanos) {
      this.host = host;
      this.nextExportNanos = nextExportNanos;
    }
  }

  /** Takes the spans of a request, whether or not they have ended yet. */
  void add(List<GeneratedSpan> spans) {
    long start = spans.stream().mapToLong(GeneratedSpan::trueStartNanos).min().orElse(0);
    for (GeneratedSpan span : spans) {
      queues
          .computeIfAbsent(span.host().name(), name -> queueOf(span.host(), start))
          .spans
          .add(span);
    }
  }

  /** Counts from the request's start: a later request may reach the host before this one does. */
  private HostQueue queueOf(Host host, long requestStartNanos) {
    long phase = (queues.size() + 1) * PHASE_STEP_NANOS % INTERVAL_NANOS;
    return new HostQueue(host, requestStartNanos + phase);
  }

  /** What the hosts have sent by {@code nowNanos} (since the epoch) and not yet been asked for. */
  List<ExportBatch> due(long nowNanos) {
    List<ExportBatch> batches = new ArrayList<>();
    for (HostQueue queue : queues.values()) {
      if (queue.nextExportNanos <= nowNanos) {
        export(queue, nowNanos, batches);
        long missed = (nowNanos - queue.nextExportNanos) / INTERVAL_NANOS;
        queue.nextExportNanos += (missed + 1) * INTERVAL_NANOS;
      }
    }
    return batches;
  }

  /** Everything that is left, ended or not, as services do that are shut down gracefully. */
  List<ExportBatch> drain() {
    List<ExportBatch> batches = new ArrayList<>();
    queues.values().forEach(queue -> export(queue, Long.MAX_VALUE, batches));
    return batches;
  }

  private static void export(HostQueue queue, long endedByNanos, List<ExportBatch> batches) {
    List<GeneratedSpan> batch = new ArrayList<>();
    GeneratedSpan next = queue.spans.peek();
    while (next != null && next.trueEndNanos() <= endedByNanos) {
      batch.add(next);
      queue.spans.remove();
      if (batch.size() == MAX_BATCH) {
        batches.add(batchOf(queue.host, batch));
        batch.clear();
      }
      next = queue.spans.peek();
    }
    if (!batch.isEmpty()) {
      batches.add(batchOf(queue.host, batch));
    }
  }

  private static ExportBatch batchOf(Host host, List<GeneratedSpan> spans) {
    return new ExportBatch(host, spans.size(), OtlpExport.of(host, spans).toByteArray());
  }
}
