package io.tracemill.cli.demo;

import io.tracemill.cli.demo.GeneratedSpan.Host;
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
 * Exports spans as SDKs do. Once a second, each host sends the spans that have ended since its last
 * export, at most 512 at a time. The hosts export at different moments of the second. So a trace
 * arrives spread over several records, and children often arrive before their parents.
 *
 * <p>Holds at most the spans of the last second and of the requests in progress.
 */
final class ShopExporter {
  static final long INTERVAL_NANOS = 1_000_000_000;
  static final int MAX_BATCH = 512;
  // Coprime to the interval, so successive hosts export far apart within the second.
  private static final long PHASE_STEP_NANOS = 381_966_011;

  private final Map<String, HostQueue> queues = new TreeMap<>();

  /** The spans that one host has not exported yet, and the time of its next export. */
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
    // The start of the request, since a later request may reach a host before this one does.
    long start = spans.stream().mapToLong(GeneratedSpan::trueStartNanos).min().orElse(0);
    for (GeneratedSpan span : spans) {
      long phase = (queues.size() + 1) * PHASE_STEP_NANOS % INTERVAL_NANOS;
      queues
          .computeIfAbsent(span.host().name(), name -> new HostQueue(span.host(), start + phase))
          .spans
          .add(span);
    }
  }

  /** The exports up to {@code nowNanos} (since the epoch) that no earlier call returned. */
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

  /** All remaining spans, ended or not, as services export them at a graceful shutdown. */
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
