package io.tracemill.store.parquet;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.ObjIntConsumer;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;

/**
 * Writes the values of rows, column after column. It caches encoded names, and clears the cache
 * when that is full.
 */
public final class RowWriter {
  private static final int MAX_NAMES = 10_000;

  private final RecordConsumer out;
  private final MessageType schema;
  private final Map<String, Binary> names = new HashMap<>();
  private GroupType group;
  private int field;

  RowWriter(MessageType schema, RecordConsumer out) {
    this.schema = schema;
    this.group = schema;
    this.out = out;
  }

  <T> void row(RowFormat.Encoder<T> encoder, T row) {
    group = schema;
    field = 0;
    out.startMessage();
    encoder.write(row, this);
    out.endMessage();
  }

  public void int32(int value) {
    begin();
    out.addInteger(value);
    end();
  }

  public void int64(long value) {
    begin();
    out.addLong(value);
    end();
  }

  public void float64(double value) {
    begin();
    out.addDouble(value);
    end();
  }

  public void bool(boolean value) {
    begin();
    out.addBoolean(value);
    end();
  }

  /** Writes a text that rarely repeats. */
  public void text(String value) {
    begin();
    out.addBinary(Binary.fromString(value));
    end();
  }

  /** Writes a text that many rows share. */
  public void name(String value) {
    begin();
    out.addBinary(encoded(value));
    end();
  }

  public void bytes(byte[] value) {
    begin();
    out.addBinary(Binary.fromConstantByteArray(value));
    end();
  }

  /** Writes a list of structs. */
  public <E> void structs(List<E> values, BiConsumer<E, RowWriter> struct) {
    structs(values.size(), (to, i) -> struct.accept(values.get(i), to));
  }

  /** Writes a list of structs, by their number. */
  void structs(int size, ObjIntConsumer<RowWriter> struct) {
    GroupType outer = group;
    int column = field;
    GroupType element = outer.getType(column).asGroupType().getType(0).asGroupType();
    element = element.getType(0).asGroupType();
    beginList(size);
    for (int i = 0; i < size; i++) {
      beginElement();
      out.startGroup();
      group = element;
      field = 0;
      struct.accept(this, i);
      out.endGroup();
      endElement();
    }
    group = outer;
    field = column;
    endList(size);
  }

  private void begin() {
    out.startField(group.getFieldName(field), field);
  }

  private void end() {
    out.endField(group.getFieldName(field), field);
    field++;
  }

  private void beginList(int size) {
    begin();
    out.startGroup();
    if (size > 0) {
      out.startField(Columns.LIST, 0);
    }
  }

  private void endList(int size) {
    if (size > 0) {
      out.endField(Columns.LIST, 0);
    }
    out.endGroup();
    end();
  }

  private void beginElement() {
    out.startGroup();
    out.startField(Columns.ELEMENT, 0);
  }

  private void endElement() {
    out.endField(Columns.ELEMENT, 0);
    out.endGroup();
  }

  private Binary encoded(String name) {
    if (names.size() >= MAX_NAMES) {
      names.clear();
    }
    return names.computeIfAbsent(name, Binary::fromString);
  }
}
