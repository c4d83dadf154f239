package io.tracemill.pipeline.webhook;

import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.span.Labelled;

/** What the webhook is told about an incident. */
record Message(Event event, Notice notice) {
  /** Why it is told. */
  enum Event implements Labelled {
    /** It fires, and is not muted. */
    OPENED,
    /** It is more urgent than before, or another service is its cause. */
    CHANGED,
    /** It is over. */
    ENDED,
    /** It goes on, but from now on it alerts nobody. */
    MUTED
  }

  /** 32 hexadecimal digits: the same for each attempt, also after a restart. */
  String id() {
    return Incident.id(notice.incident(), event, notice.endMillis());
  }

  /** Whether it tells of the same incident. */
  boolean isAbout(Notice other) {
    return notice.incident().equals(other.incident());
  }

  /** Whether the receiver closes the incident. */
  boolean closes() {
    return event == Event.ENDED || event == Event.MUTED;
  }
}
