package io.tracemill.connectors.live;

import io.tracemill.analysis.record.IncidentRecord;

/**
 * An incident as of its newest record.
 *
 * @param record its newest record
 * @param text the same as JSON
 * @param firing whether it still fires: the job may have stopped to write it
 */
public record IncidentView(IncidentRecord record, String text, boolean firing) {
  /** Its id. */
  public String id() {
    return record.id();
  }

  /** Whether it alerts nobody. */
  public boolean isMuted() {
    return record.muted().isPresent();
  }

  /** The same incident; not firing if its record is older than {@code oldestMillis}. */
  IncidentView asOf(long oldestMillis) {
    return firing && record.judgedMillis() < oldestMillis
        ? new IncidentView(record, text, false)
        : this;
  }
}
