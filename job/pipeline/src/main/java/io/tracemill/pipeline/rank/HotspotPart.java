package io.tracemill.pipeline.rank;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.bottomup.FrameSums;
import io.tracemill.analysis.profile.ExtentSums;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.monitor.EndpointWindow;

/**
 * The sums of one endpoint's requests and frames in a window.
 *
 * @param startMillis start of the window, milliseconds since the epoch
 * @param endMillis its end, exclusive
 * @param frames not to be changed
 * @param extents not to be changed
 */
public record HotspotPart(
    Frame endpoint, long startMillis, long endMillis, FrameSums frames, ExtentSums extents)
    implements WindowPart {
  public HotspotPart {
    requireNonNull(endpoint, "endpoint");
    requireNonNull(frames, "frames");
    requireNonNull(extents, "extents");
  }

  /** The part of {@code window}, valid only as long as the window: encode it at once. */
  public static HotspotPart of(EndpointWindow window) {
    return new HotspotPart(
        window.endpoint(),
        window.startMillis(),
        window.endMillis(),
        window.requests().frames(),
        window.requests().extents());
  }
}
