package io.tracemill.connectors.output;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tracemill.connectors.json.WellFormed;

/**
 * Cuts a record until it fits: by quarters, its lists and trees to fewer items and its names to
 * fewer bytes. Endless names and lists are errors or attacks; the record shows as much of them as
 * fits.
 *
 * <p>A call tree keeps its costliest nodes and its totals ({@link CallTreeCut}). Any other list
 * keeps its first items, except a call path, which keeps its end. Terms of a change that are left
 * out become part of its rest.
 */
final class Fit {
  /** Longer than any decoded name. */
  private static final int MOST_NAME_BYTES = 1 << 13;

  private static final int LEAST_NAME_BYTES = 32;
  private static final int LEAST_ITEM_BYTES = 80;

  private final int maxDepth;
  private final int nameBytes;
  private final int items;

  private Fit(int maxDepth, int nameBytes, int items) {
    this.maxDepth = maxDepth;
    this.nameBytes = nameBytes;
    this.items = items;
  }

  /** The record's JSON within the limits, or with one item a list and a few letters a name. */
  static byte[] into(RecordLimits limits, ObjectNode record) {
    int most = Math.max(1, Math.min(longest(record), limits.maxBytes() / LEAST_ITEM_BYTES));
    for (Fit fit = new Fit(limits.maxDepth(), MOST_NAME_BYTES, most); ; fit = fit.less()) {
      byte[] bytes = RecordJson.bytes(fit.cut(record));
      if (bytes.length <= limits.maxBytes() || fit.isLeast()) {
        return bytes;
      }
    }
  }

  private static int longest(JsonNode node) {
    int longest = node.isArray() ? node.size() : 0;
    for (JsonNode each : node) {
      longest = Math.max(longest, longest(each));
    }
    return longest;
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
      return each(CallTreeCut.of(list, maxDepth, items));
    } else if (list.path(0).has("run")) {
      return each(first(shallow(list)));
    }
    return each(name.equals("node") ? end(list) : first(list));
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
    end.add(CallTreeCut.named(JsonNodeFactory.instance.objectNode()));
    for (int i = path.size() - items; i < path.size(); i++) {
      end.add(path.get(i));
    }
    return end;
  }

  /** The first levels of a tree that has no totals. */
  private ArrayNode shallow(ArrayNode tree) {
    ArrayNode shallow = JsonNodeFactory.instance.arrayNode();
    int[] depths = CallTreeCut.depths(tree);
    int[] place = new int[depths.length];
    for (int node = 0; node < depths.length; node++) {
      if (depths[node] <= maxDepth) {
        place[node] = shallow.size();
        int parent = CallTreeCut.parent(tree, node);
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
