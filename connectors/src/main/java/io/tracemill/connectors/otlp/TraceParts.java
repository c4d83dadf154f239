package io.tracemill.connectors.otlp;

import io.tracemill.analysis.span.Slice;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Where the spans of each trace, and the resources they belong to, stand in a large request. */
final class TraceParts {
  /** Bytes of the request, from an offset to another. */
  record Range(int from, int to) {
    int length() {
      return to - from;
    }
  }

  /** Spans of one trace that belong to one resource. */
  record Run(List<Range> resource, List<Range> spans) {}

  /** One trace. */
  static final class Part {
    private final List<Run> runs = new ArrayList<>();
    private OptionalLong latestEndNanos = OptionalLong.empty();

    List<Run> runs() {
      return runs;
    }

    OptionalLong latestEndNanos() {
      return latestEndNanos;
    }

    private void add(List<Range> resource, Range span, OptionalLong endNanos) {
      // Spans are added resource by resource, so that only the last run can be this one's.
      if (runs.isEmpty() || runs.get(runs.size() - 1).resource() != resource) {
        runs.add(new Run(resource, new ArrayList<>()));
      }
      runs.get(runs.size() - 1).spans().add(span);
      if (endNanos.orElse(-1) > latestEndNanos.orElse(-1)) {
        latestEndNanos = endNanos;
      }
    }
  }

  private final Map<ByteBuffer, Part> parts = new LinkedHashMap<>();

  /** Adds a span; its trace id is whatever stands there, well formed or not. */
  void add(Slice traceId, List<Range> resource, Range span, OptionalLong endNanos) {
    ByteBuffer key = ByteBuffer.wrap(traceId.array(), traceId.offset(), traceId.length());
    parts.computeIfAbsent(key, unused -> new Part()).add(resource, span, endNanos);
  }

  /** All traces, the earliest to end first. */
  List<Part> inOrderOfEnd() {
    List<Part> sorted = new ArrayList<>(parts.values());
    sorted.sort(Comparator.comparingLong(part -> part.latestEndNanos().orElse(-1)));
    return sorted;
  }
}
