package io.tracemill.console.api;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.quality.Watch;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.span.Frame;
import io.tracemill.connectors.live.EndpointView;
import io.tracemill.connectors.live.IncidentView;
import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.live.StepShare;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * All endpoints as of their newest windows.
 *
 * @param asOfMillis end of the newest window of all; empty before the first
 */
public record Endpoints(OptionalLong asOfMillis, List<Row> endpoints) {
  public Endpoints {
    endpoints = List.copyOf(endpoints);
  }

  /**
   * An endpoint.
   *
   * @param window its newest window, of which the figures are
   * @param spark end and p95 of its windows, in order of time
   * @param hottest the step with the largest share of the requests' time
   * @param incidents ids of those that fire, the worst first
   * @param severity that of the worst
   */
  public record Row(
      Frame endpoint,
      Period window,
      OptionalDouble ratePerSecond,
      long traces,
      double errorRatio,
      EndpointProfile.Latency latencyNanos,
      List<List<Long>> spark,
      Optional<Step> hottest,
      Optional<Watch> watch,
      List<String> incidents,
      Optional<Severity> severity) {}

  /** An operation of a service, or the way from a service to its callee. */
  public record Step(
      String service, Optional<String> operation, Optional<String> callee, double share) {
    private static Step of(StepShare step) {
      return new Step(
          step.service(),
          step.isEdge() ? Optional.empty() : Optional.of(step.operation()),
          step.isEdge() ? Optional.of(step.callee()) : Optional.empty(),
          step.share());
    }
  }

  static Endpoints of(Picture picture) {
    List<IncidentView> firing = picture.firing();
    return new Endpoints(
        picture.asOfMillis(), picture.endpoints().stream().map(view -> row(view, firing)).toList());
  }

  private static Row row(EndpointView view, List<IncidentView> worstFirst) {
    List<IncidentView> firing =
        worstFirst.stream()
            .filter(incident -> incident.record().endpoints().contains(view.endpoint()))
            .toList();
    return new Row(
        view.endpoint(),
        view.window(),
        view.ratePerSecond(),
        view.newest().traces(),
        view.newest().errorRatio(),
        view.latencyNanos(),
        view.points().stream().map(point -> List.of(point.endMillis(), point.p95())).toList(),
        view.steps().stream().findFirst().map(Step::of),
        view.watch(),
        firing.stream().map(IncidentView::id).toList(),
        firing.stream().map(incident -> incident.record().severity()).findFirst());
  }
}
