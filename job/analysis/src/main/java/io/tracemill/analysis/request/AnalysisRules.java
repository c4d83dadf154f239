package io.tracemill.analysis.request;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.signature.Fold;
import java.io.Serializable;
import java.util.List;

/**
 * The rules of analysing traces.
 *
 * @param acceptRemoteRoot whether a trace whose caller sends no spans is complete
 * @param skip frames to skip when an entry request is named
 * @param maxShiftNanos the largest correction of clock skew
 * @param overlapToleranceNanos the longest overlap of siblings that count as sequential
 * @param fold how categories group repeated calls
 * @param attributes keys of the attributes that spans keep, as {@link
 *     io.tracemill.analysis.span.SpanRules#attributes} has them
 */
public record AnalysisRules(
    boolean acceptRemoteRoot,
    List<EndpointPattern> skip,
    long maxShiftNanos,
    long overlapToleranceNanos,
    Fold fold,
    List<String> attributes)
    implements Serializable {
  public AnalysisRules {
    skip = List.copyOf(skip);
    requireNonNull(fold, "fold");
    attributes = List.copyOf(attributes);
  }

  /** The default rules. */
  public static AnalysisRules standard() {
    return new AnalysisRules(
        true, List.of(), 50_000_000, 1_000_000, Fold.LOG2, List.of("service.version"));
  }
}
