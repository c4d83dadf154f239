package io.tracemill.pipeline.config;

import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** The values of one run: those that were set, and defaults for all other keys. Immutable. */
public final class TracemillConfig implements Serializable {
  private static final long serialVersionUID = 1;
  private static final TracemillConfig DEFAULTS = new TracemillConfig(Map.of());

  // By path: keys belong to the program, and only values are sent to the operators.
  private final Map<String, Object> values;

  private TracemillConfig(Map<String, Object> values) {
    this.values = Map.copyOf(values);
  }

  /** Nothing set. */
  public static TracemillConfig defaults() {
    return DEFAULTS;
  }

  @SuppressWarnings("unchecked") // put only comes with a Key<T> and its T
  public <T> T get(Key<T> key) {
    Object value = values.get(key.path());
    return value == null ? key.defaultValue() : (T) value;
  }

  /** Whether the key was set, be it to its default. */
  boolean sets(Key<?> key) {
    return values.containsKey(key.path());
  }

  /**
   * A copy with another value of {@code key}. A map replaces the whole map. Only {@link #checked}
   * checks the value against other values, so several can be changed one by one.
   *
   * @throws ConfigException if the value is out of range
   */
  public <T> TracemillConfig with(Key<T> key, T value) {
    Map<String, Object> changed = new HashMap<>(values);
    changed.put(key.path(), key.type().checked(key.path(), value, value.toString()));
    return new TracemillConfig(changed);
  }

  /**
   * Checks that its values are consistent, and returns this.
   *
   * @throws ConfigException with the names of the inconsistent keys
   */
  public TracemillConfig checked() {
    new CrossChecks(this).check();
    return this;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TracemillConfig that && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  /**
   * The values that are set, without secrets. Settings passed on to other systems appear by name
   * only, since their values may be secrets.
   */
  @Override
  public String toString() {
    Map<String, Object> shown = new TreeMap<>(values);
    shown.replaceAll((path, value) -> value instanceof Map<?, ?> map ? map.keySet() : value);
    shown.computeIfPresent(Keys.CONSOLE_TOKEN.path(), (path, token) -> "(secret)");
    return shown.toString();
  }
}
