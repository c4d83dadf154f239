package io.tracemill.analysis.view.tprof;

/** How the costliest places are chosen. */
public enum Ranking {
  /** By the time for which critical paths of requests wait there. */
  CRITICAL_PATH("critical-path"),
  /** By the time in which spans work, whether requests wait or not (tprof section 3.7). */
  SELF_TIME("self-time");

  private final String label;

  Ranking(String label) {
    this.label = label;
  }

  /** Its name in records and files. */
  public String label() {
    return label;
  }
}
