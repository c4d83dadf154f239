package io.tracemill.store.parquet;

import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReadStore;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/** Reads the values of rows, column after column, and shares one object among equal names. */
public final class RowReader {
  private static final int MAX_NAMES = 10_000;

  private final ColumnReader[] columns;
  private final Names names;
  private int column;

  /** What the rows of one file share. */
  static final class Names {
    private final IdentityHashMap<Binary, String> dictionary = new IdentityHashMap<>();
    private final Map<Binary, String> texts = new HashMap<>();
    private final Map<Name, Frame> frames = new HashMap<>();

    private record Name(String service, String operation) {}

    /** A dictionary has one object for each value, which is found without a look at its bytes. */
    private String text(Binary bytes) {
      @Nullable String known = dictionary.get(bytes);
      if (known == null) {
        known = equal(bytes);
        if (dictionary.size() >= MAX_NAMES) {
          dictionary.clear();
        }
        dictionary.put(bytes, known);
      }
      return known;
    }

    private String equal(Binary bytes) {
      if (texts.size() >= MAX_NAMES) {
        texts.clear();
      }
      return texts.computeIfAbsent(bytes, Binary::toStringUsingUTF8);
    }

    private Frame frame(String service, String operation) {
      if (frames.size() >= MAX_NAMES) {
        frames.clear();
      }
      return frames.computeIfAbsent(
          new Name(service, operation), name -> Frame.of(name.service, name.operation));
    }
  }

  RowReader(MessageType schema, ColumnReadStore store, Names names) {
    List<ColumnDescriptor> descriptors = schema.getColumns();
    columns = descriptors.stream().map(store::getColumnReader).toArray(ColumnReader[]::new);
    this.names = names;
  }

  <T> T row(RowFormat.Decoder<T> decoder) {
    column = 0;
    return decoder.read(this);
  }

  /** Passes over rows, one column after another, which is twice as fast as row by row. */
  void skip(long rows) {
    for (ColumnReader from : columns) {
      for (long left = rows; left > 0; left--) {
        skipRow(from);
      }
    }
  }

  private static void skipRow(ColumnReader from) {
    do {
      if (hasElement(from)) {
        from.skip();
      }
      from.consume();
    } while (from.getCurrentRepetitionLevel() > 0);
  }

  public int int32() {
    ColumnReader from = columns[column++];
    int value = from.getInteger();
    from.consume();
    return value;
  }

  public long int64() {
    ColumnReader from = columns[column++];
    long value = from.getLong();
    from.consume();
    return value;
  }

  public double float64() {
    ColumnReader from = columns[column++];
    double value = from.getDouble();
    from.consume();
    return value;
  }

  public boolean bool() {
    ColumnReader from = columns[column++];
    boolean value = from.getBoolean();
    from.consume();
    return value;
  }

  /** Reads a text that rarely repeats. */
  public String text() {
    ColumnReader from = columns[column++];
    String value = from.getBinary().toStringUsingUTF8();
    from.consume();
    return value;
  }

  /** Reads a text that many rows share. */
  public String name() {
    ColumnReader from = columns[column++];
    String value = names.text(from.getBinary());
    from.consume();
    return value;
  }

  /** Reads a service and an operation. */
  public Frame frame() {
    String service = name();
    return names.frame(service, name());
  }

  public byte[] bytes() {
    ColumnReader from = columns[column++];
    byte[] value = from.getBinary().getBytes();
    from.consume();
    return value;
  }

  /** Reads a list of structs: {@code width} columns each. */
  public <E> List<E> structs(int width, Function<RowReader, E> struct) {
    List<E> values = new ArrayList<>();
    each(width, row -> values.add(struct.apply(row)));
    return values;
  }

  /** Reads each struct of a list. */
  void each(int width, Consumer<RowReader> struct) {
    int first = column;
    ColumnReader leading = columns[first];
    if (!hasElement(leading)) {
      for (int i = 0; i < width; i++) {
        columns[column++].consume();
      }
      return;
    }
    do {
      column = first;
      struct.accept(this);
    } while (leading.getCurrentRepetitionLevel() > 0);
  }

  private static boolean hasElement(ColumnReader from) {
    return from.getCurrentDefinitionLevel() == from.getDescriptor().getMaxDefinitionLevel();
  }
}
