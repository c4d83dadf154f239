package io.tracemill.connectors.export;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The critical path as Jaeger's user interface computes it ({@code TracePage/CriticalPath}). It
 * goes from the root back in time to the child that ends last. Only children count that ended
 * strictly before the current one began.
 */
final class JaegerCriticalPath {
  private final JsonNode spans;
  private final Map<Long, Long> microsById = new TreeMap<>();

  private JaegerCriticalPath(JsonNode spans) {
    this.spans = spans;
  }

  /** The microseconds of each span id on the critical path of {@code trace}. */
  static Map<Long, Long> of(JsonNode trace) {
    JaegerCriticalPath path = new JaegerCriticalPath(trace.path("spans"));
    path.walk();
    return path.microsById;
  }

  private void walk() {
    JsonNode span =
        all().filter(each -> each.path("references").isEmpty()).findFirst().orElseThrow();
    long until = end(span);
    long endsBefore = Long.MAX_VALUE;
    while (true) {
      Optional<JsonNode> last = lastEnding(span, endsBefore);
      long from = last.map(JaegerCriticalPath::end).orElse(begin(span));
      if (from != until) {
        microsById.merge(id(span), until - from, Long::sum);
      }
      Optional<JsonNode> parent = parent(span);
      if (last.isPresent()) {
        span = last.get();
        until = end(span);
        endsBefore = Long.MAX_VALUE;
      } else if (parent.isPresent()) {
        until = begin(span);
        endsBefore = until;
        span = parent.get();
      } else {
        return;
      }
    }
  }

  private Stream<JsonNode> all() {
    return StreamSupport.stream(spans.spliterator(), false);
  }

  private Optional<JsonNode> lastEnding(JsonNode parent, long before) {
    return all()
        .filter(span -> parent(span).equals(Optional.of(parent)))
        .filter(span -> end(span) < before)
        .max(Comparator.comparingLong(JaegerCriticalPath::end));
  }

  private Optional<JsonNode> parent(JsonNode span) {
    String id = span.path("references").path(0).path("spanID").asText();
    return all().filter(each -> each.path("spanID").asText().equals(id)).findFirst();
  }

  private static long id(JsonNode span) {
    return Long.parseLong(span.path("spanID").asText(), 16);
  }

  private static long begin(JsonNode span) {
    return span.path("startTime").asLong();
  }

  private static long end(JsonNode span) {
    return begin(span) + span.path("duration").asLong();
  }
}
