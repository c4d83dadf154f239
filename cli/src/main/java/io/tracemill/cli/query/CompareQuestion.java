package io.tracemill.cli.query;

import io.tracemill.analysis.cohort.CohortSplit.ByTime;
import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.files.OpenStore;
import io.tracemill.cli.query.answer.Answer;
import io.tracemill.cli.query.answer.Layout;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.store.compare.RequestSets;
import io.tracemill.store.compare.Requests;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.CategorySearch;
import java.util.Optional;

/** The question that compares two sets of requests, by category or by node. */
final class CompareQuestion {
  private static final Layout OVERALL =
      Layout.rows(
              "comparison.endpoints|comparison.endpoints.categories",
              "endpoint",
              "category",
              "requests=before.requests",
              "after=after.requests",
              "share=shareBefore",
              "after=shareAfter",
              "mean=before.meanNanos",
              "after=after.meanNanos",
              "ratio")
          .below("before", "after");
  private static final Layout NODES =
      Layout.rows(
              "comparison.nodes",
              "call=call:service",
              "mean=before.meanNanos",
              "after=after.meanNanos",
              "ratio",
              "own=before.ownMeanNanos",
              "after=after.ownMeanNanos",
              "p=pValue")
          .below(
              "before",
              "after",
              "of=comparison.endpoint",
              "category=comparison.category",
              "requests=comparison.before.requests",
              "after=comparison.after.requests");

  static final Question QUESTION =
      Question.of(
              "compare",
              "Compare the times of two sets of requests, by category or by node.",
              CompareQuestion::ask)
          .described(
              "Compares two ranges of time, two values of an attribute, or two stores. Means count"
                  + " every request by its weight. With --category, it compares the nodes of this"
                  + " category; p is the p-value of a Mann-Whitney U test of a node's own time in"
                  + " the uniform sample of each set. The answer has no verdict: `tracemill"
                  + " compare` says whether the system changed, and at which step.")
          .with("--before", "--after", "--at", "--against", "--other");

  private CompareQuestion() {}

  private static Answer ask(Asking asking) {
    RequestSets sets = sets(asking, asking.options().compare);
    FilterOptions filters = asking.filters();
    Optional<CategorySearch.Category> category = sets.either(filters::category);
    if (category.isPresent()) {
      return new Answer(sets.times(category), NODES);
    }
    Optional<Frame> only = sets.either(filters::endpoint);
    return new Answer(
        new RequestSets(sets.before().of(only), sets.then(), sets.after().of(only), sets.now())
            .times(category),
        OVERALL);
  }

  private static RequestSets sets(Asking asking, CompareOptions options) {
    options.check();
    Filter filter = asking.filters().conditions(asking.time());
    if (options.against().isPresent()) {
      StoreSession session = asking.session();
      return RequestSets.ofValues(session, session, filter, options.against().get());
    } else if (options.other().isPresent()) {
      OpenStore second = asking.store().beside(options.other().get());
      return new RequestSets(
          new Requests(asking.session(asking.store(), asking.time()), filter),
          asking.store().directory().toString(),
          new Requests(asking.session(second, asking.time()), filter),
          second.directory().toString());
    } else if (!filter.time().equals(Filter.ALL_TIME)) {
      throw new ConfigException("--from and --to cannot be used with two ranges; leave them out");
    }
    ByTime split = options.ranges().split(asking.store(), asking.config());
    return RequestSets.ofTimes(
        asking.session(asking.store(), split.baseline()),
        split.baseline(),
        asking.session(asking.store(), split.problem()),
        split.problem(),
        filter);
  }
}
