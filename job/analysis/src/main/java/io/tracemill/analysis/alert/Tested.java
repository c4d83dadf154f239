package io.tracemill.analysis.alert;

import io.tracemill.analysis.mutation.EndpointSlide;
import java.util.List;

/**
 * How much was asked at one slide, so that what was not found can be judged too.
 *
 * @param all how many tests were made together: of watched endpoints, and over all endpoints
 * @param possible those of them that could pass, with as many requests as there were
 * @param smallestQ of those that did not, 1 for a change that does not matter; 1 without any
 */
public record Tested(int all, int possible, double smallestQ) {

  /** What a judge with these rules makes of the slides. */
  public static Tested of(JudgeRules rules, long slideEndMillis, List<EndpointSlide> slides) {
    return new Hearing(rules, slideEndMillis, slides).tested();
  }
}
