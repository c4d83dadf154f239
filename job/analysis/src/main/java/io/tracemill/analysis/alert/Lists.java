package io.tracemill.analysis.alert;

import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Lists as their size and what is in them. */
final class Lists {
  private Lists() {}

  /** Writes one element. */
  interface Writer<T> {
    void write(DataOutput out, T element) throws IOException;
  }

  /** Reads one element. */
  interface Reader<T> {
    T read(DataInput in) throws IOException;
  }

  static <T> void write(DataOutput out, Collection<T> list, Writer<T> writer) throws IOException {
    Varint.write(out, list.size());
    for (T element : list) {
      writer.write(out, element);
    }
  }

  static <T> List<T> read(DataInput in, Reader<T> reader) throws IOException {
    int size = Varint.readUpTo(in, Integer.MAX_VALUE);
    List<T> list = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      list.add(reader.read(in));
    }
    return list;
  }

  /** What there may be one of, as a list of none or one. */
  static <T> Optional<T> readOne(DataInput in, Reader<T> reader) throws IOException {
    return read(in, reader).stream().findFirst();
  }
}
