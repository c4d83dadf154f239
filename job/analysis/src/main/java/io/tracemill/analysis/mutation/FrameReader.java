package io.tracemill.analysis.mutation;

import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.Culprit.EdgeCulprit;
import io.tracemill.analysis.change.Culprit.FrameCulprit;
import io.tracemill.analysis.change.Culprit.ServiceCulprit;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.varint.Text;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads what {@link FrameWriter} wrote. */
final class FrameReader {
  private final DataInput in;
  private final List<String> names = new ArrayList<>();

  FrameReader(DataInput in) {
    this.in = in;
  }

  Culprit culprit() throws IOException {
    return switch (in.readUnsignedByte()) {
      case 0 -> {
        String caller = name();
        yield new EdgeCulprit(caller, name());
      }
      case 1 -> new FrameCulprit(frame());
      case 2 -> new ServiceCulprit(name());
      default -> throw new IOException("no kind of culprit");
    };
  }

  Frame frame() throws IOException {
    String service = name();
    return Frame.of(service, name());
  }

  private String name() throws IOException {
    int number = Varint.readUpTo(in, names.size());
    if (number == names.size()) {
      names.add(Text.read(in));
    }
    return names.get(number);
  }
}
