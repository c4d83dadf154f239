package io.tracemill.pipeline.config;

import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** The values of one run: what was set, and the default of everything else. Immutable. */
public final class TracemillConfig implements Serializable {
  private static final long serialVersionUID = 1;
  private static final TracemillConfig DEFAULTS = new TracemillConfig(Map.of());

  // By path, since keys are the program's and only values travel to where operators run.
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

  /**
   * This with another value of {@code key}. A map replaces the whole map.
   *
   * @throws ConfigException if the value is out of range; whether it goes with the others is
   *     checked by {@link #checked} alone, so that several can be changed one by one
   */
  public <T> TracemillConfig with(Key<T> key, T value) {
    key.check(value);
    Map<String, Object> changed = new HashMap<>(values);
    changed.put(key.path(), value);
    return new TracemillConfig(changed);
  }

  /**
   * This, once it is known that its values go together.
   *
   * @throws ConfigException naming the keys that do not
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

  /** What is set; of what is passed on to others only the names, since values may be secrets. */
  @Override
  public String toString() {
    Map<String, Object> shown = new TreeMap<>(values);
    shown.replaceAll((path, value) -> value instanceof Map<?, ?> map ? map.keySet() : value);
    return shown.toString();
  }
}
