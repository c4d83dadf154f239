package io.tracemill.pipeline.config;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A value as it was written, before any key says what it should be. */
sealed interface Node {
  /** Where it begins, counted from 1. */
  int line();

  /** What the file says, for messages: never what it refers to; shortened where it is long. */
  String shown();

  /**
   * Text, a number, a boolean, none of them read yet.
   *
   * @param written as the file has it
   * @param text with what the file refers to put in; it may be a secret
   * @param literal without what is put in, but with defaults
   */
  record Scalar(String written, String text, String literal, int line) implements Node {
    private static final int MAX_SHOWN = 80;

    @Override
    public String shown() {
      return written.length() <= MAX_SHOWN ? written : written.substring(0, MAX_SHOWN) + "...";
    }
  }

  /** {@code key:} with nothing behind it. */
  record Nothing(int line) implements Node {
    @Override
    public String shown() {
      return "empty";
    }
  }

  /** A list. */
  record Sequence(List<Node> items, int line) implements Node {
    public Sequence {
      items = List.copyOf(items);
    }

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
