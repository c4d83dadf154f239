package io.tracemill.analysis.baseline;

import io.tracemill.analysis.baseline.Row.Kind;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.incident.Subject.CallShare;
import io.tracemill.analysis.incident.Subject.ErrorShare;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.request.RequestTables;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.PaneCounts;
import io.tracemill.analysis.sums.PaneCounts.Evidence;
import io.tracemill.analysis.sums.PlaceCounts;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All rows of one endpoint: its places, the calls below each frame, and the errors of places with a
 * failure.
 *
 * <p>Limits: {@link #MAX_PLACES} places and as many calling frames, {@link #MAX_CALLS} calls;
 * further ones are not tested. A row without a request for {@link #FORGET_PANES} panes is
 * forgotten.
 */
@SuppressWarnings("serial") // written as PackedRows
public final class EndpointRows implements Serializable {
  public static final int MAX_PLACES = 500;
  public static final int MAX_CALLS = 1000;

  /** A day of panes of 30 s. */
  private static final int FORGET_PANES = 2880;

  private static final long serialVersionUID = 1;

  private final Frame endpoint;
  private final Map<Place, PlaceRow> places = new LinkedHashMap<>();
  private final Map<Place, Row> errors = new LinkedHashMap<>();
  private final Map<Frame, CallsBelow> parents = new LinkedHashMap<>();
  private final Evidence[] evidence;
  private int callCount;
  private int created;

  /** A frame's requests, and how many of them make each call. */
  private record CallsBelow(Row all, Map<Call, Row> calls) {}

  EndpointRows(Frame endpoint, PaneClock clock) {
    this.endpoint = endpoint;
    this.evidence = new Evidence[clock.size()];
    Arrays.fill(evidence, Evidence.NONE);
  }

  /** Reads what {@link #write} wrote. */
  EndpointRows(DataInput in) throws IOException {
    RequestTables tables = new RequestTables();
    endpoint = tables.readFrame(in);
    created = Varint.readUpTo(in, Integer.MAX_VALUE);
    evidence = new Evidence[Varint.readUpTo(in, Short.MAX_VALUE)];
    for (int slot = 0; slot < evidence.length; slot++) {
      evidence[slot] = Evidence.read(in);
    }
    for (int left = Varint.readUpTo(in, MAX_PLACES); left > 0; left--) {
      places.put(tables.readPlace(in), new PlaceRow(in));
    }
    for (int left = Varint.readUpTo(in, MAX_PLACES); left > 0; left--) {
      errors.put(tables.readPlace(in), new Row(in, Kind.ERROR));
    }
    for (int left = Varint.readUpTo(in, MAX_PLACES); left > 0; left--) {
      Frame parent = tables.readFrame(in);
      parents.put(parent, readCalls(in, tables, parent));
    }
    callCount = (int) calls().count();
  }

  private static CallsBelow readCalls(DataInput in, RequestTables tables, Frame parent)
      throws IOException {
    Row all = new Row(in, Kind.CALL);
    Map<Call, Row> calls = new LinkedHashMap<>();
    for (int left = Varint.readUpTo(in, MAX_CALLS); left > 0; left--) {
      calls.put(new Call(parent, tables.readFrame(in)), new Row(in, Kind.CALL));
    }
    return new CallsBelow(all, calls);
  }

  void write(DataOutput out) throws IOException {
    RequestTables tables = new RequestTables();
    tables.writeFrame(out, endpoint);
    Varint.write(out, created);
    Varint.write(out, evidence.length);
    for (Evidence ofPane : evidence) {
      ofPane.write(out);
    }
    Varint.write(out, places.size());
    for (Map.Entry<Place, PlaceRow> place : places.entrySet()) {
      tables.writePlace(out, place.getKey());
      place.getValue().write(out);
    }
    Varint.write(out, errors.size());
    for (Map.Entry<Place, Row> error : errors.entrySet()) {
      tables.writePlace(out, error.getKey());
      error.getValue().write(out);
    }
    Varint.write(out, parents.size());
    for (Map.Entry<Frame, CallsBelow> parent : parents.entrySet()) {
      tables.writeFrame(out, parent.getKey());
      parent.getValue().all().write(out);
      Varint.write(out, parent.getValue().calls().size());
      for (Map.Entry<Call, Row> call : parent.getValue().calls().entrySet()) {
        tables.writeFrame(out, call.getKey().child());
        call.getValue().write(out);
      }
    }
  }

  private Object writeReplace() {
    return PackedRows.of(this);
  }

  private void readObject(ObjectInputStream in) throws InvalidObjectException {
    throw new InvalidObjectException("rows are written packed");
  }

  public Frame endpoint() {
    return endpoint;
  }

  /** Prepares the newest slot for a new pane. */
  void begin(PaneClock clock) {
    forEachRow(row -> row.begin(clock));
    evidence[clock.newest()] = Evidence.NONE;
  }

  /** Sets the evidence of the newest pane. */
  public void see(PaneCounts counts, PaneClock clock) {
    evidence[clock.newest()] = counts.evidence();
  }

  /**
   * Adds counts of the newest pane.
   *
   * @param room whether there is room for new rows
   * @return the number of new rows
   */
  int count(PaneCounts counts, PaneClock clock, boolean room) {
    int before = created;
    counts.places().forEach((place, seen) -> count(place, seen, clock, room));
    counts.parents().forEach((parent, requests) -> countParent(parent, requests, clock, room));
    counts.calls().forEach((call, requests) -> countCall(call, requests, clock, room));
    return created - before;
  }

  private void count(Place place, PlaceCounts seen, PaneClock clock, boolean room) {
    @Nullable PlaceRow row = places.get(place);
    if (row == null) {
      if (!room || places.size() >= MAX_PLACES) {
        return;
      }
      row = new PlaceRow(clock, created++);
      places.put(place, row);
    }
    row.add(clock.newest(), seen);
    row.lastSeenPane = clock.panes();
    @Nullable Row failures = errors.get(place);
    if (failures != null) {
      failures.count(clock.newest(), seen.requests(), seen.failed());
    } else if (room && seen.failed() > 0) {
      // An error row starts at the first error of a place; earlier requests count as successful.
      Row first = new Row(clock, created++, Kind.ERROR);
      first.takeRequestsOf(row);
      first.count(clock.newest(), 0, seen.failed());
      errors.put(place, first);
    }
  }

  /** Counts requests for all calls below a frame, at first as requests without the call. */
  private void countParent(Frame parent, long requests, PaneClock clock, boolean room) {
    @Nullable CallsBelow known = parents.get(parent);
    if (known == null) {
      if (!room || parents.size() >= MAX_PLACES) {
        return;
      }
      known = new CallsBelow(new Row(clock, created++, Kind.CALL), new LinkedHashMap<>());
      parents.put(parent, known);
    }
    known.all.count(clock.newest(), requests, 0);
    known.all.lastSeenPane = clock.panes();
    for (Row row : known.calls.values()) {
      row.count(clock.newest(), requests, 0);
    }
  }

  /** For a new call, its parent's earlier requests count as requests without it. */
  private void countCall(Call call, long requests, PaneClock clock, boolean room) {
    @Nullable CallsBelow known = parents.get(call.parent());
    if (known == null) {
      return;
    }
    @Nullable Row row = known.calls.get(call);
    if (row == null) {
      if (!room || callCount >= MAX_CALLS) {
        return;
      }
      row = new Row(clock, created++, Kind.CALL);
      row.takeRequestsOf(known.all);
      known.calls.put(call, row);
      callCount++;
    }
    row.count(clock.newest(), 0, requests);
    row.lastSeenPane = clock.panes();
  }

  /** Forgets rows that were not seen for long; returns whether none is left. */
  boolean forgetSilent(long pane) {
    places.values().removeIf(row -> isSilent(row, pane));
    errors.keySet().retainAll(places.keySet());
    parents.values().removeIf(below -> isSilent(below.all, pane));
    parents.values().forEach(below -> below.calls.values().removeIf(row -> isSilent(row, pane)));
    callCount = (int) calls().count();
    return places.isEmpty();
  }

  private static boolean isSilent(Row row, long pane) {
    return pane - row.lastSeenPane > FORGET_PANES;
  }

  public Map<Place, PlaceRow> places() {
    return Collections.unmodifiableMap(places);
  }

  public Map<Place, Row> errors() {
    return Collections.unmodifiableMap(errors);
  }

  /** All calls with a row. */
  public Stream<Map.Entry<Call, Row>> calls() {
    return parents.values().stream().flatMap(below -> below.calls.entrySet().stream());
  }

  /** Visits the same calls without a stream, for code that runs in every pane. */
  public void forEachCall(BiConsumer<Call, Row> visitor) {
    parents.values().forEach(below -> below.calls.forEach(visitor));
  }

  /** The calls directly below a frame that have a row. */
  public Set<Call> callsBelow(Frame parent) {
    return calls(parent).keySet();
  }

  private Map<Call, Row> calls(Frame parent) {
    return Optional.ofNullable(parents.get(parent)).map(CallsBelow::calls).orElse(Map.of());
  }

  public Optional<PlaceRow> place(Place place) {
    return Optional.ofNullable(places.get(place));
  }

  Optional<Row> row(Subject subject) {
    if (subject instanceof PlaceTime time) {
      return Optional.ofNullable(places.get(time.place()));
    }
    return Optional.ofNullable(
        subject instanceof ErrorShare error
            ? errors.get(error.place())
            : calls(((CallShare) subject).call().parent()).get(((CallShare) subject).call()));
  }

  private void forEachRow(Consumer<Row> visitor) {
    places.values().forEach(visitor);
    errors.values().forEach(visitor);
    parents.values().forEach(below -> visitor.accept(below.all));
    forEachCall((call, row) -> visitor.accept(row));
  }

  /** The number of rows. */
  int size() {
    return places.size() + errors.size() + parents.size() + callCount;
  }

  /** The evidence from a column on. */
  public Evidence evidence(PaneClock clock, int from) {
    return clock
        .slotsFrom(from)
        .mapToObj(slot -> evidence[slot])
        .reduce(Evidence.NONE, Evidence::plus);
  }
}
