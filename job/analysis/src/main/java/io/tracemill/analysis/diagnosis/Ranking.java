package io.tracemill.analysis.diagnosis;

/** How the costliest places are chosen. */
public enum Ranking {
  /** By the time in which spans work, whether requests wait or not (tprof section 3.7). */
  SELF_TIME("self-time"),
  /** By the time on the critical paths of the aggregate traces. */
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
