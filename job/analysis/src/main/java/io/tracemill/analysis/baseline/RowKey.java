package io.tracemill.analysis.baseline;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.baseline.Row.Kind;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.incident.Subject.CallShare;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.span.Frame;
import java.io.Serializable;

/**
 * The endpoint and subject of a row.
 *
 * @param endpoint {@link #SYSTEM} for a place over all endpoints
 */
public record RowKey(Frame endpoint, Subject subject) implements Serializable {
  /** Stands for all endpoints. */
  private static final Frame SYSTEM = Frame.of("*", "*");

  public RowKey {
    requireNonNull(endpoint, "endpoint");
    requireNonNull(subject, "subject");
  }

  public static RowKey ofAll(Subject subject) {
    return new RowKey(SYSTEM, subject);
  }

  public boolean isOfAll() {
    return endpoint.equals(SYSTEM);
  }

  /**
   * The identity in incidents: a place counts once for all endpoints, a call or error by endpoint.
   */
  public RowKey member() {
    return kind() == Kind.TIME ? ofAll(subject) : this;
  }

  public Kind kind() {
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
