package io.tracemill.analysis.detection;

import io.tracemill.analysis.baseline.Baseline;
import io.tracemill.analysis.baseline.PaneClock;
import io.tracemill.analysis.baseline.PlaceRow;
import io.tracemill.analysis.baseline.Row;
import io.tracemill.analysis.baseline.RowKey;
import io.tracemill.analysis.baseline.Rows;
import io.tracemill.analysis.incident.Subject.ErrorShare;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether a service fails as a whole: for all its callers, and in all operations that they call.
 * Then none of its parts is to blame (semantics 8.5).
 */
final class FailingService {
  /** A place with fewer requests does not show whether it fails. */
  private static final int ENOUGH = 10;

  private final PaneClock clock;
  private final Rows rows;
  private final double leastRise;

  /**
   * @param leastRise the smallest rise of a failed share that counts
   */
  FailingService(PaneClock clock, Rows rows, double leastRise) {
    this.clock = clock;
    this.rows = rows;
    this.leastRise = leastRise;
  }

  /** Whether its errors rose for several callers and at all tested places, from a column on. */
  boolean isWhole(String service, int first) {
    List<Place> callers =
        rows.placesOf(service)
            .filter(Place.Edge.class::isInstance)
            .filter(edge -> requests(edge, first) >= ENOUGH)
            .toList();
    Stream<Place> operations =
        entries(service).filter(operation -> requests(operation, first) >= ENOUGH);
    return callers.size() > 1
        && Stream.concat(callers.stream(), operations).allMatch(place -> fails(place, first));
  }

  /** The operations that other services call. */
  private Stream<Place> entries(String service) {
    return rows.endpoints().stream()
        .flatMap(of -> of.calls().map(Map.Entry::getKey))
        .filter(call -> !call.parent().service().equals(service))
        .map(Call::child)
        .filter(child -> child.service().equals(service))
        .distinct()
        .map(Place.Operation::new);
  }

  private long requests(Place place, int first) {
    return rows.members(place).values().stream()
        .mapToLong(row -> row.allRequests(clock, first))
        .sum();
  }

  private boolean fails(Place place, int first) {
    double extra = 0;
    for (Map.Entry<Frame, PlaceRow> member : rows.members(place).entrySet()) {
      Optional<Row> errors = rows.row(new RowKey(member.getKey(), new ErrorShare(place)));
      if (errors.isPresent() && errors.get().allRequests(clock, first) > 0) {
        extra += extraFailed(errors.get(), first);
      }
    }
    return extra >= leastRise * requests(place, first);
  }

  private double extraFailed(Row errors, int first) {
    double normal = Baseline.of(errors, clock, first, clock.size(), 0).mean();
    return (errors.meanOfAll(clock, first) - normal) * errors.allRequests(clock, first);
  }
}
