package io.tracemill.pipeline.rank;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.hotspot.FrameCosts;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.EdgeSum;
import io.tracemill.analysis.sums.ServiceEdge;
import io.tracemill.pipeline.endpoint.EndpointSlide;
import java.util.Map;

/**
 * What one endpoint contributes to a window's hotspots and service graph.
 *
 * @param startMillis start of the window, milliseconds since the epoch
 * @param endMillis its end, exclusive
 * @param frames the cost of each frame; empty if the window overlaps those that have hotspots
 * @param edges the calls between services; not to be changed
 * @param newest those of the window's newest slide; likewise
 */
public record HotspotPart(
    Frame endpoint,
    long startMillis,
    long endMillis,
    Map<Frame, FrameCosts.Cost> frames,
    Map<ServiceEdge, EdgeSum> edges,
    Map<ServiceEdge, EdgeSum> newest) {
  public HotspotPart {
    requireNonNull(endpoint, "endpoint");
    requireNonNull(frames, "frames");
    requireNonNull(edges, "edges");
    requireNonNull(newest, "newest");
  }

  /** The part of {@code slide}, valid only as long as the slide: encode it at once. */
  public static HotspotPart of(EndpointSlide slide) {
    return new HotspotPart(
        slide.endpoint(),
        slide.window().startMillis(),
        slide.window().endMillis(),
        slide.alone() ? FrameCosts.of(slide.sums().requests()) : Map.of(),
        slide.sums().requests().edges(),
        slide.sums().newestEdges());
  }
}
