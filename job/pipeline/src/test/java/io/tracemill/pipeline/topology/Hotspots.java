package io.tracemill.pipeline.topology;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.connectors.output.ResultRecord;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What {@code hotspots} say of all windows, and the same from {@code traces}: by frame its own time
 * and the requests with it on their path; by {@code caller > frame} the time below that caller.
 */
final class Hotspots {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Hotspots() {}

  static Map<String, Long> of(List<ResultRecord> hotspots) throws IOException {
    Map<String, Long> sums = new TreeMap<>();
    for (ResultRecord record : hotspots) {
      JsonNode hotspot = JSON.readTree(record.value());
      sums.merge(frame(hotspot), nanos(hotspot), Long::sum);
      sums.merge("traces of " + frame(hotspot), hotspot.path("traces").asLong(), Long::sum);
      for (JsonNode caller : hotspot.path("callers")) {
        sums.merge(frame(caller) + " > " + frame(hotspot), nanos(caller), Long::sum);
      }
      for (JsonNode share : hotspot.path("shares")) {
        sums.merge(frame(hotspot) + " in " + frame(share), nanos(share), Long::sum);
      }
    }
    sums.values().removeIf(sum -> sum == 0);
    return sums;
  }

  static Map<String, Long> ofTraces(List<ResultRecord> traces) throws IOException {
    Map<String, Long> sums = new TreeMap<>();
    for (ResultRecord record : traces) {
      JsonNode trace = JSON.readTree(record.value());
      JsonNode path = trace.path("criticalPath");
      Map<String, Long> onPath = new TreeMap<>();
      for (JsonNode node : path) {
        sums.merge(frame(node), nanos(node), Long::sum);
        onPath.put("traces of " + frame(node), 1L);
        sums.merge(frame(node) + " in " + frame(trace.path("endpoint")), nanos(node), Long::sum);
        JsonNode caller = caller(path, node);
        if (!caller.isMissingNode()) {
          sums.merge(frame(caller) + " > " + frame(node), nanos(node), Long::sum);
        }
      }
      onPath.forEach((frame, one) -> sums.merge(frame, one, Long::sum));
    }
    sums.values().removeIf(sum -> sum == 0);
    return sums;
  }

  /** An edge below the node of its own span belongs to the same call. */
  private static JsonNode caller(JsonNode path, JsonNode node) {
    JsonNode above = path.path(node.path("parent").asInt());
    boolean sameCall =
        node.has("callee") && !above.has("callee") && frame(above).equals(frame(node));
    return sameCall ? path.path(above.path("parent").asInt()) : above;
  }

  private static String frame(JsonNode json) {
    return json.path("service").asText() + " " + json.path("operation").asText();
  }

  private static long nanos(JsonNode json) {
    return json.path("exclusiveNanos").asLong();
  }
}
