package io.tracemill.connectors.otlp;

import io.tracemill.analysis.span.Slice;
import io.tracemill.connectors.decoding.AttributeKeys;
import io.tracemill.connectors.decoding.ValueType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Recognises every key: each pair of a key and a type gets the next position. */
final class EveryKey extends AttributeKeys {
  /** A key and the type of its values. */
  record Typed(String key, ValueType type) {}

  private final Map<Typed, Integer> positions = new HashMap<>();
  private final List<Typed> keys = new ArrayList<>();

  EveryKey() {
    super(List.of());
  }

  void clear() {
    positions.clear();
    keys.clear();
  }

  Typed get(int position) {
    return keys.get(position);
  }

  @Override
  public AttributeKeys and(List<String> more) {
    return this;
  }

  @Override
  public boolean contains(Slice key) {
    return true;
  }

  @Override
  public int indexOf(Slice key, ValueType type) {
    Typed typed = new Typed(key.toString(), type);
    return positions.computeIfAbsent(
        typed,
        added -> {
          keys.add(added);
          return keys.size() - 1;
        });
  }
}
