package io.tracemill.analysis.detection;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.sums.DurationScale;
import java.io.Serializable;

/**
 * The rules that make a change an incident: the configuration under {@code changes}.
 *
 * @param paneMillis length of a pane
 * @param alarmsPerWeek the allowed number of false incidents in a week
 * @param minRequests a window with fewer requests is not tested
 * @param acceptAfterMillis an incident that is open this long becomes the new normal
 * @param minEffect smaller changes are not reported
 * @param page the smallest change that pages
 */
public record DetectionRules(
    long paneMillis,
    double alarmsPerWeek,
    int minRequests,
    long acceptAfterMillis,
    MinEffect minEffect,
    Page page)
    implements Serializable {
  /** This part of the minimal extra time is added to a time before taking its logarithm. */
  private static final int FLOOR_PART = 3;

  /**
   * The smallest change that is reported.
   *
   * @param timeNanos for a place, extra time a request
   * @param ratio for a place, extra time a request as a part of the endpoint's duration
   * @param share for a call, the change of its share of requests
   * @param errors the rise of the share of requests that fail
   */
  public record MinEffect(long timeNanos, double ratio, double share, double errors)
      implements Serializable {
    /** A place's own time must rise by at least this part. */
    public static final double OWN_RISE = 0.25;

    /** The smallest extra time a request of an endpoint with this mean duration. */
    public double leastNanos(double meanNanos) {
      return Math.max((double) timeNanos, ratio * meanNanos);
    }
  }

  /**
   * The smallest change that pages: a rise of an entry endpoint's mean by both ratio and time, or a
   * share of errors.
   *
   * @param ratio of the mean before
   * @param timeNanos rise of the mean
   * @param errors share of requests that fail
   */
  public record Page(double ratio, long timeNanos, double errors) implements Serializable {
    /** Whether such a rise of a mean pages. */
    public boolean includes(double riseNanos, double meanNanos) {
      return riseNanos >= timeNanos && riseNanos >= ratio * meanNanos;
    }
  }

  public DetectionRules {
    requireNonNull(minEffect, "minEffect");
    requireNonNull(page, "page");
  }

  /** The default rules. */
  public static DetectionRules standard() {
    return new DetectionRules(
        30_000,
        3,
        5,
        6 * 3_600_000L,
        new MinEffect(3_000_000, 0.05, 0.3, 0.02),
        new Page(0.2, 50_000_000, 0.05));
  }

  /** The same rules with another pane length. */
  public DetectionRules withPane(long otherPaneMillis) {
    return new DetectionRules(
        otherPaneMillis, alarmsPerWeek, minRequests, acceptAfterMillis, minEffect, page);
  }

  /** The bins of the time histograms. */
  public DurationScale scale() {
    return new DurationScale(Math.max(1, minEffect.timeNanos() / FLOOR_PART));
  }
}
