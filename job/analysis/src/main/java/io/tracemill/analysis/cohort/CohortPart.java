package io.tracemill.analysis.cohort;

/** Which of the two cohorts that are compared. */
public enum CohortPart {
  /** What is normal. */
  BASELINE,
  /** What is compared with it. */
  PROBLEM
}
