package io.tracemill.analysis.sums;

import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.request.RequestTables;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The counts of places, calling frames and calls, and their bytes. */
record Subjects(
    SortedMap<Place, PlaceCounts> places,
    SortedMap<Frame, Long> parents,
    SortedMap<Call, Long> calls) {
  void write(DataOutput out, RequestTables tables) throws IOException {
    Varint.write(out, places.size());
    for (Map.Entry<Place, PlaceCounts> entry : places.entrySet()) {
      tables.writePlace(out, entry.getKey());
      entry.getValue().write(out);
    }
    Varint.write(out, parents.size());
    for (Map.Entry<Frame, Long> entry : parents.entrySet()) {
      tables.writeFrame(out, entry.getKey());
      Varint.write(out, entry.getValue());
    }
    Varint.write(out, calls.size());
    for (Map.Entry<Call, Long> entry : calls.entrySet()) {
      tables.writeFrame(out, entry.getKey().parent());
      tables.writeFrame(out, entry.getKey().child());
      Varint.write(out, entry.getValue());
    }
  }

  static Subjects read(DataInput in, RequestTables tables) throws IOException {
    SortedMap<Place, PlaceCounts> places = new TreeMap<>(Place.ORDER);
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      places.put(tables.readPlace(in), PlaceCounts.read(in));
    }
    SortedMap<Frame, Long> parents = new TreeMap<>();
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      parents.put(tables.readFrame(in), Varint.read(in));
    }
    SortedMap<Call, Long> calls = new TreeMap<>();
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      calls.put(new Call(tables.readFrame(in), tables.readFrame(in)), Varint.read(in));
    }
    return new Subjects(places, parents, calls);
  }
}
