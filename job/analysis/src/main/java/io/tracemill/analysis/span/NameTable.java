package io.tracemill.analysis.span;

import io.tracemill.analysis.varint.NumberedTable;
import io.tracemill.analysis.varint.Text;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The names and frames in the bytes of one record; each is written once, at its first use. */
public class NameTable {
  private final NumberedTable<String> names = new NumberedTable<>();
  private final NumberedTable<Frame> frames = new NumberedTable<>();

  public final void writeName(DataOutput out, String name) throws IOException {
    if (names.writeNumber(out, name)) {
      Text.write(out, name);
    }
  }

  public final void writeFrame(DataOutput out, Frame frame) throws IOException {
    if (frames.writeNumber(out, frame)) {
      writeName(out, frame.service());
      writeName(out, frame.operation());
    }
  }

  public final String readName(DataInput in) throws IOException {
    return names.read(in, Text::read);
  }

  public final Frame readFrame(DataInput in) throws IOException {
    return frames.read(in, from -> Frame.of(readName(from), readName(from)));
  }
}
