package io.tracemill.analysis.detection;

import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.incident.Subject.CallShare;
import io.tracemill.analysis.incident.Subject.ErrorShare;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.pane.PaneCounts;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All rows: those of each endpoint, and each place over the endpoints that have it.
 *
 * <p>Limits: {@link #MAX_ENDPOINTS} endpoints and {@link #MAX_ROWS} rows, about 3 GB; later ones
 * are not watched until others are forgotten.
 */
final class Rows {
  static final int MAX_ENDPOINTS = 10_000;
  static final int MAX_ROWS = 1_000_000;

  private static final int CLEANING_PANES = 240;

  private final Grid grid;
  private final PaneClock clock;
  private final SortedMap<Frame, EndpointRows> endpoints = new TreeMap<>();
  private final Map<Place, Map<Frame, PlaceRow>> members = new LinkedHashMap<>();
  private final Map<Place, PooledRow> pooled = new LinkedHashMap<>();
  private int rowCount;

  Rows(Grid grid, PaneClock clock) {
    this.grid = grid;
    this.clock = clock;
  }

  /** Takes the newest slot for a new pane. */
  void begin() {
    if (clock.panes() % CLEANING_PANES == 0) {
      forgetSilent();
    }
    endpoints.values().forEach(rows -> rows.begin(clock));
    pooled.values().forEach(row -> row.begin(clock.newest(), clock.left()));
  }

  private void forgetSilent() {
    endpoints.values().removeIf(rows -> rows.forgetSilent(clock.panes()));
    members.clear();
    endpoints.values().forEach(this::join);
    pooled.keySet().retainAll(members.keySet());
    rowCount = endpoints.values().stream().mapToInt(rows -> (int) rows.rows().count()).sum();
  }

  /** The rows of an endpoint, made if there is room. */
  Optional<EndpointRows> admit(Frame endpoint) {
    @Nullable EndpointRows known = endpoints.get(endpoint);
    if (known == null && endpoints.size() < MAX_ENDPOINTS) {
      known = new EndpointRows(endpoint, grid);
      endpoints.put(endpoint, known);
    }
    return Optional.ofNullable(known);
  }

  /** Adds what was seen of an endpoint in the newest pane. */
  void count(EndpointRows rows, PaneCounts counts) {
    int before = rows.created();
    rows.count(counts, clock, rowCount < MAX_ROWS);
    if (rows.created() > before) {
      rowCount += rows.created() - before;
      join(rows);
    }
  }

  /** Adds an endpoint's rows to those of the same places; restored rows too. */
  private void join(EndpointRows rows) {
    rows.places()
        .forEach(
            (place, row) ->
                members
                    .computeIfAbsent(place, added -> new TreeMap<>())
                    .putIfAbsent(rows.endpoint(), row));
  }

  void restore(EndpointRows rows) {
    endpoints.put(rows.endpoint(), rows);
    rowCount += (int) rows.rows().count();
    join(rows);
  }

  void restore(Map<Place, PooledRow> ofSeveral) {
    pooled.putAll(ofSeveral);
  }

  /**
   * Learns what is normal of places, where it is due.
   *
   * @param before the first column that is not baseline
   */
  void learn(int before, boolean now) {
    for (EndpointRows rows : endpoints.values()) {
      rows.places().values().forEach(row -> row.learnWhenDue(clock, before, now));
    }
  }

  /** Adds the newest pane of places that several endpoints have. */
  void pool() {
    int slot = clock.newest();
    members.forEach(
        (place, rows) -> {
          if (rows.size() > 1 && place != Place.Request.WHOLE) {
            for (PlaceRow row : rows.values()) {
              if (row.n[slot] > 0 && row.isReady()) {
                pooledRow(place).add(slot, row);
              }
            }
          }
        });
  }

  private PooledRow pooledRow(Place place) {
    return pooled.computeIfAbsent(place, added -> new PooledRow(grid, pooled.size()));
  }

  Collection<EndpointRows> endpoints() {
    return Collections.unmodifiableCollection(endpoints.values());
  }

  Optional<EndpointRows> endpoint(Frame endpoint) {
    return Optional.ofNullable(endpoints.get(endpoint));
  }

  Map<Place, PooledRow> pooled() {
    return Collections.unmodifiableMap(pooled);
  }

  Map<Place, PooledRow> copyOfPooled() {
    return new LinkedHashMap<>(pooled);
  }

  /** By endpoint, the rows of a place. */
  Map<Frame, PlaceRow> members(Place place) {
    return members.getOrDefault(place, Map.of());
  }

  /** The rows of a place that a key is about: one, or those of all endpoints. */
  Map<Frame, PlaceRow> members(RowKey key, Place place) {
    if (key.isOfAll()) {
      return members(place);
    }
    @Nullable PlaceRow row = members(place).get(key.endpoint());
    return row == null ? Map.of() : Map.of(key.endpoint(), row);
  }

  /** The row that is asked about. */
  Optional<? extends Row> row(RowKey key) {
    Subject subject = key.subject();
    if (key.isOfAll()) {
      return subject instanceof PlaceTime time
          ? Optional.ofNullable(pooled.get(time.place()))
          : Optional.empty();
    }
    Optional<EndpointRows> rows = endpoint(key.endpoint());
    if (subject instanceof PlaceTime time) {
      return rows.flatMap(of -> of.place(time.place()));
    }
    return subject instanceof ErrorShare error
        ? rows.flatMap(of -> of.error(error.place()))
        : rows.flatMap(of -> of.call(((CallShare) subject).call()));
  }

  /** The row that is asked about, and of a place also those that hold the same requests. */
  List<Row> related(RowKey key) {
    Stream<? extends Row> own = row(key).stream();
    if (!(key.subject() instanceof PlaceTime time)) {
      return List.copyOf(own.toList());
    }
    Stream<? extends Row> others =
        key.isOfAll()
            ? members(time.place()).values().stream()
            : Optional.ofNullable(pooled.get(time.place())).stream();
    return Stream.<Row>concat(own, others).toList();
  }

  /**
   * By endpoint and place, the rows of a service: its operations, the edges to it, itself.
   *
   * @param andFrom whether edges that lead from it are too
   */
  Stream<Map.Entry<RowKey, PlaceRow>> ofService(String service, boolean andFrom) {
    return members.entrySet().stream()
        .filter(member -> isOf(member.getKey(), service, andFrom))
        .flatMap(
            member ->
                member.getValue().entrySet().stream()
                    .map(
                        row ->
                            Map.entry(
                                new RowKey(row.getKey(), new PlaceTime(member.getKey())),
                                row.getValue())));
  }

  private static boolean isOf(Place place, String service, boolean andFrom) {
    return place != Place.Request.WHOLE
        && (place.service().equals(service)
            || (andFrom && place instanceof Place.Edge edge && edge.caller().equals(service)));
  }
}
