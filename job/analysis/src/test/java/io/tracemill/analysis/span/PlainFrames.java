package io.tracemill.analysis.span;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Frames with both names in full, for tests of what writes frames. */
public final class PlainFrames {
  private PlainFrames() {}

  public static void write(DataOutput out, Frame frame) throws IOException {
    out.writeUTF(frame.service());
    out.writeUTF(frame.operation());
  }

  public static Frame read(DataInput in) throws IOException {
    return Frame.of(in.readUTF(), in.readUTF());
  }
}
