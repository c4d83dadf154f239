package io.tracemill.analysis.stack;

/** What a thread was doing when it was sampled. */
public enum SampleKind {
  /** It was on a CPU; the sample stands for one period. */
  CPU,
  /** It had waited, off the CPU, for the sample's value until the sample's time. */
  WAIT
}
