package io.tracemill.pipeline.topology;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.pipeline.assemble.AssemblyCaps;
import io.tracemill.pipeline.config.TracemillConfig;

/** Estimates of the job's memory by kind of state: bytes, with objects. */
public final class StateWeights {
  /** The part of its memory that heap state needs for the bytes of a checkpoint. */
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
   * The estimated maximum of the endpoint stage: the panes of windows and of the requests that
   * explain incidents.
   *
   * @param paneBytes memory of the requests of one pane, over all endpoints
   */
  public static long ofEndpoints(long paneBytes, TracemillConfig config) {
    return Math.round((1 + WRITTEN) * paneBytes * Rules.endpoint(config).maxPanes());
  }

  /** The estimated memory of the judge for an endpoint with this many places and calls. */
  public static long ofJudge(long placesAndCalls) {
    return JUDGED * placesAndCalls;
  }
}
