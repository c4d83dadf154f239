package io.tracemill.analysis.alert;

import java.util.List;

/** How much of what has no end is listed. */
final class Bounds {
  /** Endpoints of an alert, and endpoints and alerts of an incident. */
  static final int MAX_LISTED = 100;

  private Bounds() {}

  /** The first ones. */
  static <T> List<T> listed(List<T> all) {
    return all.subList(0, Math.min(MAX_LISTED, all.size()));
  }
}
