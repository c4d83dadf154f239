package io.tracemill.pipeline.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Keys in the order in which they are declared. */
final class KeyList {
  private final List<Key<?>> keys = new ArrayList<>();

  /** Declares a key. */
  <T> Key<T> key(String path, ValueType<T> type, String defaultText, String explanation) {
    Key<T> key = new Key<>(path, type, defaultText, explanation);
    keys.add(key);
    return key;
  }

  /** Adds keys that are declared elsewhere. */
  void addAll(List<Key<?>> declared) {
    keys.addAll(declared);
  }

  /** All keys; a live view that includes keys declared later. */
  List<Key<?>> view() {
    return Collections.unmodifiableList(keys);
  }
}
