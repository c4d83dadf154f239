package io.tracemill.analysis.explanation;

import io.tracemill.analysis.span.TraceId;
import java.util.Optional;

/** The address of a trace in another program, such as Jaeger, Tempo, Zipkin or Datadog. */
public final class TraceLink {
  private TraceLink() {}

  /**
   * Fills in a template.
   *
   * @param template with {@code {traceId}}, {@code {startMillis}} and {@code {endMillis}}; empty
   *     for no link
   * @param startMillis when to look for the trace, milliseconds since the epoch
   * @param endMillis end of the time range to search
   */
  public static Optional<String> of(
      String template, TraceId traceId, long startMillis, long endMillis) {
    return template.isEmpty()
        ? Optional.empty()
        : Optional.of(
            template
                .replace("{traceId}", traceId.hex())
                .replace("{startMillis}", Long.toString(startMillis))
                .replace("{endMillis}", Long.toString(endMillis)));
  }
}
