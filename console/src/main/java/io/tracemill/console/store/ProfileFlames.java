package io.tracemill.console.store;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.analysis.callingcontext.PathNode;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.span.Frame;
import io.tracemill.connectors.export.FlameGraph;
import io.tracemill.connectors.export.FlameGraphFiles;
import io.tracemill.connectors.export.FlameGraphFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Turns the call tree of a profile record into a file that flame graph viewers open. */
public final class ProfileFlames {
  private ProfileFlames() {}

  /**
   * A file.
   *
   * @param name a valid file name on any system
   * @param contentType for HTTP
   */
  public record File(String name, String contentType, byte[] bytes) {}

  private record Node(int parent, PathStep step, long exclusiveNanos) implements PathNode {
    static Node of(JsonNode node) {
      Frame frame = frame(node);
      String callee = node.path("callee").asText();
      return new Node(
          node.path("parent").asInt(),
          callee.isEmpty() ? PathStep.of(frame) : PathStep.edge(frame, callee),
          node.path("exclusiveNanos").asLong());
    }
  }

  /**
   * The flame graph of all requests of a profile.
   *
   * @param profile a record of the stream profiles
   */
  public static File file(JsonNode profile, FlameGraphFormat format) throws IOException {
    Frame endpoint = frame(profile.path("endpoint"));
    List<Node> tree = new ArrayList<>();
    profile.path("tree").forEach(node -> tree.add(Node.of(node)));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    format.write(
        FlameGraph.of(endpoint.toString(), profile.path("traceCount").asLong(), tree), bytes);
    return new File(
        FlameGraphFiles.fileName(endpoint) + "." + format.extension(),
        contentType(format),
        bytes.toByteArray());
  }

  private static Frame frame(JsonNode json) {
    return Frame.of(json.path("service").asText(), json.path("operation").asText());
  }

  private static String contentType(FlameGraphFormat format) {
    return switch (format) {
      case FOLDED -> "text/plain;charset=utf-8";
      case SPEEDSCOPE, GRAFANA -> "application/json";
      case PPROF -> "application/octet-stream";
    };
  }
}
