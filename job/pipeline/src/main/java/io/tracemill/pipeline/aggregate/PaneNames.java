package io.tracemill.pipeline.aggregate;

import io.tracemill.analysis.pane.PaneCounts;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.varint.Text;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The names and frames in a record of counts, each written once and known by its index then. */
final class PaneNames {
  private final List<String> names = new ArrayList<>();
  private final List<Frame> frames = new ArrayList<>();
  private final Map<String, Integer> nameIndex = new HashMap<>();
  private final Map<Frame, Integer> frameIndex = new HashMap<>();

  private PaneNames() {}

  /** Those of {@code counts}, in the order in which they come up. */
  static PaneNames of(PaneCounts counts) {
    PaneNames names = new PaneNames();
    names.add(counts.endpoint());
    counts.places().keySet().forEach(names::add);
    counts.parents().keySet().forEach(names::add);
    for (Call call : counts.calls().keySet()) {
      names.add(call.parent());
      names.add(call.child());
    }
    return names;
  }

  private void add(Place place) {
    if (place instanceof Place.Operation operation) {
      add(operation.frame());
    } else {
      add(place.service());
      if (place instanceof Place.Edge edge) {
        add(edge.caller());
      }
    }
  }

  private void add(Frame frame) {
    if (frameIndex.putIfAbsent(frame, frames.size()) == null) {
      frames.add(frame);
      add(frame.service());
      add(frame.operation());
    }
  }

  private void add(String name) {
    if (nameIndex.putIfAbsent(name, names.size()) == null) {
      names.add(name);
    }
  }

  void write(DataOutput out) throws IOException {
    Varint.write(out, names.size());
    for (String name : names) {
      Text.write(out, name);
    }
    Varint.write(out, frames.size());
    for (Frame frame : frames) {
      writeName(out, frame.service());
      writeName(out, frame.operation());
    }
  }

  static PaneNames read(DataInput in) throws IOException {
    PaneNames read = new PaneNames();
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      read.names.add(Text.read(in));
    }
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      read.frames.add(Frame.of(read.readName(in), read.readName(in)));
    }
    return read;
  }

  void writeName(DataOutput out, String name) throws IOException {
    Varint.write(out, nameIndex.getOrDefault(name, names.size()));
  }

  void writeFrame(DataOutput out, Frame frame) throws IOException {
    Varint.write(out, frameIndex.getOrDefault(frame, frames.size()));
  }

  String readName(DataInput in) throws IOException {
    return names.get(Varint.readUpTo(in, names.size() - 1));
  }

  Frame readFrame(DataInput in) throws IOException {
    return frames.get(Varint.readUpTo(in, frames.size() - 1));
  }
}
