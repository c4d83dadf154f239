package io.tracemill.analysis.explanation;

import io.tracemill.analysis.record.MutationRecord.Change;
import io.tracemill.analysis.record.MutationRecord.ChangedStep;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import java.util.List;
import java.util.Optional;

/**
 * A category of requests that changed (Spectroscope section 5). If a category has both kinds of
 * change, it is listed twice, and its requests are split between the two contributions.
 *
 * @param signature the category's signature
 * @param form the tree behind it; empty if it was not kept
 * @param pValue the probability of such a change by chance; at most a hundredth of the listed
 *     mutations is expected to be chance
 * @param contributionNanos the total time that it costs the requests after; negative if it saves
 *     time
 * @param precursors for a structural mutation, the probable earlier categories of its requests,
 *     those that explain most of the rise first; at most {@link Explainer#MAX_PRECURSORS}
 * @param steps that explain the change of its mean; for a structural mutation against its first
 *     precursor; at most {@link StepFinder#MAX_STEPS}
 */
public record CategoryMutation(
    Change kind,
    CallTreeSignature signature,
    Optional<CanonicalForm> form,
    Side before,
    Side after,
    double pValue,
    long contributionNanos,
    List<Precursor> precursors,
    List<ChangedStep> steps) {
  public CategoryMutation {
    precursors = List.copyOf(precursors);
    steps = List.copyOf(steps);
  }

  /**
   * A category in one cohort.
   *
   * @param traces its requests
   * @param share their part of the endpoint's requests
   * @param meanNanos mean response time; 0 without requests
   * @param variation squared coefficient of variation (C2) of the response times: their variance
   *     divided by the square of their mean, estimated from a sketch; 0 without requests
   */
  public record Side(long traces, double share, long meanNanos, double variation) {}

  /**
   * A category that requests of a structural mutation probably had before.
   *
   * @param form the tree behind it
   * @param similarity to the mutation, from 0 to 1
   */
  public record Precursor(
      CallTreeSignature signature,
      CanonicalForm form,
      Side before,
      Side after,
      double similarity) {}
}
