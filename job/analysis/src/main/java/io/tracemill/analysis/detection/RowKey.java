package io.tracemill.analysis.detection;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.detection.Row.Kind;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.incident.Subject.CallShare;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.span.Frame;
import java.io.Serializable;
import java.util.Optional;

/**
 * What a row is about.
 *
 * @param endpoint {@link #SYSTEM} for a place over all endpoints
 */
record RowKey(Frame endpoint, Subject subject) implements Serializable {
  /** Stands for all endpoints. */
  static final Frame SYSTEM = Frame.of("*", "*");

  private static final long serialVersionUID = 1;

  RowKey {
    requireNonNull(endpoint, "endpoint");
    requireNonNull(subject, "subject");
  }

  static RowKey ofAll(Subject subject) {
    return new RowKey(SYSTEM, subject);
  }

  boolean isOfAll() {
    return endpoint.equals(SYSTEM);
  }

  Optional<Frame> oneEndpoint() {
    return isOfAll() ? Optional.empty() : Optional.of(endpoint);
  }

  /** What incidents list once: a place whichever way it was found, a call or error by endpoint. */
  RowKey member() {
    return kind() == Kind.TIME ? ofAll(subject) : this;
  }

  Kind kind() {
    if (subject instanceof PlaceTime) {
      return Kind.TIME;
    }
    return subject instanceof CallShare ? Kind.CALL : Kind.ERROR;
  }

  @Override
  public String toString() {
    return endpoint + ": " + subject;
  }
}
