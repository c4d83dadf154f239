package io.tracemill.connectors.files;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.connectors.otlp.JsonRequests;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/** JSON in which a few values are others, or gone. */
final class MutatedJson {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String[] VALUES = {
    "null",
    "true",
    "5",
    "1.5",
    "-1",
    "\"x\"",
    "\"\"",
    "\"true\"",
    "\"7\"",
    "\"0\"",
    "\"%%\"",
    "{}",
    "[]",
    "[7]",
    "[null]",
    "{\"a\":[1]}",
    "\"%s\"".formatted("a".repeat(17)),
    "\"consumer\""
  };

  private MutatedJson() {}

  /** {@code root}, which changes, as bytes. */
  static byte[] of(JsonNode root, Random random) throws IOException {
    for (int mutations = random.nextInt(4); mutations > 0; mutations--) {
      List<JsonNode> containers = containers(root);
      if (!containers.isEmpty()) {
        mutate(containers.get(random.nextInt(containers.size())), random);
      }
    }
    return JsonRequests.utf8(root.toString());
  }

  private static List<JsonNode> containers(JsonNode root) {
    List<JsonNode> found = new ArrayList<>();
    Deque<JsonNode> open = new ArrayDeque<>(List.of(root));
    while (!open.isEmpty()) {
      JsonNode node = open.pop();
      if (!node.isEmpty()) {
        found.add(node);
      }
      node.forEach(open::push);
    }
    return found;
  }

  private static void mutate(JsonNode container, Random random) throws IOException {
    int index = random.nextInt(container.size());
    boolean removed = random.nextInt(4) == 0;
    JsonNode value = JSON.readTree(VALUES[random.nextInt(VALUES.length)]);
    if (container instanceof ArrayNode array) {
      if (removed) {
        array.remove(index);
      } else {
        array.set(index, value);
      }
    } else if (container instanceof ObjectNode object) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      if (removed) {
        object.remove(names.get(index));
      } else {
        object.set(names.get(index), value);
      }
    }
  }
}
