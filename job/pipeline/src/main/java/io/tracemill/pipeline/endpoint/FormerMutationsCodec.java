package io.tracemill.pipeline.endpoint;

import io.tracemill.analysis.explanation.FormerMutations;
import io.tracemill.pipeline.serialization.SmileCodec;

/** Categories that explained an open incident, encoded in Smile. */
public final class FormerMutationsCodec extends SmileCodec<FormerMutations> {
  private static final long serialVersionUID = 1;

  public FormerMutationsCodec() {
    super(FormerMutations.class);
  }
}
