package io.tracemill.analysis.view.tprof;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.span.Frame;

/**
 * A call among those that its parent makes: the 3rd of 9 calls of Convert.
 *
 * @param number its place among the parent's calls of this frame by begin, from 1 on
 * @param of how many calls of this frame the parent makes
 */
public record Call(Frame frame, int number, int of) {
  public Call {
    requireNonNull(frame, "frame");
    if (number < 1 || number > of) {
      throw new IllegalArgumentException("call %d of %d of %s".formatted(number, of, frame));
    }
  }
}
