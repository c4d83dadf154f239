package io.tracemill.analysis.alert;

import io.tracemill.analysis.mutation.Verdict;

/** What a comparison says to an alert that there is. */
enum Answer {
  /** It is as it was. */
  SAME,
  /** There is enough to say that it is no more. */
  GONE,
  /** There may be something, which may be chance. */
  UNDECIDED,
  /** There is too little to say anything. */
  THIN,
  /** There is something, of which nothing can be believed. */
  BLIND;

  private static final double SURE_ENOUGH = 0.05;

  /**
   * @param rose the direction of the alert
   */
  static Answer of(Verdict verdict, boolean rose) {
    boolean alike = verdict.relevant() && verdict.rose() == rose;
    if (verdict.chance(rose) < SURE_ENOUGH) {
      return SAME;
    }
    if (verdict.thin()) {
      return THIN;
    }
    return alike ? UNDECIDED : GONE;
  }
}
