package io.tracemill.console.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.analysis.span.Frame;
import io.tracemill.connectors.live.EndpointView;
import io.tracemill.connectors.live.IncidentView;
import io.tracemill.connectors.live.LatencyPoint;
import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.live.StepShare;
import io.tracemill.connectors.output.ResultStream;
import java.util.List;
import java.util.Map;

/** Answers about all endpoints, and from the streams about one endpoint. */
final class EndpointAnswers {
  private static final int MAX_RECORDS = 200;

  private final Picture picture;

  EndpointAnswers(Picture picture) {
    this.picture = picture;
  }

  /** All endpoints as of their newest windows. */
  ObjectNode list() {
    List<IncidentView> firing = picture.firing();
    ObjectNode answer = ApiJson.object();
    picture.asOfMillis().ifPresent(millis -> answer.put("asOfMillis", millis));
    ArrayNode endpoints = answer.putArray("endpoints");
    picture.endpoints().forEach(view -> endpoints.add(endpoint(view, firing)));
    return answer;
  }

  private static ObjectNode endpoint(EndpointView view, List<IncidentView> firing) {
    LatencyPoint newest = view.newest();
    ObjectNode json = ApiJson.object();
    json.set("endpoint", ApiJson.of(view.endpoint()));
    json.set("window", ApiJson.of(view.window()));
    view.ratePerSecond().ifPresent(rate -> json.put("ratePerSecond", rate));
    json.put("traces", newest.traces());
    json.put("errorRatio", newest.errorRatio());
    json.set("latencyNanos", ApiJson.of(view.latencyNanos()));
    ArrayNode spark = json.putArray("spark");
    view.points().forEach(point -> spark.addArray().add(point.endMillis()).add(point.p95()));
    view.steps().stream().findFirst().ifPresent(step -> json.set("hottest", hottest(step)));
    view.watch().ifPresent(watch -> json.set("watch", ApiJson.of(watch)));
    ArrayNode incidents = json.putArray("incidents");
    firing.stream()
        .filter(incident -> incident.record().endpoints().contains(view.endpoint()))
        .forEach(incident -> incidents.add(incident.id()));
    return json;
  }

  private static ObjectNode hottest(StepShare step) {
    ObjectNode json = ApiJson.object().put("service", step.service());
    json.put(
        step.callee().isEmpty() ? "operation" : "callee",
        step.callee().isEmpty() ? step.operation() : step.callee());
    return json.put("share", step.share());
  }

  /** The latency of an endpoint over time. */
  ObjectNode series(ApiQuery query) {
    Frame endpoint = query.endpoint();
    long from = query.number("from").orElse(Long.MIN_VALUE);
    long to = query.number("to").orElse(Long.MAX_VALUE);
    return SeriesAnswer.of(picture, endpoint, from, to).orElseThrow(() -> unknown(endpoint));
  }

  /** The newest profile of an endpoint, as JSON. */
  String profile(Frame endpoint) {
    return picture.find(endpoint).map(EndpointView::profile).orElseThrow(() -> unknown(endpoint));
  }

  /** The records of a stream about an endpoint, the newest window first. */
  ObjectNode records(ApiQuery query) {
    Frame endpoint = query.endpoint();
    if (Streams.isAbsent(query)) {
      return ApiJson.object().setAll(Map.of("records", ApiJson.array(List.of())));
    }
    ResultStream stream =
        Streams.of(
            query,
            ResultStream.CHANGES,
            ResultStream.MUTATIONS);
    List<String> records = picture.records(stream, endpoint);
    return ApiJson.object()
        .setAll(Map.of("records", ApiJson.array(records.stream().limit(MAX_RECORDS).toList())));
  }

  private static ApiException unknown(Frame endpoint) {
    return ApiException.notFound(
        "no recent window has requests of '%s'; see the list of endpoints".formatted(endpoint));
  }
}
