package io.tracemill.console.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.analysis.span.Frame;
import io.tracemill.connectors.live.EndpointView;
import io.tracemill.connectors.live.IncidentView;
import io.tracemill.connectors.live.LatencyPoint;
import io.tracemill.connectors.live.Picture;
import java.util.Optional;

/** The past windows of an endpoint in numbers, with its incidents as marks. */
final class SeriesAnswer {
  private SeriesAnswer() {}

  /** The series of the windows that end within a range; empty if the endpoint is not known. */
  static Optional<ObjectNode> of(Picture picture, Frame endpoint, long fromMillis, long toMillis) {
    return picture.find(endpoint).map(view -> series(picture, view, fromMillis, toMillis));
  }

  private static ObjectNode series(
      Picture picture, EndpointView view, long fromMillis, long toMillis) {
    ObjectNode series = ApiJson.object();
    series.set("endpoint", ApiJson.of(view.endpoint()));
    ArrayNode points = series.putArray("points");
    for (LatencyPoint point : view.points()) {
      if (point.endMillis() >= fromMillis && point.endMillis() <= toMillis) {
        points.addPOJO(point);
      }
    }
    ArrayNode marks = series.putArray("marks");
    for (IncidentView incident : picture.incidents()) {
      if (incident.record().endpoints().contains(view.endpoint())
          && incident.record().sinceMillis() <= toMillis
          && incident.record().judgedMillis() >= fromMillis) {
        mark(marks.addObject(), incident);
      }
    }
    return series;
  }

  private static void mark(ObjectNode mark, IncidentView incident) {
    mark.put("incident", incident.id());
    mark.put("severity", incident.record().severity().label());
    mark.put("sinceMillis", incident.record().sinceMillis());
    if (!incident.firing()) {
      mark.put("endMillis", incident.record().judgedMillis());
    }
  }
}
