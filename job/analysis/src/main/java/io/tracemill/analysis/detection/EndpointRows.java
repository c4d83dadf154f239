package io.tracemill.analysis.detection;

import io.tracemill.analysis.detection.Row.Kind;
import io.tracemill.analysis.pane.PaneCounts;
import io.tracemill.analysis.pane.PaneCounts.Evidence;
import io.tracemill.analysis.pane.PlaceCounts;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All rows of one endpoint: its places, the calls below each frame, and the errors of places that
 * ever failed.
 *
 * <p>Limits: {@link #MAX_PLACES} places and {@link #MAX_CALLS} calls; later ones are not asked
 * about. A row without a request for {@link #FORGET_PANES} panes is forgotten.
 */
final class EndpointRows implements Serializable {
  static final int MAX_PLACES = 500;
  static final int MAX_CALLS = 1000;

  /** A day of panes of 30 s. */
  static final int FORGET_PANES = 2880;

  private static final long serialVersionUID = 1;

  private final Frame endpoint;
  private final Grid grid;
  private final Map<Place, PlaceRow> places = new LinkedHashMap<>();
  private final Map<Place, ShareRow> errors = new LinkedHashMap<>();
  private final Map<Frame, ShareRow> parents = new LinkedHashMap<>();
  private final Map<Frame, Map<Call, ShareRow>> calls = new LinkedHashMap<>();
  private final Evidence[] evidence;
  private final long[] requests;
  private int callCount;
  private int created;
  private boolean room;

  /** The newest pane in which something was seen. */
  private long lastSeenPane;

  EndpointRows(Frame endpoint, Grid grid) {
    this.endpoint = endpoint;
    this.grid = grid;
    this.evidence = new Evidence[grid.recent()];
    this.requests = new long[grid.recent()];
    Arrays.fill(evidence, Evidence.NONE);
  }

  Frame endpoint() {
    return endpoint;
  }

  /** Takes the newest slot for a new pane. */
  void begin(PaneClock clock) {
    int slot = clock.newest();
    rows().forEach(row -> row.begin(slot, clock.left()));
    evidence[slot] = Evidence.NONE;
    requests[slot] = 0;
  }

  /** Says how complete the newest pane is. */
  void see(PaneCounts counts, PaneClock clock) {
    int slot = clock.newest();
    lastSeenPane = clock.panes();
    evidence[slot] = counts.evidence();
    requests[slot] = counts.requests();
  }

  /** How many rows were ever made. */
  int created() {
    return created;
  }

  /**
   * Adds what was seen in the newest pane.
   *
   * @param hasRoom whether new rows may be made
   */
  void count(PaneCounts counts, PaneClock clock, boolean hasRoom) {
    room = hasRoom;
    int slot = clock.newest();
    counts.places().forEach((place, seen) -> count(place, seen, slot, clock.panes()));
    for (Map.Entry<Frame, Long> parent : counts.parents().entrySet()) {
      countParent(parent.getKey(), parent.getValue(), counts, clock);
    }
  }

  private void count(Place place, PlaceCounts seen, int slot, long pane) {
    @Nullable PlaceRow row = places.get(place);
    if (row == null) {
      if (!room || places.size() >= MAX_PLACES) {
        return;
      }
      row = new PlaceRow(grid, created++);
      places.put(place, row);
    }
    row.add(slot, seen);
    row.seen(pane);
    countErrors(place, row, seen, slot);
  }

  /** A place has errors from its first one on; its earlier requests count as without. */
  private void countErrors(Place place, PlaceRow requests, PlaceCounts seen, int slot) {
    @Nullable ShareRow row = errors.get(place);
    if (row != null) {
      row.count(slot, seen.requests(), seen.failed());
    } else if (room && seen.failed() > 0) {
      ShareRow first = new ShareRow(grid, created++, Kind.ERROR);
      first.takeRequestsOf(requests);
      first.count(slot, 0, seen.failed());
      errors.put(place, first);
    }
  }

  private void countParent(Frame parent, long requests, PaneCounts counts, PaneClock clock) {
    int slot = clock.newest();
    @Nullable ShareRow all = parents.get(parent);
    if (all == null) {
      if (!room || parents.size() >= MAX_PLACES) {
        return;
      }
      all = new ShareRow(grid, created++, Kind.CALL);
      parents.put(parent, all);
    }
    all.count(slot, requests, 0);
    all.seen(clock.panes());
    Map<Call, ShareRow> below = calls.computeIfAbsent(parent, added -> new LinkedHashMap<>());
    for (Map.Entry<Call, ShareRow> call : below.entrySet()) {
      long having = counts.calls().getOrDefault(call.getKey(), 0L);
      call.getValue().count(slot, requests, having);
      if (having > 0) {
        call.getValue().seen(clock.panes());
      }
    }
    addNewCalls(parent, all, below, counts, clock);
  }

  /** A call that was never seen before: its parent's earlier requests count as without it. */
  private void addNewCalls(
      Frame parent, ShareRow all, Map<Call, ShareRow> below, PaneCounts counts, PaneClock clock) {
    Call from = new Call(parent, Frame.of("", ""));
    for (Map.Entry<Call, Long> call : counts.calls().tailMap(from).entrySet()) {
      if (!call.getKey().parent().equals(parent)) {
        return;
      }
      if (!below.containsKey(call.getKey()) && room && callCount < MAX_CALLS) {
        ShareRow row = new ShareRow(grid, created++, Kind.CALL);
        row.takeRequestsOf(all);
        row.count(clock.newest(), 0, call.getValue());
        row.seen(clock.panes());
        below.put(call.getKey(), row);
        callCount++;
      }
    }
  }

  /** Forgets rows that were not seen for long; says whether nothing is left. */
  boolean forgetSilent(long pane) {
    removeSilent(places.values(), pane);
    errors.keySet().retainAll(places.keySet());
    removeSilent(parents.values(), pane);
    calls.keySet().retainAll(parents.keySet());
    calls.values().forEach(below -> removeSilent(below.values(), pane));
    callCount = calls.values().stream().mapToInt(Map::size).sum();
    return places.isEmpty();
  }

  private static void removeSilent(Collection<? extends Row> rows, long pane) {
    for (Iterator<? extends Row> all = rows.iterator(); all.hasNext(); ) {
      if (pane - all.next().lastSeenPane() > FORGET_PANES) {
        all.remove();
      }
    }
  }

  Map<Place, PlaceRow> places() {
    return Collections.unmodifiableMap(places);
  }

  Map<Place, ShareRow> errors() {
    return Collections.unmodifiableMap(errors);
  }

  /** All calls with a row. */
  Stream<Map.Entry<Call, ShareRow>> calls() {
    return calls.values().stream().flatMap(below -> below.entrySet().stream());
  }

  /** The calls directly below a frame that have a row. */
  List<Call> callsBelow(Frame parent) {
    return List.copyOf(calls.getOrDefault(parent, Map.of()).keySet());
  }

  Optional<PlaceRow> place(Place place) {
    return Optional.ofNullable(places.get(place));
  }

  Optional<ShareRow> error(Place place) {
    return Optional.ofNullable(errors.get(place));
  }

  Optional<ShareRow> call(Call call) {
    return Optional.ofNullable(calls.getOrDefault(call.parent(), Map.of()).get(call));
  }

  /** Every row. */
  Stream<Row> rows() {
    return Stream.of(
            places.values().stream(),
            errors.values().stream(),
            parents.values().stream(),
            calls().map(Map.Entry::getValue))
        .flatMap(rows -> rows);
  }

  /**
   * The same as long as rows hold the same: once nothing recent is left, and all places have
   * learned from that, they stay as they are.
   */
  long version(PaneClock clock) {
    return Math.min(clock.panes(), lastSeenPane + clock.size() + PlaceRow.RELEARN_PANES + 1);
  }

  /** Marks the rows as changed, so that the next checkpoint writes them. */
  void touch(PaneClock clock) {
    lastSeenPane = clock.panes();
  }

  /** Requests of the columns from one on that are described, whether they could be believed. */
  long requests(PaneClock clock, int from) {
    long sum = 0;
    for (int column = from; column < clock.size(); column++) {
      sum += requests[clock.slot(column)];
    }
    return sum;
  }

  /** How complete the columns from one on are. */
  Evidence evidence(PaneClock clock, int from) {
    Evidence sum = Evidence.NONE;
    for (int column = from; column < clock.size(); column++) {
      sum = sum.plus(evidence[clock.slot(column)]);
    }
    return sum;
  }
}
