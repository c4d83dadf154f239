package io.tracemill.store.question;

import java.util.Locale;

/** Weighted percentiles in SQL: the least value up to which a share of the weight lies. */
final class Percentile {
  /** Sums of fractional weights have rounding errors. */
  private static final double ROUNDING = 1e-9;

  private Percentile() {}

  /**
   * A column over rows with the value, {@code upto} (the weight of all rows up to this one by
   * value) and {@code total}.
   */
  static String column(String value, double share) {
    return String.format(
        Locale.ROOT, "min(%s) FILTER (upto >= %s * total)", value, share - ROUNDING);
  }
}
