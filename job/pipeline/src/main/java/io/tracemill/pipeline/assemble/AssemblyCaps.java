package io.tracemill.pipeline.assemble;

import io.tracemill.analysis.span.Fragment;
import java.io.Serializable;

/**
 * The limits of assembly's state.
 *
 * @param maxSpans of one trace; the trace is closed when another fragment would exceed it
 * @param maxBytes memory of one trace with its objects, by {@link #weight}
 * @param maxOpenBytes memory of all open traces of a subtask, by {@link #weight}; the oldest is
 *     closed first
 * @param tombstoneMillis how long a closed trace is remembered
 */
public record AssemblyCaps(int maxSpans, long maxBytes, long maxOpenBytes, long tombstoneMillis)
    implements Serializable {
  /**
   * Memory of a fragment's objects besides its bytes, with a state entry and its share of the
   * trace.
   */
  private static final long FRAGMENT_OVERHEAD = 450;

  /** The approximate memory of a remembered closed trace. */
  public static final long TOMBSTONE_BYTES = 50;

  /** The approximate memory of a fragment while its trace is open. */
  public static long weight(Fragment fragment) {
    return FRAGMENT_OVERHEAD + fragment.bytes().length;
  }
}
