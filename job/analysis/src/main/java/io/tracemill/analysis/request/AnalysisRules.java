package io.tracemill.analysis.request;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.signature.Fold;
import java.io.Serializable;
import java.util.List;

/**
 * How traces are analysed.
 *
 * @param acceptRemoteRoot whether a trace whose caller sends no spans is complete
 * @param interior whether requests below the entry are analysed too
 * @param skip frames to look through when an entry request is named
 * @param maxShiftNanos how far clock skew is corrected
 * @param overlapToleranceNanos how far sequential siblings may overlap
 * @param fold how repeated calls are grouped by the flow signature
 * @param attributes keys of the attributes that spans are kept with, as {@link
 *     io.tracemill.analysis.span.SpanRules#attributes} has them
 */
public record AnalysisRules(
    boolean acceptRemoteRoot,
    boolean interior,
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

  /** The rules that hold where nothing is configured. */
  public static AnalysisRules standard() {
    return new AnalysisRules(
        true, false, List.of(), 50_000_000, 1_000_000, Fold.LOG2, List.of("service.version"));
  }
}
