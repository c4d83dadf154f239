package io.tracemill.analysis.trace;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.span.Frame;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The endpoint of a trace's first request, by which a closed trace is remembered, so that spans
 * which come too late are missed where they belong (ADR 18).
 *
 * <p>It travels with the trace to the analysis, which says it, and is read by whoever sent it as
 * soon as the analysis is done. Serves one thread.
 */
public final class TraceEndpoint {
  private @Nullable Frame frame;

  private TraceEndpoint(@Nullable Frame frame) {
    this.frame = frame;
  }

  /** That of a trace of which no request has been analysed. */
  public static TraceEndpoint unknown() {
    return new TraceEndpoint(null);
  }

  /** That of a trace that was analysed before. */
  public static TraceEndpoint of(Frame frame) {
    return new TraceEndpoint(requireNonNull(frame, "frame"));
  }

  /** The trace has a request of this endpoint; the first that is said stays. */
  public void say(Frame endpoint) {
    if (frame == null) {
      frame = requireNonNull(endpoint, "endpoint");
    }
  }

  /** What was said; empty if nothing was. */
  public Optional<Frame> frame() {
    return Optional.ofNullable(frame);
  }
}
