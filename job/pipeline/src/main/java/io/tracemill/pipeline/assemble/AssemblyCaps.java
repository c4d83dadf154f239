package io.tracemill.pipeline.assemble;

import io.tracemill.analysis.span.Fragment;
import java.io.Serializable;

/**
 * How much assembly keeps.
 *
 * @param maxSpans of one trace; the trace is closed when another fragment would exceed it
 * @param maxBytes of one trace; like the next, of memory, objects included, by {@link #weight}
 * @param maxOpenBytes of all open traces of a subtask; the oldest is closed first
 * @param tombstoneMillis for how long a closed trace is remembered
 */
public record AssemblyCaps(int maxSpans, long maxBytes, long maxOpenBytes, long tombstoneMillis)
    implements Serializable {
  /**
   * What a fragment's objects take beside its bytes, with an entry of state and its trace's share.
   */
  private static final long FRAGMENT_OVERHEAD = 450;

  /** Roughly the memory that a closed trace takes while it is remembered. */
  public static final long TOMBSTONE_BYTES = 50;

  /** Roughly the memory that a fragment takes while its trace is open. */
  public static long weight(Fragment fragment) {
    return FRAGMENT_OVERHEAD + fragment.bytes().length;
  }
}
