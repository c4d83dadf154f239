package io.tracemill.pipeline.config;

/** What a failure may do to the output topics (architecture 5). */
public enum Delivery {
  /** Repeat records; each repetition has the key of the first. */
  AT_LEAST_ONCE,
  /** Nothing; results wait for a checkpoint and readers need {@code read_committed}. */
  EXACTLY_ONCE
}
