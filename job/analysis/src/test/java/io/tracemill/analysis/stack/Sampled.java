package io.tracemill.analysis.stack;

import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.List;

/** Samples and spans, written down in a line each; times are milliseconds. */
public final class Sampled {
  public static final long MILLI = 1_000_000;
  public static final Frame SPAN = Frame.of("back", "GET /price");

  /** The time between two samples. */
  public static final long PERIOD = 5;

  private final List<StackSample> samples = new ArrayList<>();

  /** The process had the CPU from one moment to another, sampled every 5 ms. */
  public Sampled cpu(String host, String process, long from, long to, String... frames) {
    SampledThread thread = new SampledThread(host, "", "", process, process + "-1", "");
    for (long at = from; at < to; at += PERIOD) {
      samples.add(
          new StackSample(
              thread, 0, SampleKind.CPU, at * MILLI, 0, PERIOD * MILLI, List.of(frames)));
    }
    return this;
  }

  /** A thread of the process waited so long. */
  public Sampled wait(String process, String threadId, long from, long to, String... frames) {
    SampledThread thread = new SampledThread("h", "", "", process, "worker", threadId);
    long value = (to - from) * MILLI;
    samples.add(
        new StackSample(
            thread,
            StackSample.NO_CPU,
            SampleKind.WAIT,
            to * MILLI,
            value,
            PERIOD * MILLI,
            List.of(frames)));
    return this;
  }

  /** As a profiler sends them. */
  public HostSamples sent(String host) {
    return HostSamples.of(host, samples, 0);
  }

  public StackSamples build() {
    StackSamplesBuilder builder = new StackSamplesBuilder(new ProcessNames());
    samples.forEach(builder::add);
    return builder.build();
  }

  /** A span of {@link #SPAN} that ran itself from one moment to another. */
  public static LocalSpan span(String host, long from, long to) {
    return span(host, "", from, to);
  }

  /** A span of a trace with this hash. */
  public static LocalSpan spanOf(String host, long traceHash, long from) {
    SelfSegments self = SelfSegments.of(from * MILLI, from * MILLI + 1);
    return new LocalSpan(SPAN, host, "", "", "", "", self, "", traceHash);
  }

  public static LocalSpan span(String host, String threadId, long from, long to) {
    return new LocalSpan(
        SPAN, host, "", "", threadId, "", SelfSegments.of(from * MILLI, to * MILLI), "", from);
  }
}
