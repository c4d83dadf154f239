package io.tracemill.analysis.stack;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * One sample of a thread's stack.
 *
 * @param cpu number of the CPU it ran on, or {@link #NO_CPU}
 * @param timeNanos when it was taken, nanoseconds since the epoch; of a wait, its end
 * @param valueNanos how long the thread had waited; not used for {@link SampleKind#CPU}
 * @param periodNanos time between two samples; positive
 * @param frames names of its functions, the outermost first; samples of one stack may share it
 */
public record StackSample(
    SampledThread thread,
    int cpu,
    SampleKind kind,
    long timeNanos,
    long valueNanos,
    long periodNanos,
    List<String> frames) {
  /** Stands for a CPU that is not known. */
  public static final int NO_CPU = -1;

  public StackSample {
    requireNonNull(thread, "thread");
    requireNonNull(kind, "kind");
    frames = List.copyOf(frames);
    if (periodNanos <= 0) {
      throw new IllegalArgumentException("a period of " + periodNanos + " ns");
    }
  }
}
