package io.tracemill.pipeline.topology;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.pipeline.assemble.AssemblyCaps;
import io.tracemill.pipeline.config.TracemillConfig;

/** What single things take in the memory of the job: bytes, objects included. */
public final class StateWeights {
  /** State on the heap keeps the bytes that a checkpoint had of it, so much of what it takes. */
  private static final double WRITTEN = 1.0 / 6;

  /** Measured with 10 places and 50 calls: 195 kB. */
  private static final long JUDGED = 3_250;

  private StateWeights() {}

  /** A fragment of an open trace. */
  public static long ofFragment(Fragment fragment) {
    return AssemblyCaps.weight(fragment);
  }

  /** A trace that has closed, for as long as it is remembered. */
  public static long ofTombstone() {
    return AssemblyCaps.TOMBSTONE_BYTES;
  }

  /**
   * About the most that the monitor keeps: panes, their sums, and the requests that explain
   * incidents.
   *
   * @param slideBytes what the requests of one slide take, those of all endpoints
   */
  public static long ofMonitor(long slideBytes, TracemillConfig config) {
    return Math.round((1 + WRITTEN) * slideBytes * Rules.monitor(config).maxSlides());
  }

  /** About what the judge keeps of an endpoint with so many places and calls. */
  public static long ofJudge(long placesAndCalls) {
    return JUDGED * placesAndCalls;
  }
}
