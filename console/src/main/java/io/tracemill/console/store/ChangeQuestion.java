package io.tracemill.console.store;

import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.analysis.cohort.CohortSplit.ByAttribute;
import io.tracemill.analysis.cohort.CohortSplit.ByTime;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.comparison.Cohorts;
import io.tracemill.analysis.comparison.Comparer;
import io.tracemill.analysis.comparison.Comparison;
import io.tracemill.analysis.explanation.ExplanationRules;
import io.tracemill.analysis.span.Frame;
import io.tracemill.console.api.ApiException;
import io.tracemill.console.api.ApiQuery;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.store.change.CohortSteps;
import io.tracemill.store.change.ComparisonAnswer;
import io.tracemill.store.change.PastChange;
import java.util.Optional;

/**
 * What changed between two past ranges of time, or two values of an attribute, as {@code tracemill
 * compare} says.
 */
record ChangeQuestion(StoreAccess store, TracemillConfig config) implements Question {
  @Override
  public String ask(ApiQuery query) {
    CohortSplit split = split(query);
    Optional<Frame> endpoint = query.optionalEndpoint();
    ExplanationRules rules = Rules.explanation(config).excluding(query.texts("exclude"));
    return store.inSessions(
        split.periodOf(CohortPart.BASELINE),
        split.periodOf(CohortPart.PROBLEM),
        (before, after) ->
            answer(
                PastChange.ask(before, after, split, endpoint, Rules.sums(config)).cohorts(),
                rules,
                new CohortSteps(before, after, rules.excludedAttributes())));
  }

  private static CohortSplit split(ApiQuery query) {
    if (CompareQuestion.isOfTimes(query)) {
      Period before = query.range("before");
      Period after = query.range("after");
      if (before.overlaps(after)) {
        throw ApiException.badParameter("before and after: the two ranges of time overlap");
      }
      return new ByTime(before, after);
    }
    query.required("where");
    return new ByAttribute(
        CompareQuestion.against(query), query.attribute("where").orElseThrow(), query.time());
  }

  private ComparisonAnswer answer(Cohorts cohorts, ExplanationRules rules, CohortSteps steps) {
    Comparison comparison =
        new Comparer(Rules.detection(config), rules, Rules.sums(config), cohorts).compare();
    return ComparisonAnswer.of(comparison, cohorts, steps, config.get(Keys.LINKS_TRACE));
  }
}
