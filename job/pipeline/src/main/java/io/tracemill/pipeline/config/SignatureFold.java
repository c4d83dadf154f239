package io.tracemill.pipeline.config;

/** Which numbers of identical sibling subtrees are told apart by a signature (semantics 6). */
public enum SignatureFold {
  /** Every number. */
  EXACT,
  /** 1, 2, 3-4, 5-8, ... */
  LOG2,
  /** None: one is like many. */
  ANY
}
