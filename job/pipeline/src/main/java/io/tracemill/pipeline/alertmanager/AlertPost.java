package io.tracemill.pipeline.alertmanager;

import io.tracemill.analysis.incident.Incident.Severity;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What Alertmanager is told of an incident as of one window. All of its texts are bounded and well
 * formed.
 *
 * @param firing whether it goes on
 * @param startMillis when it began, milliseconds since the epoch
 * @param endMillis end of the window that it is known from
 * @param annotations texts by their names
 * @param link where to look first; empty for nowhere
 */
record AlertPost(
    AlertIdentity identity,
    boolean firing,
    long startMillis,
    long endMillis,
    SortedMap<String, String> annotations,
    String link) {
  AlertPost {
    annotations = Collections.unmodifiableSortedMap(new TreeMap<>(annotations));
  }

  /**
   * This one under the name that the incident already has: the service stays, and a page does not
   * become a ticket, lest somebody be told again whenever it goes up and down.
   */
  AlertPost continuing(AlertIdentity known) {
    boolean rises = firing && known.severity() == Severity.TICKET;
    Severity severity = rises ? identity.severity() : known.severity();
    return new AlertPost(known.with(severity), firing, startMillis, endMillis, annotations, link);
  }

  /** This one, over since a time. */
  AlertPost ended(long atMillis) {
    return new AlertPost(identity, false, startMillis, atMillis, annotations, link);
  }

  /**
   * When Alertmanager has to take it for over.
   *
   * @param validMillis for how long it goes on if nothing else is heard
   * @return in the future for one that fires, else neither that nor before the start
   */
  long endsAtMillis(long nowMillis, long validMillis) {
    return firing
        ? nowMillis + validMillis
        : Math.max(startsAtMillis(nowMillis), Math.min(endMillis, nowMillis));
  }

  /** When it began, as far as that is not ahead of the clock. */
  long startsAtMillis(long nowMillis) {
    return Math.min(startMillis, nowMillis);
  }
}
