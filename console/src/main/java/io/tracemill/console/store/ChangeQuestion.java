package io.tracemill.console.store;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.comparison.Cohorts;
import io.tracemill.analysis.comparison.Comparer;
import io.tracemill.analysis.comparison.Comparison;
import io.tracemill.analysis.span.Frame;
import io.tracemill.console.api.ApiException;
import io.tracemill.console.api.ApiQuery;
import io.tracemill.pipeline.config.ChangeKeys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.store.change.CohortSteps;
import io.tracemill.store.change.ComparisonAnswer;
import io.tracemill.store.change.PastChange;
import java.util.Optional;

/** What changed between two past ranges of time, as {@code tracemill compare} does for files. */
record ChangeQuestion(StoreAccess store, TracemillConfig config) implements Question {
  @Override
  public String ask(ApiQuery query) {
    Period before = query.range("before");
    Period after = query.range("after");
    if (before.overlaps(after)) {
      throw ApiException.badParameter("before and after: the two ranges of time overlap");
    }
    Optional<Frame> endpoint = query.optionalEndpoint();
    return store.inSessions(
        before,
        after,
        (first, second) ->
            answer(
                PastChange.ask(first, before, second, after, endpoint, Rules.sums(config))
                    .cohorts(),
                new CohortSteps(first, second, Rules.explanation(config).excludedAttributes())));
  }

  private ComparisonAnswer answer(Cohorts cohorts, CohortSteps steps) {
    Comparison comparison =
        new Comparer(
                Rules.detection(config), Rules.explanation(config), Rules.sums(config), cohorts)
            .compare();
    return ComparisonAnswer.of(comparison, cohorts, steps, config.get(ChangeKeys.LINKS_TRACE));
  }
}
