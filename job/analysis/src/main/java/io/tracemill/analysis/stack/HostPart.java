package io.tracemill.analysis.stack;

/** What a host's explanations are made of. */
public sealed interface HostPart permits LocalSpan, HostSamples {
  /** The host. */
  String host();

  /** Start of the span, or time of the last sample; milliseconds since the epoch. */
  long timeMillis();
}
