package io.tracemill.analysis.trace;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.span.Frame;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The endpoint of a trace's first request. A closed trace keeps it, so that late spans count for
 * the right endpoint (ADR 18).
 *
 * <p>It goes with the trace to the analysis, which sets it. The sender reads it when the analysis
 * is done. Serves one thread.
 */
public final class TraceEndpoint {
  private @Nullable Frame frame;

  private TraceEndpoint(@Nullable Frame frame) {
    this.frame = frame;
  }

  /** The endpoint of a trace without an analysed request. */
  public static TraceEndpoint unknown() {
    return new TraceEndpoint(null);
  }

  /** The endpoint of a trace that was analysed before. */
  public static TraceEndpoint of(Frame frame) {
    return new TraceEndpoint(requireNonNull(frame, "frame"));
  }

  /** Sets the endpoint of a request of the trace; only the first call counts. */
  public void say(Frame endpoint) {
    if (frame == null) {
      frame = requireNonNull(endpoint, "endpoint");
    }
  }

  /** The endpoint; empty if none was set. */
  public Optional<Frame> frame() {
    return Optional.ofNullable(frame);
  }
}
