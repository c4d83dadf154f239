package io.tracemill.analysis.pane;

import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.NameTable;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts as bytes: endpoint, pane, evidence, places, parents and calls; each name is written once,
 * at its first use.
 */
public final class PaneCountsBytes {
  private static final int WHOLE = 0;
  private static final int EDGE = 1;
  private static final int OPERATION = 2;
  private static final int SERVICE = 3;

  private PaneCountsBytes() {}

  /** Writes counts. */
  public static void write(PaneCounts counts, DataOutput out) throws IOException {
    NameTable names = new NameTable();
    names.writeFrame(out, counts.endpoint());
    out.writeLong(counts.paneMillis());
    Varint.write(out, counts.evidence().spans());
    Varint.write(out, counts.evidence().incomplete());
    Varint.write(out, counts.evidence().lateSpans());
    Varint.write(out, counts.places().size());
    for (Map.Entry<Place, PlaceCounts> place : counts.places().entrySet()) {
      writePlace(out, place.getKey(), names);
      writeCounts(out, place.getValue());
    }
    Varint.write(out, counts.parents().size());
    for (Map.Entry<Frame, Long> parent : counts.parents().entrySet()) {
      names.writeFrame(out, parent.getKey());
      Varint.write(out, parent.getValue());
    }
    Varint.write(out, counts.calls().size());
    for (Map.Entry<Call, Long> call : counts.calls().entrySet()) {
      names.writeFrame(out, call.getKey().parent());
      names.writeFrame(out, call.getKey().child());
      Varint.write(out, call.getValue());
    }
  }

  private static void writePlace(DataOutput out, Place place, NameTable names) throws IOException {
    if (place instanceof Place.Edge edge) {
      out.writeByte(EDGE);
      names.writeName(out, edge.caller());
      names.writeName(out, edge.callee());
    } else if (place instanceof Place.Operation operation) {
      out.writeByte(OPERATION);
      names.writeFrame(out, operation.frame());
    } else if (place instanceof Place.Service service) {
      out.writeByte(SERVICE);
      names.writeName(out, service.service());
    } else {
      out.writeByte(WHOLE);
    }
  }

  private static void writeCounts(DataOutput out, PlaceCounts counts) throws IOException {
    Varint.write(out, counts.calls());
    Varint.write(out, counts.failed());
    Histogram times = counts.times();
    Varint.write(out, times.bins().length);
    for (int i = 0; i < times.bins().length; i++) {
      out.writeByte(times.bins()[i]);
      Varint.write(out, times.counts()[i]);
    }
  }

  /** Reads what {@link #write} wrote. */
  public static PaneCounts read(DataInput in) throws IOException {
    NameTable names = new NameTable();
    Frame endpoint = names.readFrame(in);
    long paneMillis = in.readLong();
    PaneCounts.Evidence evidence =
        new PaneCounts.Evidence(Varint.read(in), Varint.read(in), Varint.read(in));
    SortedMap<Place, PlaceCounts> places = new TreeMap<>(Place.ORDER);
    for (int left = readSize(in); left > 0; left--) {
      places.put(readPlace(in, names), readCounts(in));
    }
    SortedMap<Frame, Long> parents = new TreeMap<>();
    for (int left = readSize(in); left > 0; left--) {
      parents.put(names.readFrame(in), Varint.read(in));
    }
    SortedMap<Call, Long> calls = new TreeMap<>();
    for (int left = readSize(in); left > 0; left--) {
      calls.put(new Call(names.readFrame(in), names.readFrame(in)), Varint.read(in));
    }
    return new PaneCounts(endpoint, paneMillis, evidence, places, parents, calls);
  }

  private static Place readPlace(DataInput in, NameTable names) throws IOException {
    int kind = in.readUnsignedByte();
    return switch (kind) {
      case WHOLE -> Place.Request.WHOLE;
      case EDGE -> new Place.Edge(names.readName(in), names.readName(in));
      case OPERATION -> new Place.Operation(names.readFrame(in));
      case SERVICE -> new Place.Service(names.readName(in));
      default -> throw new IOException("a place of unknown kind " + kind);
    };
  }

  private static PlaceCounts readCounts(DataInput in) throws IOException {
    long calls = Varint.read(in);
    long failed = Varint.read(in);
    int size = readSize(in);
    int[] bins = new int[size];
    int[] counts = new int[size];
    for (int i = 0; i < size; i++) {
      bins[i] = in.readUnsignedByte();
      counts[i] = Varint.readUpTo(in, Integer.MAX_VALUE);
    }
    return new PlaceCounts(calls, failed, new Histogram(bins, counts));
  }

  private static int readSize(DataInput in) throws IOException {
    return Varint.readUpTo(in, Integer.MAX_VALUE);
  }
}
