package io.tracemill.analysis.deployment;

import io.tracemill.analysis.deployment.VersionedRequest.Part;
import io.tracemill.analysis.span.Frame;
import java.util.stream.Stream;

/**
 * A request of a pane that a service took part in.
 *
 * @param uniform whether it belongs to the uniform sample of its endpoint
 */
record Seen(Frame endpoint, long timeMillis, double weight, boolean uniform, Part part) {
  /** Whether a call reached the value. */
  boolean carries(String value) {
    return part.values().contains(value);
  }

  /** Whether all calls reached the value. */
  boolean only(String value) {
    return part.values().size() == 1 && carries(value);
  }

  static double weight(Stream<Seen> requests) {
    return requests.mapToDouble(Seen::weight).sum();
  }
}
