package io.tracemill.console.api;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.record.Dependency;
import io.tracemill.analysis.record.IncidentRecord;
import io.tracemill.analysis.record.NamedCulprit;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.ServiceEdge;
import io.tracemill.connectors.live.EndpointView;
import io.tracemill.connectors.live.IncidentView;
import io.tracemill.connectors.live.LatencyPoint;
import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.output.ResultStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The service graph of the newest window, and the incidents that fire in it.
 *
 * @param window of the calls; empty before the first
 * @param services by name
 * @param edges by caller and callee
 * @param incidents the worst first
 */
record Services(
    Optional<Period> window, List<Service> services, List<Edge> edges, List<Firing> incidents) {
  /**
   * A service. Its figures are those of the calls to it; if there are none, of its endpoints.
   *
   * @param incidents ids of those at its endpoints or with a culprit in it
   */
  record Service(String name, Figures figures, int endpoints, List<String> incidents) {}

  /**
   * The calls of one service to another.
   *
   * @param messages number of calls that a message carried
   * @param endpoints number of endpoints with such calls on critical paths
   * @param incidents ids of those with the edge as a culprit
   */
  record Edge(
      String caller,
      String callee,
      Figures figures,
      Dependency.Latency latencyNanos,
      long messages,
      long endpoints,
      List<String> incidents) {}

  /**
   * Calls or requests.
   *
   * @param ratePerSecond empty until the job has observed a whole window
   * @param meanNanos mean duration
   */
  record Figures(long requests, OptionalDouble ratePerSecond, double errorRatio, double meanNanos) {
    private static final Figures NONE = new Figures(0, OptionalDouble.empty(), 0, 0);

    private static Figures of(Dependency calls, Picture picture) {
      return new Figures(
          calls.requests(),
          picture.ratePerSecond(calls.requests(), calls.window()),
          (double) calls.failed() / calls.requests(),
          (double) calls.latencyNanos().mean());
    }

    private static Figures of(EndpointView endpoint) {
      LatencyPoint newest = endpoint.newest();
      return new Figures(
          newest.traces(), endpoint.ratePerSecond(), newest.errorRatio(), newest.mean());
    }

    private Figures plus(Figures more) {
      long all = requests + more.requests;
      double share = all == 0 ? 0 : (double) more.requests / all;
      return new Figures(
          all,
          requests == 0 || (ratePerSecond.isPresent() && more.ratePerSecond.isPresent())
              ? OptionalDouble.of(ratePerSecond.orElse(0) + more.ratePerSecond.orElse(0))
              : OptionalDouble.empty(),
          errorRatio + share * (more.errorRatio - errorRatio),
          meanNanos + share * (more.meanNanos - meanNanos));
    }
  }

  /** An incident. */
  record Firing(String id, Severity severity, String summary, long judgedMillis) {
    private static Firing of(IncidentRecord incident) {
      return new Firing(
          incident.id(), incident.severity(), incident.summary(), incident.judgedMillis());
    }
  }

  static Services of(Picture picture) {
    List<Dependency> calls =
        Records.read(picture.newestWindow(ResultStream.DEPENDENCIES), Dependency.class).records();
    List<EndpointView> endpoints = endpointsOfNow(picture);
    List<IncidentRecord> firing = picture.firing().stream().map(IncidentView::record).toList();
    Map<ServiceEdge, Long> users =
        endpoints.stream()
            .flatMap(each -> each.calls().keySet().stream())
            .collect(groupingBy(Function.identity(), counting()));
    Map<ServiceEdge, List<String>> concerned = ids(firing, Services::edgesOf);
    Map<ServiceEdge, Edge> edges = new TreeMap<>();
    for (Dependency each : calls) {
      ServiceEdge edge = new ServiceEdge(each.caller(), each.callee());
      edges.put(
          edge,
          new Edge(
              each.caller(),
              each.callee(),
              Figures.of(each, picture),
              each.latencyNanos(),
              each.messages(),
              users.getOrDefault(edge, 0L),
              concerned.getOrDefault(edge, List.of())));
    }
    return new Services(
        calls.stream().findFirst().map(Dependency::window),
        services(List.copyOf(edges.values()), endpoints, firing),
        List.copyOf(edges.values()),
        firing.stream().map(Firing::of).toList());
  }

  /** The endpoints whose newest window is less than a window's length old. */
  static List<EndpointView> endpointsOfNow(Picture picture) {
    long asOf = picture.asOfMillis().orElse(0);
    return picture.endpoints().stream()
        .filter(each -> each.window().endMillis() > asOf - each.window().lengthMillis())
        .toList();
  }

  private static List<Service> services(
      List<Edge> edges, List<EndpointView> endpoints, List<IncidentRecord> firing) {
    Map<String, List<EndpointView>> own =
        endpoints.stream().collect(groupingBy(each -> each.endpoint().service()));
    Map<String, List<String>> concerned = ids(firing, Services::servicesOf);
    Map<String, Figures> called = new TreeMap<>();
    for (Edge edge : edges) {
      called.putIfAbsent(edge.caller(), Figures.NONE);
      called.merge(edge.callee(), edge.figures(), Figures::plus);
    }
    own.keySet().forEach(service -> called.putIfAbsent(service, Figures.NONE));
    return called.entrySet().stream()
        .map(
            each ->
                service(
                    each.getKey(),
                    each.getValue(),
                    own.getOrDefault(each.getKey(), List.of()),
                    concerned.getOrDefault(each.getKey(), List.of())))
        .toList();
  }

  private static Service service(
      String name, Figures called, List<EndpointView> own, List<String> incidents) {
    Figures figures =
        called.requests() > 0
            ? called
            : own.stream().map(Figures::of).reduce(Figures.NONE, Figures::plus);
    return new Service(name, figures, own.size(), incidents);
  }

  /** The ids of the incidents by what they concern, in their order. */
  private static <T> Map<T, List<String>> ids(
      List<IncidentRecord> firing, Function<IncidentRecord, Stream<T>> concerned) {
    Map<T, List<String>> ids = new HashMap<>();
    for (IncidentRecord incident : firing) {
      concerned
          .apply(incident)
          .distinct()
          .forEach(
              each -> ids.computeIfAbsent(each, added -> new ArrayList<>()).add(incident.id()));
    }
    return ids;
  }

  /** Those of its endpoints, and those with a culprit. */
  private static Stream<String> servicesOf(IncidentRecord incident) {
    return Stream.concat(
        incident.endpoints().stream().map(Frame::service),
        incident.culprits().stream().flatMap(each -> serviceOf(each).stream()));
  }

  private static Stream<ServiceEdge> edgesOf(IncidentRecord incident) {
    return incident.culprits().stream()
        .flatMap(
            each ->
                each.caller().stream()
                    .flatMap(
                        caller ->
                            serviceOf(each).stream()
                                .map(callee -> new ServiceEdge(caller.service(), callee))));
  }

  private static Optional<String> serviceOf(NamedCulprit culprit) {
    return culprit.service().or(culprit::callee);
  }
}
