package io.tracemill.analysis.mutation;

import io.tracemill.analysis.profile.WeightedRequest;
import java.util.List;

/** Tells requests of two cohorts apart by what is known of them beside their times. */
@FunctionalInterface
public interface Differences {
  /** Finds none. */
  Differences NONE = (before, after) -> List.of();

  /**
   * The rules that tell them apart, the most accurate first.
   *
   * @param before sampled requests of the baseline
   * @param after sampled requests of what a finding is about
   */
  List<Finding.Rule> between(List<WeightedRequest> before, List<WeightedRequest> after);
}
