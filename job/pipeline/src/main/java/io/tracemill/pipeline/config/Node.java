package io.tracemill.pipeline.config;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A value as written, before a key defines its type. */
sealed interface Node {
  /** Its first line, counted from 1. */
  int line();

  /** The text in the file, for messages: references stay unresolved, long text is shortened. */
  String shown();

  /** The text of a scalar; throws {@link IllegalArgumentException} for another node. */
  default String text() {
    throw new IllegalArgumentException(shown());
  }

  /** The items of a list; throws {@link IllegalArgumentException} for another node. */
  default List<Node> items() {
    throw new IllegalArgumentException(shown());
  }

  /** The entries of a section; throws {@link IllegalArgumentException} for another node. */
  default Map<String, Node> entries() {
    throw new IllegalArgumentException(shown());
  }

  /**
   * A text, number or boolean that is not parsed yet.
   *
   * @param written the text in the file
   * @param text the text with references resolved; it may be a secret
   * @param literal the text with references replaced by a mark, or by their defaults
   */
  record Scalar(String written, String text, String literal, int line) implements Node {
    private static final int MAX_SHOWN = 80;

    @Override
    public String shown() {
      return written.length() <= MAX_SHOWN ? written : written.substring(0, MAX_SHOWN) + "...";
    }
  }

  /** {@code key:} without a value. */
  record Nothing(int line) implements Node {
    @Override
    public String shown() {
      return "empty";
    }
  }

  /** A list. */
  record Sequence(List<Node> items, int line) implements Node {
    @Override
    public String shown() {
      return items.stream().map(Node::shown).collect(Collectors.joining(", ", "[", "]"));
    }
  }

  /** Names and values, in the order of the file. */
  record Section(Map<String, Node> entries, int line) implements Node {
    @Override
    public String shown() {
      return entries.entrySet().stream()
          .map(entry -> entry.getKey() + ": " + entry.getValue().shown())
          .collect(Collectors.joining(", ", "{", "}"));
    }
  }
}
