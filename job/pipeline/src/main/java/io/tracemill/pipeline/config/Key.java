package io.tracemill.pipeline.config;

import java.util.Map;

/**
 * A configuration key. {@link Keys} lists all of them.
 *
 * @param <T> type of its value
 * @param path its path in the file: {@code assembly.quiet-period}
 * @param defaultText the default as YAML on one line
 * @param type its syntax and range
 * @param explanation its effect, in one line
 * @param defaultValue the value that {@code defaultText} stands for
 */
public record Key<T>(
    String path, String defaultText, ValueType<T> type, String explanation, T defaultValue) {

  Key(String path, String defaultText, ValueType<T> type, String explanation) {
    this(path, defaultText, type, explanation, parse(path, type, defaultText));
  }

  /** The same key with its allowed values in words, to follow "allowed:". */
  Key<T> allows(String words) {
    return new Key<>(path, defaultText, type.allowing(words), explanation, defaultValue);
  }

  /** The same key with its effect in one line. {@link Keys#ALL} lists it. */
  Key<T> says(String sentence) {
    Key<T> key = new Key<>(path, defaultText, type, sentence, defaultValue);
    Keys.COLLECTED.add(key);
    return key;
  }

  /** The allowed values, with unit and range: {@code a duration from 1ms to 1h (units ...)}. */
  public String allowed() {
    return type.allowed();
  }

  /**
   * Reads a value written as in the file.
   *
   * @throws ConfigException with the key, the value and the allowed values
   */
  public T parse(String yaml) {
    return parse(path, type, yaml);
  }

  private static <T> T parse(String path, ValueType<T> type, String yaml) {
    return type.read(path, YamlText.read(yaml, new References(Map.of())));
  }

  @Override
  public String toString() {
    return path;
  }
}
