package io.tracemill.analysis.diagnosis;

/** What the costliest places are. */
public enum Ranking {
  /** Those in which spans work the longest, whether requests wait or not (tprof section 3.7). */
  SELF_TIME("self-time"),
  /** Those that are the longest on the critical paths of the aggregate traces. */
  CRITICAL_PATH("critical-path");

  private final String label;

  Ranking(String label) {
    this.label = label;
  }

  /** Its name in records and files. */
  public String label() {
    return label;
  }
}
