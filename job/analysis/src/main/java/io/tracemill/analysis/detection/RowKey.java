package io.tracemill.analysis.detection;

import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.incident.Subject.CallShare;
import io.tracemill.analysis.span.Frame;
import java.util.Optional;

/**
 * What a row is about.
 *
 * @param endpoint none for a place over all endpoints
 */
record RowKey(Optional<Frame> endpoint, Subject subject) {
  static RowKey of(Frame endpoint, Subject subject) {
    return new RowKey(Optional.of(endpoint), subject);
  }

  static RowKey ofAll(Subject subject) {
    return new RowKey(Optional.empty(), subject);
  }

  /** What incidents list once: a place whichever way it was found, a call or error by endpoint. */
  RowKey member() {
    return subject instanceof Subject.PlaceTime ? ofAll(subject) : this;
  }

  boolean isCall() {
    return subject instanceof CallShare;
  }

  @Override
  public String toString() {
    return endpoint.map(Frame::toString).orElse("*") + ": " + subject;
  }
}
