package io.tracemill.cli.demo;

import static java.util.Comparator.comparingLong;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.cli.demo.GeneratedSpan.Host;
import io.tracemill.cli.traffic.OtlpSpans;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Exports spans as SDKs do. Once a second, each host sends the spans that have ended since its last
 * export. The hosts export at different moments of the second. So a trace arrives spread over
 * several records, and children often arrive before their parents.
 *
 * <p>Holds at most the spans of the last second and of the requests in progress.
 */
final class ShopExporter {
  static final long INTERVAL_NANOS = 1_000_000_000;
  // Coprime to the interval, so hosts with similar names export far apart within the second.
  private static final long PHASE_STEP_NANOS = 381_966_011;

  private final NavigableMap<Export, List<Span>> exports =
      new TreeMap<>(comparingLong(Export::atNanos).thenComparing(each -> each.host().name()));

  private record Export(long atNanos, Host host) {}

  /** Takes the spans of a request, whether or not they have ended yet. */
  void add(List<GeneratedSpan> spans) {
    for (GeneratedSpan span : spans) {
      long phase = span.host().name().hashCode() * PHASE_STEP_NANOS;
      long ended = span.trueEndNanos();
      long at = ended + Math.floorMod(phase - ended, INTERVAL_NANOS);
      exports
          .computeIfAbsent(new Export(at, span.host()), each -> new ArrayList<>())
          .add(span.toOtlp());
    }
  }

  /** The exports up to {@code nowNanos} (since the epoch) that no earlier call returned. */
  List<ExportTraceServiceRequest> due(long nowNanos) {
    List<ExportTraceServiceRequest> requests = new ArrayList<>();
    while (!exports.isEmpty() && exports.firstKey().atNanos() <= nowNanos) {
      Map.Entry<Export, List<Span>> next = exports.pollFirstEntry();
      Host host = next.getKey().host();
      requests.add(
          OtlpSpans.request(
              next.getValue(),
              "service.name",
              host.service(),
              "service.version",
              host.version(),
              "host.name",
              host.name()));
    }
    return requests;
  }

  /** All remaining spans, ended or not, as services export them at a graceful shutdown. */
  List<ExportTraceServiceRequest> drain() {
    return due(Long.MAX_VALUE);
  }
}
