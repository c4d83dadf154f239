package io.tracemill.cli.demo;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.cli.traffic.OtlpSpans;
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
final class ShopExporter {
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
    // The start of the request: a later one may reach a host before this one does.
    long start = spans.stream().mapToLong(GeneratedSpan::trueStartNanos).min().orElse(0);
    for (GeneratedSpan span : spans) {
      long phase = (queues.size() + 1) * PHASE_STEP_NANOS % INTERVAL_NANOS;
      queues
          .computeIfAbsent(span.host().name(), name -> new HostQueue(span.host(), start + phase))
          .spans
          .add(span);
    }
  }

  /** What the hosts have sent by {@code nowNanos} (since the epoch) and not yet been asked for. */
  List<ExportTraceServiceRequest> due(long nowNanos) {
    List<ExportTraceServiceRequest> requests = new ArrayList<>();
    for (HostQueue queue : queues.values()) {
      if (queue.nextExportNanos <= nowNanos) {
        export(queue, nowNanos, requests);
        long missed = (nowNanos - queue.nextExportNanos) / INTERVAL_NANOS;
        queue.nextExportNanos += (missed + 1) * INTERVAL_NANOS;
      }
    }
    return requests;
  }

  /** Everything that is left, ended or not, as services do that are shut down gracefully. */
  List<ExportTraceServiceRequest> drain() {
    List<ExportTraceServiceRequest> requests = new ArrayList<>();
    queues.values().forEach(queue -> export(queue, Long.MAX_VALUE, requests));
    return requests;
  }

  private static void export(
      HostQueue queue, long endedByNanos, List<ExportTraceServiceRequest> requests) {
    List<Span> batch = new ArrayList<>();
    GeneratedSpan next = queue.spans.peek();
    while (next != null && next.trueEndNanos() <= endedByNanos) {
      batch.add(next.toOtlp());
      queue.spans.remove();
      next = queue.spans.peek();
      boolean last = next == null || next.trueEndNanos() > endedByNanos;
      if (last || batch.size() == MAX_BATCH) {
        requests.add(
            OtlpSpans.request(
                batch,
                "service.name",
                queue.host.service(),
                "service.version",
                queue.host.version(),
                "host.name",
                queue.host.name()));
        batch.clear();
      }
    }
  }
}
