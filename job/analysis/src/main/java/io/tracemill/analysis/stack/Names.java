package io.tracemill.analysis.stack;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers values in the order in which they are first seen. */
public final class Names<T> {
  private final Map<T, Integer> numbers = new HashMap<>();
  private final List<T> values = new ArrayList<>();

  /** The value's number; the next free one if it is new. */
  public int number(T value) {
    Integer known = numbers.get(value);
    if (known != null) {
      return known;
    }
    numbers.put(value, values.size());
    values.add(value);
    return values.size() - 1;
  }

  /** The same, but from {@code max} values on, a new value counts as {@code other}. */
  public int number(T value, int max, T other) {
    return numbers.containsKey(value) || values.size() < max ? number(value) : number(other);
  }

  public T get(int number) {
    return values.get(number);
  }

  public int size() {
    return values.size();
  }
}
