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
 * @param maxLate the share of spans that come too late above which a window is not judged
 * @param maxIdle while a task keeps more endpoints than this, it remembers none without traffic
 */
public record MonitorRules(
    ProfileLimits limits,
    BaselineRules baseline,
    MutationRules mutations,
    boolean includeIncomplete,
    double minComplete,
    double maxLate,
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

  /** The part of all spans that came after their trace had closed; 0 if there was none at all. */
  public double lateRatio(EndpointAccumulator requests) {
    long late = requests.evidence().lateSpans();
    return late == 0 ? 0 : (double) late / (late + requests.evidence().spans());
  }

  /** Whether as many traces are complete as it takes to believe them. */
  public boolean isComplete(EndpointAccumulator requests) {
    return completeRatio(requests) >= minComplete;
  }

  /**
   * Whether as few spans come too late as it takes to believe the traces. One alone is no sign that
   * more than a part of them does, however few spans there are.
   */
  public boolean isInTime(EndpointAccumulator requests) {
    return requests.evidence().lateSpans() <= 1 || lateRatio(requests) <= maxLate;
  }
}
