package io.tracemill.analysis.mutation;

import io.tracemill.analysis.cohort.BaselineRules;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import java.io.Serializable;

/**
 * What an endpoint is watched by.
 *
 * @param includeIncomplete whether figures describe requests of incomplete traces too
 * @param minComplete the share of complete traces below which a window is not judged
 * @param maxIdle while a task keeps more endpoints than this, it remembers none without traffic
 */
public record MonitorRules(
    ProfileLimits limits,
    BaselineRules baseline,
    MutationRules mutations,
    boolean includeIncomplete,
    double minComplete,
    int maxIdle)
    implements Serializable {
  private static final long serialVersionUID = 1;

  /** All requests that were seen, also those that figures do not describe. */
  public long seen(EndpointAccumulator requests) {
    return requests.count() + (includeIncomplete ? 0 : requests.evidence().incomplete());
  }

  /** The part of the requests seen whose traces are complete; 1 if none was seen. */
  public double completeRatio(EndpointAccumulator requests) {
    long seen = seen(requests);
    return seen == 0 ? 1 : 1 - (double) requests.evidence().incomplete() / seen;
  }
}
