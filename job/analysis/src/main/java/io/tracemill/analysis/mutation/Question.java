package io.tracemill.analysis.mutation;

import io.tracemill.analysis.signature.CallTreeSignature;
import java.util.Set;

/**
 * A subject, and how it is tested. What is normal of it is laid out once; then the same is asked of
 * the window and of the newest pane.
 */
interface Question {
  Subject subject();

  /** What the subject is in a cohort. */
  Side side(Stretch stretch);

  /** Whether it changed. */
  Verdict ask(Contrast contrast);

  /**
   * What the change costs the stretch's requests together, nanoseconds ({@link Contribution}).
   *
   * @param structural the categories that have become more, whose new requests are theirs
   */
  long contribution(Contrast contrast, Set<CallTreeSignature> structural);
}
