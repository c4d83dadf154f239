package io.tracemill.analysis.mutation;

import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.Culprit.EdgeCulprit;
import io.tracemill.analysis.change.Culprit.FrameCulprit;
import io.tracemill.analysis.change.Culprit.ServiceCulprit;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.varint.Text;
import io.tracemill.analysis.varint.Varint;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes names, each in full where it comes first and as its number from then on. */
final class FrameWriter {
  private final DataOutput out;
  private final Map<String, Integer> names = new HashMap<>();

  FrameWriter(DataOutput out) {
    this.out = out;
  }

  void culprit(Culprit culprit) throws IOException {
    if (culprit instanceof EdgeCulprit edge) {
      out.writeByte(0);
      name(edge.caller());
      name(edge.callee());
    } else if (culprit instanceof FrameCulprit frame) {
      out.writeByte(1);
      frame(frame.frame());
    } else if (culprit instanceof ServiceCulprit whole) {
      out.writeByte(2);
      name(whole.service());
    }
  }

  void frame(Frame frame) throws IOException {
    name(frame.service());
    name(frame.operation());
  }

  private void name(String name) throws IOException {
    @Nullable Integer number = names.get(name);
    if (number == null) {
      Varint.write(out, names.size());
      names.put(name, names.size());
      Text.write(out, name);
    } else {
      Varint.write(out, number);
    }
  }
}
