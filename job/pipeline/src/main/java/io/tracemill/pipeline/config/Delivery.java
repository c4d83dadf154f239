package io.tracemill.pipeline.config;

/** The effect that a failure may have on the output topics (architecture 5). */
public enum Delivery {
  /** Records may be repeated; each repetition has the same key as the first. */
  AT_LEAST_ONCE,
  /** None; results wait for a checkpoint, and readers need {@code read_committed}. */
  EXACTLY_ONCE
}
