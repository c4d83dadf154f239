package io.tracemill.analysis.alert;

import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.Culprit.EdgeCulprit;
import io.tracemill.analysis.change.Culprit.FrameCulprit;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.varint.Text;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Frames and culprits as their names. */
final class FrameCodec {
  private FrameCodec() {}

  static void write(DataOutput out, Frame frame) throws IOException {
    Text.write(out, frame.service());
    Text.write(out, frame.operation());
  }

  static Frame read(DataInput in) throws IOException {
    String service = Text.read(in);
    return Frame.of(service, Text.read(in));
  }

  static void writeCulprit(DataOutput out, Culprit culprit) throws IOException {
    if (culprit instanceof EdgeCulprit edge) {
      out.writeBoolean(true);
      Text.write(out, edge.caller());
      Text.write(out, edge.callee());
    } else if (culprit instanceof FrameCulprit own) {
      out.writeBoolean(false);
      write(out, own.frame());
    }
  }

  static Culprit readCulprit(DataInput in) throws IOException {
    if (in.readBoolean()) {
      String caller = Text.read(in);
      return new EdgeCulprit(caller, Text.read(in));
    }
    return new FrameCulprit(read(in));
  }
}
