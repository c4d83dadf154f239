package io.tracemill.analysis.cohort;

/** What becomes of an endpoint's baselines by a comparison. */
public enum Learning {
  /** Both go on. */
  GOES_ON,
  /** Nothing is known of a new normal any more. */
  NEW_FORGOTTEN,
  /** The new normal is the known one from now on. */
  NEW_ACCEPTED
}
