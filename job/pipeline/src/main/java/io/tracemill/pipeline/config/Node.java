package io.tracemill.pipeline.config;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A value as it was written, before any key says what it should be. */
sealed interface Node {
  /** Where it begins, counted from 1. */
  int line();

  /** Shown in messages, shortened where it is long. */
  String shown();

  /** Whether anything of it is not as the file has it, but was put in. */
  boolean refersElsewhere();

  /**
   * Text, a number, a boolean, none of them read yet.
   *
   * @param written as the file has it
   * @param text with what the file refers to put in; it may be a secret
   */
  record Scalar(String written, String text, int line) implements Node {
    private static final int MAX_SHOWN = 80;

    @Override
    public String shown() {
      return written.length() <= MAX_SHOWN ? written : written.substring(0, MAX_SHOWN) + "...";
    }

    @Override
    public boolean refersElsewhere() {
      return !text.equals(written);
    }
  }

  /** {@code key:} with nothing behind it. */
  record Nothing(int line) implements Node {
    @Override
    public String shown() {
      return "empty";
    }

    @Override
    public boolean refersElsewhere() {
      return false;
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

    @Override
    public boolean refersElsewhere() {
      return items.stream().anyMatch(Node::refersElsewhere);
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

    @Override
    public boolean refersElsewhere() {
      return entries.values().stream().anyMatch(Node::refersElsewhere);
    }
  }
}
