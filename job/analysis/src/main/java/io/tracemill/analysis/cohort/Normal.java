package io.tracemill.analysis.cohort;

/** Which of two baselines of an endpoint is meant. */
public enum Normal {
  /** The one that is compared with. */
  KNOWN,
  /** Of all that came since something differs from that one: normal too, if it goes on for long. */
  NEW
}
