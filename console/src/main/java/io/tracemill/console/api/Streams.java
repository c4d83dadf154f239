package io.tracemill.console.api;

import io.tracemill.connectors.output.ResultStream;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Reads the parameter {@code stream}. */
final class Streams {
  /** An answer of the store, which the console does not ask yet. */
  private static final String DIAGNOSES = "diagnoses";

  private Streams() {}

  /** Whether the parameter names what has no records here, so that the answer is empty. */
  static boolean isAbsent(ApiQuery query) {
    return query.required("stream").equals(DIAGNOSES);
  }

  /** The stream that the parameter names, if it is one of those allowed. */
  static ResultStream of(ApiQuery query, ResultStream... allowed) {
    String label = query.required("stream");
    return Arrays.stream(allowed)
        .filter(each -> each.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                ApiException.badParameter(
                    "stream: '%s' is not one of %s"
                        .formatted(
                            label,
                            Arrays.stream(allowed)
                                .map(ResultStream::label)
                                .collect(Collectors.joining(", ")))));
  }
}
