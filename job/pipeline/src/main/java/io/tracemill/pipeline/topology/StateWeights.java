package io.tracemill.pipeline.topology;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.pipeline.assemble.AssemblyCaps;

/** What single things take in the memory of the job, roughly: bytes, objects included. */
public final class StateWeights {
  private StateWeights() {}

  /** A fragment of an open trace. */
  public static long ofFragment(Fragment fragment) {
    return AssemblyCaps.weight(fragment);
  }

  /** A trace that has closed, for as long as it is remembered. */
  public static long ofTombstone() {
    return AssemblyCaps.TOMBSTONE_BYTES;
  }
}
