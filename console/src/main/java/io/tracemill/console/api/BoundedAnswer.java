package io.tracemill.console.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Set;

/**
 * An answer that fits into some number of bytes. Lists keep their first elements, texts their
 * beginnings, and each says how much it left out.
 */
public final class BoundedAnswer {
  /** Lengths of lists to try, and how many characters a text has then. */
  private static final int[][] BOUNDS = {
    {1_000, 1_000},
    {100, 500},
    {50, 500},
    {30, 400},
    {20, 400},
    {12, 300},
    {8, 300},
    {5, 200},
    {3, 200},
    {2, 100},
    {1, 100},
    {1, 40}
  };

  private final int length;
  private final int characters;
  private final Set<String> leftOut;

  private BoundedAnswer(int length, int characters, Set<String> leftOut) {
    this.length = length;
    this.characters = characters;
    this.leftOut = leftOut;
  }

  /**
   * An answer as JSON text.
   *
   * @param leftOut names of fields to leave out, at any depth
   * @param maxBytes of the text in UTF-8
   */
  public static String of(JsonNode answer, Set<String> leftOut, int maxBytes) {
    for (int[] bound : BOUNDS) {
      String text = new BoundedAnswer(bound[0], bound[1], leftOut).cut(answer).toString();
      if (text.getBytes(UTF_8).length <= maxBytes) {
        return text;
      }
    }
    return JsonNodeFactory.instance
        .objectNode()
        .put("leftOut", "all: the answer is too large; ask for less")
        .toString();
  }

  private JsonNode cut(JsonNode value) {
    if (value instanceof ObjectNode fields) {
      return cut(fields);
    } else if (value instanceof ArrayNode elements) {
      return cut(elements);
    } else if (value.isTextual() && value.textValue().length() > characters) {
      String text = value.textValue();
      return TextNode.valueOf(
          text.substring(0, characters) + "... (%d more)".formatted(text.length() - characters));
    }
    return value;
  }

  private ObjectNode cut(ObjectNode fields) {
    ObjectNode cut = fields.objectNode();
    fields.properties().stream()
        .filter(field -> !leftOut.contains(field.getKey()))
        .forEach(field -> cut.set(field.getKey(), cut(field.getValue())));
    return cut;
  }

  private ArrayNode cut(ArrayNode elements) {
    ArrayNode cut = elements.arrayNode();
    for (int i = 0; i < Math.min(length, elements.size()); i++) {
      cut.add(cut(elements.get(i)));
    }
    if (elements.size() > length) {
      cut.add("(%d more left out)".formatted(elements.size() - length));
    }
    return cut;
  }
}
