package io.tracemill.analysis.mutation;

import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.span.TraceId;
import java.util.List;
import java.util.Optional;

/**
 * A trial that may be worth an alert, and what a reader of it wants to know.
 *
 * @param contributionNanos what it cost the window's requests together (semantics 8)
 * @param form of a category, its tree
 * @param precursors of a category that grew, the most alike first
 * @param culprits whom it is put down to, the first one most
 * @param rules by which attributes the window's requests can be told from the baseline's
 * @param before examples of normal requests
 * @param after examples of those it is about
 */
public record Finding(
    Trial trial,
    long contributionNanos,
    Optional<CanonicalForm> form,
    List<PrecursorShare> precursors,
    List<CulpritChange> culprits,
    List<Rule> rules,
    List<TraceId> before,
    List<TraceId> after) {
  public Finding {
    precursors = List.copyOf(precursors);
    culprits = List.copyOf(culprits);
    rules = List.copyOf(rules);
    before = List.copyOf(before);
    after = List.copyOf(after);
  }

  /** A precursor as readers see it. */
  public record PrecursorShare(
      CallTreeSignature flow, double distance, double beforeShare, double afterShare) {}

  /**
   * A low-level difference.
   *
   * @param text such as {@code payment service.version = v2}
   * @param accuracy mean of the part of the window's requests that meet it and the part of the
   *     baseline's that do not, estimated from the sample; 0.5 is guessing
   */
  public record Rule(String text, double accuracy) {}
}
