package io.tracemill.analysis.explanation;

import io.tracemill.analysis.profile.CategoryAccumulator;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import java.math.BigInteger;
import java.util.Optional;
import org.apache.commons.math3.fraction.BigFraction;

/**
 * One category in two cohorts; a side has no request where its cohort has none of it.
 *
 * @param known whether all its requests can be told: a limit hides none of them
 */
record CategoryPair(
    CallTreeSignature flow, CategoryAccumulator before, CategoryAccumulator after, boolean known) {

  /** The tree behind it, of both sides the one that shows more. */
  Optional<CanonicalForm> form() {
    return before.form().isPresent() && after.form().isPresent()
        ? Optional.of(before.form().get().fuller(after.form().get()))
        : before.form().or(after::form);
  }

  /** Mean response time before, nanoseconds; after, where there was no such request before. */
  BigFraction meanBefore() {
    return mean(before.count() == 0 ? after : before);
  }

  /** Mean response time after, nanoseconds; before, where there is no such request after. */
  BigFraction meanAfter() {
    return mean(after.count() == 0 ? before : after);
  }

  static BigFraction mean(CategoryAccumulator category) {
    return new BigFraction(
        BigInteger.valueOf(category.latencySumNanos()), BigInteger.valueOf(category.count()));
  }
}
