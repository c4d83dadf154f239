package io.tracemill.analysis.detection;

import io.tracemill.analysis.incident.Subject;
import java.io.Serializable;

/** What an alarm is put down to, and the figures of that. */
record Cause(Subject subject, Effect effect) implements Serializable {
  private static final long serialVersionUID = 1;
}
