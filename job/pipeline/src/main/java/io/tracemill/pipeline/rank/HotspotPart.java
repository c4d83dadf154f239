package io.tracemill.pipeline.rank;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.hotspot.FrameCosts;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.EdgeSum;
import io.tracemill.analysis.sums.ServiceEdge;
import io.tracemill.pipeline.endpoint.EndpointWindow;
import java.util.Map;

/**
 * What one endpoint contributes to a window's hotspots and service graph.
 *
 * @param startMillis start of the window, milliseconds since the epoch
 * @param endMillis its end, exclusive
 * @param frames the cost of each frame
 * @param edges the calls between services; not to be changed
 */
public record HotspotPart(
    Frame endpoint,
    long startMillis,
    long endMillis,
    Map<Frame, FrameCosts.Cost> frames,
    Map<ServiceEdge, EdgeSum> edges) {
  public HotspotPart {
    requireNonNull(endpoint, "endpoint");
    requireNonNull(frames, "frames");
    requireNonNull(edges, "edges");
  }

  /** The part of {@code window}, valid only as long as the window: encode it at once. */
  public static HotspotPart of(EndpointWindow window) {
    return new HotspotPart(
        window.endpoint(),
        window.startMillis(),
        window.endMillis(),
        FrameCosts.of(window.requests()),
        window.requests().edges());
  }
}
