package io.tracemill.pipeline.rank;

import io.tracemill.analysis.hotspot.FrameCosts;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.NameTable;
import io.tracemill.analysis.sums.EdgeSum;
import io.tracemill.analysis.sums.ServiceEdge;
import io.tracemill.analysis.varint.Varint;
import io.tracemill.pipeline.serialization.Codec;
import io.tracemill.pipeline.serialization.CodecTypeInfo;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** Endpoint, start (8), end (8), the costs of frames, the sums of edges twice; each name once. */
public final class HotspotPartCodec implements Codec<HotspotPart> {
  /** The type information of parts on their way to the task of their window. */
  public static final TypeInformation<HotspotPart> TYPE =
      new CodecTypeInfo<>(HotspotPart.class, new HotspotPartCodec());

  @Override
  public void write(HotspotPart part, DataOutput out) throws IOException {
    NameTable names = new NameTable();
    names.writeFrame(out, part.endpoint());
    out.writeLong(part.startMillis());
    out.writeLong(part.endMillis());
    writeFrames(part.frames(), names, out);
    writeEdges(part.edges(), names, out);
    writeEdges(part.newest(), names, out);
  }

  private static void writeEdges(Map<ServiceEdge, EdgeSum> edges, NameTable names, DataOutput out)
      throws IOException {
    Varint.write(out, edges.size());
    for (Map.Entry<ServiceEdge, EdgeSum> edge : edges.entrySet()) {
      names.writeName(out, edge.getKey().caller());
      names.writeName(out, edge.getKey().callee());
      edge.getValue().write(out);
    }
  }

  private static void writeFrames(
      Map<Frame, FrameCosts.Cost> frames, NameTable names, DataOutput out) throws IOException {
    Varint.write(out, frames.size());
    for (Map.Entry<Frame, FrameCosts.Cost> frame : frames.entrySet()) {
      FrameCosts.Cost cost = frame.getValue();
      names.writeFrame(out, frame.getKey());
      Varint.write(out, cost.exclusiveNanos());
      Varint.write(out, cost.traces());
      Varint.write(out, cost.tracesPresent());
      Varint.write(out, cost.callers().size());
      for (Map.Entry<Frame, Long> caller : cost.callers().entrySet()) {
        names.writeFrame(out, caller.getKey());
        Varint.write(out, caller.getValue());
      }
    }
  }

  @Override
  public HotspotPart read(DataInput in) throws IOException {
    NameTable names = new NameTable();
    Frame endpoint = names.readFrame(in);
    long startMillis = in.readLong();
    long endMillis = in.readLong();
    Map<Frame, FrameCosts.Cost> frames = readFrames(names, in);
    Map<ServiceEdge, EdgeSum> edges = readEdges(names, in);
    Map<ServiceEdge, EdgeSum> newest = readEdges(names, in);
    return new HotspotPart(endpoint, startMillis, endMillis, frames, edges, newest);
  }

  private static Map<ServiceEdge, EdgeSum> readEdges(NameTable names, DataInput in)
      throws IOException {
    Map<ServiceEdge, EdgeSum> edges = new TreeMap<>();
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      ServiceEdge edge = new ServiceEdge(names.readName(in), names.readName(in));
      EdgeSum sum = new EdgeSum();
      sum.mergeFrom(in);
      edges.put(edge, sum);
    }
    return edges;
  }

  private static Map<Frame, FrameCosts.Cost> readFrames(NameTable names, DataInput in)
      throws IOException {
    Map<Frame, FrameCosts.Cost> frames = new TreeMap<>();
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      Frame frame = names.readFrame(in);
      long exclusiveNanos = Varint.read(in);
      long traces = Varint.read(in);
      long present = Varint.read(in);
      Map<Frame, Long> callers = new HashMap<>();
      for (int more = Varint.readUpTo(in, Integer.MAX_VALUE); more > 0; more--) {
        callers.put(names.readFrame(in), Varint.read(in));
      }
      frames.put(frame, new FrameCosts.Cost(exclusiveNanos, traces, present, callers));
    }
    return frames;
  }
}
