package io.tracemill.pipeline.config;

import java.util.List;
import java.util.Map;

/**
 * A configuration key. {@link Keys} lists all of them. Two keys are equal only if they are the same
 * object.
 *
 * @param <T> type of its value
 */
public final class Key<T> {
  private final String path;
  private final ValueType<T> type;
  private final String defaultText;
  private final String explanation;
  private final T defaultValue;

  Key(String path, ValueType<T> type, String defaultText, String explanation) {
    this.path = path;
    this.type = type;
    this.defaultText = defaultText;
    this.explanation = explanation;
    this.defaultValue = parse(defaultText);
  }

  /** Declares a key at the end of a list. */
  static <T> Key<T> in(
      List<Key<?>> keys, String path, ValueType<T> type, String defaultText, String explanation) {
    Key<T> key = new Key<>(path, type, defaultText, explanation);
    keys.add(key);
    return key;
  }

  /** Its path in the file: {@code assembly.quiet-period}. */
  public String path() {
    return path;
  }

  /** The allowed values, with unit and range: {@code a duration from 1ms to 1h (units ...)}. */
  public String allowed() {
    return type.allowed();
  }

  /** The default as YAML on one line. */
  public String defaultText() {
    return defaultText;
  }

  /** Its effect, in one line. */
  public String explanation() {
    return explanation;
  }

  public T defaultValue() {
    return defaultValue;
  }

  /**
   * Reads a value written as in the file.
   *
   * @throws ConfigException with the key, the value and the allowed values
   */
  public T parse(String yaml) {
    return read(YamlText.read(yaml, new References(Map.of())));
  }

  T read(Node node) {
    try {
      return type.read(node);
    } catch (IllegalArgumentException e) {
      throw refused(node.shown());
    } catch (ConfigException e) {
      throw new ConfigException(path + ": " + e.getMessage());
    }
  }

  /** Rejects a value set by the program that the file could not set. */
  void check(T value) {
    if (!type.accepts().test(value)) {
      throw refused(value.toString());
    }
  }

  private ConfigException refused(String value) {
    return new ConfigException(
        "%s: \"%s\" is not allowed; allowed: %s".formatted(path, value, type.allowed()));
  }

  @Override
  public String toString() {
    return path;
  }
}
