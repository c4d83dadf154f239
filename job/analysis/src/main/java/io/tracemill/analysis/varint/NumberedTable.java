package io.tracemill.analysis.varint;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Things that are written where they come first, behind the next number, and as their number from
 * then on. One instance writes, another reads the same in the same order.
 */
public final class NumberedTable<T> {
  private final Map<T, Integer> numbers = new HashMap<>();
  private final List<T> entries = new ArrayList<>();

  /** Reads an entry that comes first. */
  @FunctionalInterface
  public interface EntryReader<T> {
    T read(DataInput in) throws IOException;
  }

  /** Writes the number of an entry; answers whether the entry itself has to follow. */
  public boolean writeNumber(DataOutput out, T entry) throws IOException {
    int next = numbers.size();
    Integer known = numbers.putIfAbsent(entry, next);
    Varint.write(out, known == null ? next : known);
    return known == null;
  }

  /** Reads a number, and the entry itself where that follows. */
  public T read(DataInput in, EntryReader<T> reader) throws IOException {
    int number = Varint.readUpTo(in, entries.size());
    if (number == entries.size()) {
      entries.add(reader.read(in));
    }
    return entries.get(number);
  }
}
