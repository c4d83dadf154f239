package io.tracemill.connectors.output;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.record.CallPath;
import io.tracemill.analysis.record.CallTreeCut;
import io.tracemill.analysis.record.StreamRecord;
import io.tracemill.analysis.record.TreeNode;
import io.tracemill.connectors.json.WellFormed;
import java.util.Arrays;
import java.util.List;

/**
 * Cuts a record until it fits: by quarters, its lists and trees to fewer items and its names to
 * fewer bytes. Endless names and lists are errors or attacks; the record shows as much of them as
 * fits.
 *
 * <p>A call tree keeps its costliest nodes and its totals ({@link CallTreeCut}); it is cut before
 * it is written, since it can have hundreds of thousands of nodes. Everything else is cut on the
 * written tree. A list keeps its first items, except a call path, which keeps its end. Terms of a
 * change that are left out become part of its rest.
 */
final class Fit {
  private static final String OTHER = PathStep.OTHER.frame().service();

  /** Longer than any decoded name. */
  private static final int MOST_NAME_BYTES = 1 << 13;

  private static final int LEAST_NAME_BYTES = 32;

  /** Longer than any list that a user reads, and larger than the tree of any category. */
  private static final int MOST_ITEMS = 1 << 12;

  private static final int LEAST_NODE_BYTES = 80;

  private final int maxDepth;
  private final int nameBytes;
  private final int items;

  private Fit(int maxDepth, int nameBytes, int items) {
    this.maxDepth = maxDepth;
    this.nameBytes = nameBytes;
    this.items = items;
  }

  /** Whether a record has a tree that is too deep, or surely too many nodes. */
  static boolean isTooLarge(StreamRecord record, RecordLimits limits) {
    long nodes = record.trees().stream().mapToLong(List::size).sum();
    return nodes > limits.maxBytes() / LEAST_NODE_BYTES
        || record.trees().stream()
            .flatMapToInt(tree -> Arrays.stream(TreeNode.depths(tree)))
            .anyMatch(depth -> depth > limits.maxDepth());
  }

  /** The record's JSON within the limits, or with one item a list and a few letters a name. */
  static byte[] into(StreamRecord record, RecordLimits limits) {
    int most = Math.min(longest(record), limits.maxBytes() / LEAST_NODE_BYTES);
    Fit fit = new Fit(limits.maxDepth(), MOST_NAME_BYTES, Math.max(1, most));
    while (true) {
      byte[] bytes = RecordJson.bytes(fit.cut(RecordJson.tree(fit.cut(record))));
      if (bytes.length <= limits.maxBytes() || fit.isLeast()) {
        return bytes;
      }
      fit = fit.less();
    }
  }

  /** The number of nodes of the largest call tree; without one, longer than any useful list. */
  private static int longest(StreamRecord record) {
    return record.trees().stream()
        .filter(tree -> !tree.isEmpty() && tree.get(0) instanceof CallPath)
        .mapToInt(List::size)
        .max()
        .orElse(MOST_ITEMS);
  }

  private StreamRecord cut(StreamRecord record) {
    return record.cut(maxDepth, items);
  }

  private boolean isLeast() {
    return nameBytes == LEAST_NAME_BYTES && items == 1;
  }

  private Fit less() {
    return new Fit(
        maxDepth, Math.max(LEAST_NAME_BYTES, nameBytes * 3 / 4), Math.max(1, items / 4 * 3));
  }

  private JsonNode cut(JsonNode node) {
    if (node.isTextual()) {
      return TextNode.valueOf(WellFormed.text(node.textValue(), nameBytes));
    } else if (node instanceof ArrayNode list) {
      return each(first(list));
    } else if (node instanceof ObjectNode object) {
      return cut(object);
    }
    return node;
  }

  private ObjectNode cut(ObjectNode object) {
    ObjectNode cut = JsonNodeFactory.instance.objectNode();
    object
        .properties()
        .forEach(field -> cut.set(field.getKey(), cut(field.getKey(), field.getValue())));
    if (cut.path("terms").size() < object.path("terms").size()) {
      cut.put("restNanos", object.path("deltaMeanNanos").longValue() - nanos(cut.path("terms")));
    }
    if (object.has("truncated") && cut.path("tree").size() < object.path("tree").size()) {
      cut.put("truncated", true);
    }
    return cut;
  }

  private JsonNode cut(String name, JsonNode value) {
    if (!(value instanceof ArrayNode list)) {
      return cut(value);
    } else if (list.path(0).has("inclusiveNanos")) {
      return each(list);
    } else if (list.path(0).has("run")) {
      return each(first(shallow(list)));
    }
    return each(name.equals("node") || name.equals("path") ? end(list) : first(list));
  }

  private ArrayNode each(Iterable<JsonNode> items) {
    ArrayNode cut = JsonNodeFactory.instance.arrayNode();
    items.forEach(item -> cut.add(cut(item)));
    return cut;
  }

  private ArrayNode first(ArrayNode list) {
    if (list.size() <= items) {
      return list;
    }
    ArrayNode first = JsonNodeFactory.instance.arrayNode(items);
    for (int i = 0; i < items; i++) {
      first.add(list.get(i));
    }
    return first;
  }

  /** The end of a long path, which names the place of the time; one step stands for the others. */
  private ArrayNode end(ArrayNode path) {
    if (path.size() <= items) {
      return path;
    }
    ArrayNode end = JsonNodeFactory.instance.arrayNode();
    end.add(JsonNodeFactory.instance.objectNode().put("service", OTHER).put("operation", OTHER));
    for (int i = path.size() - items; i < path.size(); i++) {
      end.add(path.get(i));
    }
    return end;
  }

  /** The first levels of a tree that has no totals. */
  private ArrayNode shallow(ArrayNode tree) {
    ArrayNode shallow = JsonNodeFactory.instance.arrayNode();
    int[] depths = new int[tree.size()];
    int[] place = new int[depths.length];
    for (int node = 0; node < depths.length; node++) {
      int parent = tree.get(node).path("parent").intValue();
      depths[node] = parent < 0 ? 1 : depths[parent] + 1;
      if (depths[node] <= maxDepth) {
        place[node] = shallow.size();
        ObjectNode kept = tree.get(node).deepCopy();
        shallow.add(kept.put("parent", parent < 0 ? parent : place[parent]));
      }
    }
    return shallow;
  }

  private static long nanos(JsonNode terms) {
    long nanos = 0;
    for (JsonNode term : terms) {
      nanos += term.path("nanos").longValue();
    }
    return nanos;
  }
}
