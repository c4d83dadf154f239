package io.tracemill.console.api;

import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.span.Frame;
import io.tracemill.connectors.live.EndpointView;
import io.tracemill.connectors.live.IncidentView;
import io.tracemill.connectors.live.LatencyPoint;
import io.tracemill.connectors.live.Picture;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The past windows of an endpoint in numbers.
 *
 * @param points in order of time
 * @param marks its incidents
 */
public record Series(Frame endpoint, List<LatencyPoint> points, List<Mark> marks) {
  public Series {
    points = List.copyOf(points);
    marks = List.copyOf(marks);
  }

  /**
   * An incident.
   *
   * @param incident its id
   * @param endMillis empty while it fires
   */
  public record Mark(String incident, Severity severity, long sinceMillis, OptionalLong endMillis) {
    static Mark of(IncidentView view) {
      return new Mark(
          view.id(),
          view.record().severity(),
          view.record().sinceMillis(),
          view.firing() ? OptionalLong.empty() : OptionalLong.of(view.record().judgedMillis()));
    }
  }

  /** All windows of an endpoint; empty if the endpoint is not known. */
  static Optional<Series> of(Picture picture, Frame endpoint) {
    return of(picture, endpoint, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /** The windows that end within a range. */
  static Optional<Series> of(Picture picture, Frame endpoint, long fromMillis, long toMillis) {
    return picture.find(endpoint).map(view -> of(picture, view, fromMillis, toMillis));
  }

  private static Series of(Picture picture, EndpointView view, long fromMillis, long toMillis) {
    return new Series(
        view.endpoint(),
        view.points().stream()
            .filter(each -> each.endMillis() >= fromMillis && each.endMillis() <= toMillis)
            .toList(),
        picture.incidents().stream()
            .filter(
                each ->
                    each.record().endpoints().contains(view.endpoint())
                        && each.record().sinceMillis() <= toMillis
                        && each.record().judgedMillis() >= fromMillis)
            .map(Mark::of)
            .toList());
  }
}
