package io.tracemill.analysis.profile;

import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Things that are written once and known by their index from then on. */
final class IndexTable<T extends Comparable<? super T>> {
  private final List<T> entries;
  private final Map<T, Integer> indices;

  private IndexTable(List<T> entries, Map<T, Integer> indices) {
    this.entries = entries;
    this.indices = indices;
  }

  /** To write: all of {@code entries} in their order, so that equal sets have equal indices. */
  static <T extends Comparable<? super T>> IndexTable<T> of(Set<T> entries) {
    List<T> ordered = entries.stream().sorted().toList();
    Map<T, Integer> indices = new HashMap<>();
    for (int i = 0; i < ordered.size(); i++) {
      indices.put(ordered.get(i), i);
    }
    return new IndexTable<>(ordered, indices);
  }

  /** To read: what was written, in its order. */
  static <T extends Comparable<? super T>> IndexTable<T> read(List<T> entries) {
    return new IndexTable<>(entries, Map.of());
  }

  List<T> entries() {
    return entries;
  }

  void writeIndex(DataOutput out, T entry) throws IOException {
    Integer index = indices.get(entry);
    if (index == null) {
      throw new IllegalStateException(entry + " is not in the table");
    }
    Varint.write(out, index);
  }

  T readIndex(DataInput in) throws IOException {
    return entries.get(Varint.readUpTo(in, entries.size() - 1));
  }
}
