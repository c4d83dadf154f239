package io.tracemill.pipeline.alertmanager;

import java.util.Set;

/**
 * What came of an attempt to post.
 *
 * @param text of an attempt that failed: what was answered, or why nothing was
 */
record Answer(Kind kind, String text) {
  private static final int SUCCESS = 2;
  private static final int CLIENT_ERROR = 4;
  private static final int HUNDRED = 100;

  /** Of an intermediary, or of one that is too busy: the same post may well succeed later. */
  private static final Set<Integer> NOT_NOW = Set.of(408, 429);

  /** Says something of the place, not of the alert. */
  private static final Set<Integer> NOT_HERE = Set.of(401, 403, 404);

  /** What to do about it. */
  enum Kind {
    ACCEPTED,
    /** Alertmanager will never take this alert. */
    REFUSED,
    /** Nobody took it; later somebody may. */
    UNAVAILABLE
  }

  static Answer unavailable(String why) {
    return new Answer(Kind.UNAVAILABLE, why);
  }

  /** The meaning of a status of HTTP. */
  static Answer of(int status, String body) {
    int family = status / HUNDRED;
    if (family == SUCCESS) {
      return new Answer(Kind.ACCEPTED, "");
    }
    String said = "status " + status + (body.isBlank() ? "" : ", " + body.strip());
    if (NOT_HERE.contains(status)) {
      return unavailable(said + "; is the path right, and may this job post there?");
    }
    return family == CLIENT_ERROR && !NOT_NOW.contains(status)
        ? new Answer(Kind.REFUSED, said)
        : unavailable(said);
  }
}
