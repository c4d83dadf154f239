package io.tracemill.pipeline.config;

import java.util.Map;

/**
 * A configuration key. {@link Keys} lists all of them. Two keys are equal only if they are the same
 * object.
 *
 * @param <T> type of its value
 */
public final class Key<T> {
  private final String path;
  private final String defaultText;
  private final ValueType<T> type;
  private final String explanation;
  private final T defaultValue;

  Key(String path, String defaultText, ValueType<T> type, String explanation) {
    this.path = path;
    this.defaultText = defaultText;
    this.type = type;
    this.explanation = explanation;
    this.defaultValue = parse(defaultText);
  }

  /** The same key with its allowed values in words, to follow "allowed:". */
  Key<T> allows(String words) {
    return new Key<>(path, defaultText, type.allowing(words), explanation);
  }

  /** The same key with its effect in one line. {@link Keys#ALL} lists it. */
  Key<T> says(String sentence) {
    Key<T> key = new Key<>(path, defaultText, type, sentence);
    Keys.COLLECTED.add(key);
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
    T value;
    try {
      value = type.reader().apply(node);
    } catch (IllegalArgumentException e) {
      throw refused(node.shown());
    } catch (ConfigException e) {
      throw new ConfigException(path + ": " + e.getMessage());
    }
    return checked(value, node.shown());
  }

  /** A value that the file could set too. */
  T checked(T value, String shown) {
    if (!type.accepts().test(value)) {
      throw refused(shown);
    }
    return value;
  }

  private ConfigException refused(String shown) {
    return new ConfigException(
        "%s: %s is not allowed; allowed: %s"
            .formatted(path, type.hidden() ? "this" : "\"" + shown + "\"", type.allowed()));
  }

  @Override
  public String toString() {
    return path;
  }
}
