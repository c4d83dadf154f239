package io.tracemill.analysis.explanation;

/** An incident in one sentence for readers, cause first (semantics 8.4). */
public final class IncidentSentence {
  private IncidentSentence() {}

  /** The sentence, plain text without line breaks. */
  public static String of(ExplainedIncident explained) {
    return explained.incident().culprit().subject().toString();
  }
}
