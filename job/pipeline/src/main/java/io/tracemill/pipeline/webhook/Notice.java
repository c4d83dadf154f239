package io.tracemill.pipeline.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.Figures;
import io.tracemill.analysis.explanation.IncidentRecords;
import io.tracemill.analysis.explanation.IncidentSentence;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.connectors.output.RecordLimits;
import io.tracemill.connectors.output.ResultWriter;

/**
 * What can be told of an incident after one pane. Its texts are bounded and in one line.
 *
 * @param incident its id
 * @param muted why it alerts nobody; empty if it is not muted
 * @param owner the team that looks after its cause; empty if it is not known
 * @param service the service of the cause
 * @param culprit the cause
 * @param endpoint the first endpoint
 * @param summary its sentence
 * @param sinceMillis when it began, milliseconds since the epoch
 * @param endMillis end of the pane
 * @param record its record as JSON, of at most 64 KiB
 */
record Notice(
    String incident,
    Severity severity,
    boolean firing,
    String muted,
    String owner,
    String service,
    String culprit,
    String endpoint,
    String summary,
    long sinceMillis,
    long endMillis,
    String record) {
  private static final int MAX_NAME = 200;
  private static final int MAX_SUMMARY = 2_000;
  private static final ResultWriter WRITER = new ResultWriter(new RecordLimits(1_000, 65_536));

  static Notice of(ExplainedIncident explained, String traceLink) {
    Incident incident = explained.incident();
    String sentence = IncidentSentence.of(explained);
    return new Notice(
        incident.id(),
        incident.severity(),
        incident.status() == Incident.Status.FIRING,
        name(explained.handling().muted().orElse("")),
        name(explained.handling().owner().orElse("")),
        name(incident.causingService()),
        name(incident.culprit().subject().toString()),
        name(incident.endpoints().get(0).toString()),
        Figures.plain(sentence, MAX_SUMMARY),
        incident.sinceMillis(),
        incident.endMillis(),
        new String(
            WRITER
                .write(
                    IncidentRecords.incident(explained, sentence, traceLink), incident.endMillis())
                .value(),
            UTF_8));
  }

  private static String name(String text) {
    return Figures.plain(text, MAX_NAME);
  }

  /** Whether there is nothing to tell any more. */
  boolean isOver() {
    return !firing || !muted.isEmpty();
  }
}
