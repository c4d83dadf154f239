package io.tracemill.analysis.mutation;

import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;

/** What is tested for change: one question, asked at every slide. */
public sealed interface Subject {
  /** Whether requests take another way, or longer. */
  enum Kind {
    STRUCTURAL,
    RESPONSE_TIME
  }

  /** The response times of one category's requests. */
  record CategoryTime(CallTreeSignature flow) implements Subject {
    @Override
    public Kind kind() {
      return Kind.RESPONSE_TIME;
    }
  }

  /** The share of one category in its endpoint's requests. */
  record CategoryShare(CallTreeSignature flow) implements Subject {
    @Override
    public Kind kind() {
      return Kind.STRUCTURAL;
    }
  }

  /** The own time that requests spend at one place of their critical paths. */
  record PlaceTime(Culprit place) implements Subject {
    @Override
    public Kind kind() {
      return Kind.RESPONSE_TIME;
    }
  }

  /**
   * The share of requests in which a frame makes a call, among those that have the frame.
   *
   * @param atLeast how many of these calls one caller makes; 1 for whether it makes it at all
   */
  record CallShare(Frame caller, Frame callee, int atLeast) implements Subject {
    @Override
    public Kind kind() {
      return Kind.STRUCTURAL;
    }
  }

  Kind kind();
}
