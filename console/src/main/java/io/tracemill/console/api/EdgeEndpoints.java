package io.tracemill.console.api;

import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.ServiceEdge;
import io.tracemill.connectors.live.EndpointView;
import io.tracemill.connectors.live.HotSteps;
import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.output.RecordJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The endpoints whose critical paths have calls from one service to another.
 *
 * @param count number of these endpoints
 * @param endpoints those with the largest shares of time behind the calls, the largest first
 */
record EdgeEndpoints(long count, List<Row> endpoints) {
  private static final int MAX_ENDPOINTS = 20;

  /**
   * An endpoint.
   *
   * @param share share of its requests' time behind the calls, 0 to 1
   * @param path the steps from its first one to the call with the most time
   */
  record Row(
      Frame endpoint,
      double share,
      OptionalDouble ratePerSecond,
      double errorRatio,
      EndpointProfile.Latency latencyNanos,
      List<Step> path) {}

  /** A step of a call path. */
  record Step(String service, String operation, Optional<String> callee) {}

  static EdgeEndpoints of(Picture picture, ServiceEdge edge) {
    List<EndpointView> all =
        Services.endpointsOfNow(picture).stream()
            .filter(each -> each.calls().containsKey(edge))
            .sorted(
                Comparator.<EndpointView>comparingDouble(each -> -share(each, edge))
                    .thenComparing(EndpointView::endpoint))
            .toList();
    return new EdgeEndpoints(
        all.size(), all.stream().limit(MAX_ENDPOINTS).map(each -> row(each, edge)).toList());
  }

  private static double share(EndpointView endpoint, ServiceEdge edge) {
    return endpoint.calls().getOrDefault(edge, 0.0);
  }

  private static Row row(EndpointView endpoint, ServiceEdge edge) {
    try {
      EndpointProfile profile = RecordJson.read(endpoint.profile(), EndpointProfile.class);
      return new Row(
          endpoint.endpoint(),
          share(endpoint, edge),
          endpoint.ratePerSecond(),
          endpoint.newest().errorRatio(),
          endpoint.latencyNanos(),
          HotSteps.of(profile.tree()).pathTo(edge).stream()
              .map(step -> new Step(step.service(), step.operation(), step.callee()))
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e); // The picture has read it before.
    }
  }
}
