package io.tracemill.analysis.mutation;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.span.Frame;
import java.util.List;

/**
 * All that one endpoint has to say at a slide: to the judge, who hears all of them.
 *
 * @param window whose requests are compared
 * @param baseline with what; the window itself while there is none
 * @param state how far silence means health
 * @param newNormal whether it is the first that is compared with a new normal
 * @param interior whether most of its requests are parts of others: what they say of places and
 *     calls is said by those too
 * @param totals of both cohorts; zeros while there is no baseline
 * @param trials everything that was tested
 * @param findings those of the trials that may be worth an alert
 * @param readings for the tests over all endpoints
 */
public record EndpointSlide(
    Frame endpoint,
    Period window,
    Period baseline,
    WatchState state,
    boolean newNormal,
    boolean interior,
    Totals totals,
    List<Trial> trials,
    List<Finding> findings,
    List<Reading> readings) {
  public EndpointSlide {
    trials = List.copyOf(trials);
    findings = List.copyOf(findings);
    readings = List.copyOf(readings);
  }

  /**
   * One that says nothing but how far silence means health: nothing is compared.
   *
   * @param baseline that there is; the window itself if there is none
   * @param traces requests that were seen in the window, those of incomplete traces too
   */
  public static EndpointSlide without(
      Frame endpoint,
      Period window,
      Period baseline,
      WatchState state,
      long traces,
      double completeRatio) {
    Totals totals = new Totals(0, traces, 0, 0, 0, 0, 0, completeRatio);
    return new EndpointSlide(
        endpoint, window, baseline, state, false, false, totals, List.of(), List.of(), List.of());
  }

  /** The same, which is the first that is compared with a new normal. */
  public EndpointSlide ofNewNormal() {
    return new EndpointSlide(
        endpoint, window, baseline, state, true, interior, totals, trials, findings, readings);
  }

  /** The same without anything that was found: its traces are too incomplete to be believed. */
  public EndpointSlide blind(double completeRatio) {
    Totals blind =
        new Totals(
            totals.beforeTraces,
            totals.afterTraces,
            totals.beforeMeanNanos,
            totals.afterMeanNanos,
            totals.beforeP95Nanos,
            totals.afterP95Nanos,
            totals.restRatio,
            completeRatio);
    return new EndpointSlide(
        endpoint,
        window,
        baseline,
        WatchState.BLIND,
        false,
        interior,
        blind,
        List.of(),
        List.of(),
        List.of());
  }

  /**
   * The endpoint's requests as a whole.
   *
   * @param restRatio the part of the change of the mean that is put down to nobody
   * @param completeRatio the part of the window's requests whose traces are complete
   */
  public record Totals(
      long beforeTraces,
      long afterTraces,
      long beforeMeanNanos,
      long afterMeanNanos,
      long beforeP95Nanos,
      long afterP95Nanos,
      double restRatio,
      double completeRatio) {
    /** Before there is anything to compare with. */
    public static final Totals NONE = new Totals(0, 0, 0, 0, 0, 0, 0, 0);
  }
}
