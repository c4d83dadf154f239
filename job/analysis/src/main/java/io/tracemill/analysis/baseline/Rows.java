package io.tracemill.analysis.baseline;

import io.tracemill.analysis.baseline.Row.Kind;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.PaneCounts;
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
 * All rows: those of each endpoint, and one for each place over all its endpoints.
 *
 * <p>Limits: {@link #MAX_ENDPOINTS} endpoints and {@link #MAX_ROWS} rows, about 3 GB; further ones
 * are not watched until others are forgotten.
 */
public final class Rows {
  private static final int MAX_ENDPOINTS = 10_000;
  private static final int MAX_ROWS = 1_000_000;
  private static final int CLEANING_PANES = 240;

  private final PaneClock clock;
  private final SortedMap<Frame, EndpointRows> endpoints = new TreeMap<>();
  private final Map<Place, Map<Frame, PlaceRow>> members = new LinkedHashMap<>();

  /** Places that several endpoints have, with scores relative to each endpoint's own mean. */
  private final Map<Place, Row> pooled;

  private int rowCount;

  /**
   * @param pooled by place, its row over all endpoints; this object changes it
   */
  public Rows(PaneClock clock, Map<Place, Row> pooled, List<EndpointRows> known) {
    this.clock = clock;
    this.pooled = pooled;
    for (EndpointRows rows : known) {
      endpoints.put(rows.endpoint(), rows);
      rowCount += rows.size();
      join(rows);
    }
  }

  /** Prepares the newest slot for a new pane. */
  public void begin() {
    if (clock.panes() % CLEANING_PANES == 0) {
      forgetSilent();
    }
    endpoints.values().forEach(rows -> rows.begin(clock));
    pooled.values().forEach(row -> row.begin(clock));
  }

  private void forgetSilent() {
    endpoints.values().removeIf(rows -> rows.forgetSilent(clock.panes()));
    members.clear();
    endpoints.values().forEach(this::join);
    pooled.keySet().retainAll(members.keySet());
    rowCount = endpoints.values().stream().mapToInt(EndpointRows::size).sum();
  }

  /** The rows of an endpoint; creates them if there is room. */
  public Optional<EndpointRows> admit(Frame endpoint) {
    @Nullable EndpointRows known = endpoints.get(endpoint);
    if (known == null && endpoints.size() < MAX_ENDPOINTS) {
      known = new EndpointRows(endpoint, clock);
      endpoints.put(endpoint, known);
    }
    return Optional.ofNullable(known);
  }

  /** Adds an endpoint's counts of the newest pane. */
  public void count(EndpointRows rows, PaneCounts counts) {
    int created = rows.count(counts, clock, rowCount < MAX_ROWS);
    if (created > 0) {
      rowCount += created;
      join(rows);
    }
  }

  /** Adds an endpoint's rows to those of the same places. */
  private void join(EndpointRows rows) {
    rows.places()
        .forEach(
            (place, row) ->
                members
                    .computeIfAbsent(place, added -> new TreeMap<>())
                    .putIfAbsent(rows.endpoint(), row));
  }

  /**
   * Learns the baselines of places that are due.
   *
   * @param before the first column after the baseline
   */
  public void learn(int before, boolean now) {
    for (EndpointRows rows : endpoints.values()) {
      rows.places().values().forEach(row -> row.learnWhenDue(clock, before, now));
    }
  }

  /** Adds the newest pane to places that several endpoints have. */
  public void pool() {
    int slot = clock.newest();
    members.forEach(
        (place, rows) -> {
          if (rows.size() > 1 && place != Place.Request.WHOLE) {
            for (PlaceRow row : rows.values()) {
              if (row.n[slot] > 0 && row.isReady()) {
                pooledRow(place).addRelative(slot, row);
              }
            }
          }
        });
  }

  private Row pooledRow(Place place) {
    return pooled.computeIfAbsent(place, added -> new Row(clock, pooled.size(), Kind.TIME));
  }

  public Collection<EndpointRows> endpoints() {
    return Collections.unmodifiableCollection(endpoints.values());
  }

  public Optional<EndpointRows> endpoint(Frame endpoint) {
    return Optional.ofNullable(endpoints.get(endpoint));
  }

  /** Places over all endpoints that have them. */
  public Map<Place, Row> pooled() {
    return Collections.unmodifiableMap(pooled);
  }

  /** By endpoint: the rows of a place. */
  public Map<Frame, PlaceRow> members(Place place) {
    return members.getOrDefault(place, Map.of());
  }

  /** The rows of a place for a key: one row, or the rows of all endpoints. */
  public Map<Frame, PlaceRow> members(RowKey key, Place place) {
    if (key.isOfAll()) {
      return members(place);
    }
    @Nullable PlaceRow row = members(place).get(key.endpoint());
    return row == null ? Map.of() : Map.of(key.endpoint(), row);
  }

  /** The row of a key. */
  public Optional<Row> row(RowKey key) {
    if (!key.isOfAll()) {
      return endpoint(key.endpoint()).flatMap(of -> of.row(key.subject()));
    }
    return key.subject() instanceof PlaceTime time ? pooled(time.place()) : Optional.empty();
  }

  private Optional<Row> pooled(Place place) {
    return Optional.ofNullable(pooled.get(place));
  }

  /** The row of a key, and for a place also the rows with the same requests. */
  public Stream<Row> related(RowKey key) {
    Stream<Row> own = row(key).stream();
    if (!(key.subject() instanceof PlaceTime time)) {
      return own;
    }
    return Stream.concat(
        own,
        key.isOfAll() ? members(time.place()).values().stream() : pooled(time.place()).stream());
  }

  /** The places of a service: its operations, the edges to it, and the service itself. */
  public Stream<Place> placesOf(String service) {
    return members.keySet().stream()
        .filter(place -> place != Place.Request.WHOLE && place.service().equals(service));
  }

  /** By endpoint: the rows of a service's places, and of the edges from it. */
  public Stream<PlaceRow> touching(String service) {
    return members.keySet().stream()
        .filter(place -> place != Place.Request.WHOLE)
        .filter(
            place ->
                place.service().equals(service)
                    || (place instanceof Place.Edge edge && edge.caller().equals(service)))
        .flatMap(place -> members(place).values().stream());
  }
}
