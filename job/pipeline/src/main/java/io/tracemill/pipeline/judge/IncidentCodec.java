package io.tracemill.pipeline.judge;

import io.tracemill.analysis.incident.Incident;
import io.tracemill.pipeline.serialization.SmileCodec;

/** Incidents, in Smile. */
public final class IncidentCodec extends SmileCodec<Incident> {
  private static final long serialVersionUID = 1;

  public IncidentCodec() {
    super(Incident.class);
  }
}
