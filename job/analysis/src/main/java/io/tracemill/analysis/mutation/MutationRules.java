package io.tracemill.analysis.mutation;

import java.io.Serializable;
import java.util.List;
import java.util.OptionalLong;

/**
 * When a change is one (semantics 8).
 *
 * @param minTraces fewer requests in a cohort, and there is nothing to test
 * @param minEffectRatio by how much of its mean a response time has to rise
 * @param minEffectNanos by how much it has to rise at least
 * @param structuralThreshold how many requests more of a category in a window make it a structural
 *     mutation, instead of a test (Spectroscope section 5.2); of a pane, in proportion to its time
 * @param oneToMany whether a precursor has to have fallen by as much as the mutation rose
 * @param freezeP rate of false discoveries in deciding what is kept out of the baseline, from 0,
 *     which keeps nothing out, to 1
 * @param maxEdges places and services of an endpoint that are tested, those with most time, and as
 *     many calls, those that most requests make
 * @param excludedAttributes that no low-level difference is made of
 */
public record MutationRules(
    int minTraces,
    double minEffectRatio,
    long minEffectNanos,
    OptionalLong structuralThreshold,
    boolean oneToMany,
    double freezeP,
    int maxEdges,
    List<String> excludedAttributes)
    implements Serializable {
  private static final long serialVersionUID = 1;

  public MutationRules {
    excludedAttributes = List.copyOf(excludedAttributes);
  }

  /** Whether a rise of a mean is the minimal effect or more. */
  public boolean matters(double riseNanos, double meanNanos) {
    return riseNanos >= minEffectRatio * meanNanos && riseNanos >= minEffectNanos;
  }

  /** Java does not serialize an {@link OptionalLong}. */
  private Object writeReplace() {
    return new Serialized(
        minTraces,
        minEffectRatio,
        minEffectNanos,
        structuralThreshold.isPresent(),
        structuralThreshold.orElse(0),
        oneToMany,
        freezeP,
        maxEdges,
        excludedAttributes);
  }

  private record Serialized(
      int minTraces,
      double minEffectRatio,
      long minEffectNanos,
      boolean hasThreshold,
      long threshold,
      boolean oneToMany,
      double freezeP,
      int maxEdges,
      List<String> excludedAttributes)
      implements Serializable {
    private static final long serialVersionUID = 1;

    private Object readResolve() {
      return new MutationRules(
          minTraces,
          minEffectRatio,
          minEffectNanos,
          hasThreshold ? OptionalLong.of(threshold) : OptionalLong.empty(),
          oneToMany,
          freezeP,
          maxEdges,
          excludedAttributes);
    }
  }
}
