package io.tracemill.analysis.change;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.signature.CallTreeSignature;
import java.util.List;

/**
 * Why an endpoint's mean latency differs between two cohorts (semantics 8). The terms and the rest
 * add up to {@link #deltaMeanNanos}, exactly.
 *
 * @param beforeMeanNanos mean latency of the baseline, rounded as a profile's is
 * @param afterMeanNanos mean latency of the cohort that is compared with it
 * @param terms those that were kept, largest magnitude first
 * @param cappedNanos the part of {@code restNanos} that is due to requests whose category has no
 *     name of its own, because a limit was reached in at least one cohort
 * @param restNanos what is put down to no term
 */
public record ChangeAccount(
    long beforeMeanNanos, long afterMeanNanos, List<Term> terms, long cappedNanos, long restNanos) {

  public ChangeAccount {
    terms = List.copyOf(terms);
  }

  /** By how much the mean latency rose, nanoseconds. */
  public long deltaMeanNanos() {
    return afterMeanNanos - beforeMeanNanos;
  }

  /** One cause of the change. */
  public sealed interface Term {
    /** The flow signature of the category it is about. */
    CallTreeSignature category();

    /** Its part of the change, nanoseconds; negative where it made requests faster. */
    long nanos();
  }

  /** Slow or fast categories have another share of the requests than before. */
  public record Mix(CallTreeSignature category, long nanos) implements Term {}

  /**
   * Requests of one category spend more or less time at one call path than before.
   *
   * @param callPath the steps from a first one down to that whose own time changed
   */
  public record Rate(CallTreeSignature category, List<PathStep> callPath, long nanos)
      implements Term {
    public Rate {
      callPath = List.copyOf(callPath);
    }
  }
}
