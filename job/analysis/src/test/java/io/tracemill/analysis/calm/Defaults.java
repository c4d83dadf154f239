package io.tracemill.analysis.calm;

import io.tracemill.analysis.alert.JudgeRules;
import io.tracemill.analysis.cohort.BaselineRules;
import io.tracemill.analysis.mutation.MutationRules;
import io.tracemill.analysis.profile.ProfileLimits;
import java.util.List;
import java.util.OptionalLong;

/** The job's rules as they are unless something is configured. */
final class Defaults {
  static final long MINUTE = 60_000;
  static final ProfileLimits LIMITS = new ProfileLimits(2000, 100, 200, 16);
  static final BaselineRules BASELINE =
      new BaselineRules(5 * MINUTE, MINUTE, 12, 15 * MINUTE, 360 * MINUTE);
  static final MutationRules MUTATIONS =
      new MutationRules(5, 0.05, 1_000_000, OptionalLong.empty(), true, 0.01, 200, List.of());
  static final JudgeRules JUDGE =
      new JudgeRules(MUTATIONS, 0.01, 1, 5, 0.2, 50_000_000, 360 * MINUTE, 1000);

  private Defaults() {}
}
