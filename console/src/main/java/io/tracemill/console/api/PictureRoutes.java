package io.tracemill.console.api;

import static java.util.Comparator.comparingLong;

import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.util.RawValue;
import io.tracemill.analysis.deployment.Deployment;
import io.tracemill.analysis.record.ChangeRecord;
import io.tracemill.analysis.record.Dependency;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.record.Hotspot;
import io.tracemill.analysis.record.MutationRecord;
import io.tracemill.analysis.record.QualityRecord;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.stack.look.StackExplanation;
import io.tracemill.analysis.sums.ServiceEdge;
import io.tracemill.connectors.live.EndpointView;
import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.output.ResultStream;
import java.lang.reflect.Type;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;

/** The routes that answer from the newest records of the job's streams. */
public final class PictureRoutes {
  private PictureRoutes() {}

  /** All of them. */
  public static List<Route> of(Picture picture, StatusAnswer status, InstantSource clock) {
    return List.of(
        Route.of("status", Status.class, query -> status.status()),
        Route.of("now", Now.class, query -> Now.of(picture, status.status(), clock.millis())),
        Route.of("incidents", Incidents.class, query -> Incidents.of(picture)),
        Route.of(
            "incident",
            Incidents.Detail.class,
            query -> Incidents.one(picture, query.required("id")),
            "id"),
        Route.of("endpoints", Endpoints.class, query -> Endpoints.of(picture)),
        Route.of(
            "endpoint/series",
            Series.class,
            query -> series(picture, query),
            "service",
            "operation",
            "from",
            "to"),
        Route.of(
            "endpoint/profile",
            EndpointProfile.class,
            query -> newestProfile(picture, query.endpoint()),
            "service",
            "operation"),
        ofEndpoint(picture, "endpoint/changes", ResultStream.CHANGES, ChangeRecord.class),
        ofEndpoint(picture, "endpoint/mutations", ResultStream.MUTATIONS, MutationRecord.class),
        ofAll(picture, ResultStream.HOTSPOTS, Hotspot.class),
        ofAll(picture, ResultStream.DEPENDENCIES, Dependency.class),
        Route.of("services", Services.class, query -> Services.of(picture)),
        Route.of(
            "services/endpoints",
            EdgeEndpoints.class,
            query ->
                EdgeEndpoints.of(
                    picture, new ServiceEdge(query.required("caller"), query.required("callee"))),
            "caller",
            "callee"),
        Route.of(
            ResultStream.STACK_EXPLANATIONS.label(),
            recordsOf(StackExplanation.class),
            query ->
                StackExplanations.of(picture, query.optionalEndpoint(), query.text("incident")),
            "service",
            "operation",
            "incident"),
        Route.of(
            ResultStream.ANOMALIES.label(),
            Anomalies.class,
            query -> Anomalies.of(picture, query),
            "service",
            "operation",
            "from",
            "to",
            "trace"),
        Route.of(
            ResultStream.DEPLOYMENTS.label(),
            recordsOf(Deployment.class),
            query -> deployments(picture, query.text("service")),
            "service"),
        Route.of(
            "quality",
            Quality.class,
            query ->
                new Quality(
                    Records.read(picture.newestWindow(ResultStream.QUALITY), QualityRecord.class)
                        .records())));
  }

  /** As {@link Records}; the type of its elements makes Jackson write their scope. */
  record Quality(List<QualityRecord> records) {}

  /** The newest record of each deployment, the newest deployment first. */
  private static Records<Deployment> deployments(Picture picture, Optional<String> service) {
    Map<List<String>, Deployment> newest = new HashMap<>();
    for (Deployment each :
        Records.read(picture.records(ResultStream.DEPLOYMENTS), Deployment.class).records()) {
      if (service.isEmpty() || service.get().equals(each.service())) {
        newest.merge(
            each.key(), each, BinaryOperator.maxBy(comparingLong(Deployment::judgedMillis)));
      }
    }
    return new Records<>(
        newest.values().stream()
            .sorted(
                comparingLong(Deployment::sinceMillis)
                    .reversed()
                    .thenComparing(Deployment::service))
            .toList());
  }

  /** The records of a stream about an endpoint, the newest window first. */
  private static <T> Route ofEndpoint(
      Picture picture, String path, ResultStream stream, Class<T> type) {
    return Route.of(
        path,
        recordsOf(type),
        query -> Records.read(picture.records(stream, query.endpoint()), type),
        "service",
        "operation");
  }

  /** The records of a stream's newest window. */
  private static <T> Route ofAll(Picture picture, ResultStream stream, Class<T> type) {
    return Route.of(
        stream.label(), recordsOf(type), query -> Records.read(picture.newestWindow(stream), type));
  }

  private static Type recordsOf(Class<?> type) {
    return TypeFactory.defaultInstance().constructParametricType(Records.class, type);
  }

  private static Series series(Picture picture, ApiQuery query) {
    Frame endpoint = query.endpoint();
    long from = query.number("from").orElse(Long.MIN_VALUE);
    long to = query.number("to").orElse(Long.MAX_VALUE);
    return Series.of(picture, endpoint, from, to).orElseThrow(() -> unknown(endpoint));
  }

  private static RawValue newestProfile(Picture picture, Frame endpoint) {
    return picture
        .find(endpoint)
        .map(EndpointView::profile)
        .map(RawValue::new)
        .orElseThrow(() -> unknown(endpoint));
  }

  private static ApiException unknown(Frame endpoint) {
    return ApiException.notFound(
        "no recent window has requests of '%s'; see the list of endpoints".formatted(endpoint));
  }
}
