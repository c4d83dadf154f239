package io.tracemill.analysis.stack;

/** What a host's explanations are made of. */
public sealed interface HostPart permits LocalSpan, HostSamples {
  /** The node. */
  String host();

  /** When it began, milliseconds since the epoch. */
  long timeMillis();

  /** About the bytes that it takes. */
  int bytes();
}
