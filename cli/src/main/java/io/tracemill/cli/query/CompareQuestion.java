package io.tracemill.cli.query;

import io.tracemill.analysis.cohort.CohortSplit.ByTime;
import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.files.OpenStore;
import io.tracemill.cli.query.answer.Answer;
import io.tracemill.cli.query.answer.Layout;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.store.compare.CategoryComparison;
import io.tracemill.store.compare.Compared;
import io.tracemill.store.compare.OverallComparison;
import io.tracemill.store.compare.Requests;
import io.tracemill.store.compare.ValueSets;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.CategorySearch;
import java.util.Optional;
import java.util.function.Function;

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

  /** One set of requests. */
  private record Set(Requests requests, String name) {
    static Set of(Asking asking, OpenStore store, Filter filter, String name) {
      return new Set(new Requests(asking.session(store, filter.time()), filter), name);
    }
  }

  private static Answer ask(Asking asking) {
    CompareOptions options = asking.options().compare();
    options.check();
    Filter filter = asking.filters().conditions(asking.time());
    if (options.against().isPresent()) {
      ValueSets sets = ValueSets.of(filter, options.against().get());
      return answer(
          asking,
          new Set(
              new Requests(asking.session(), sets.before(), Optional.of(sets.except())),
              ValueSets.text(sets.before())),
          new Set(new Requests(asking.session(), sets.after()), ValueSets.text(sets.after())));
    } else if (options.other().isPresent()) {
      OpenStore second = asking.store().beside(options.other().get());
      return answer(
          asking,
          Set.of(asking, asking.store(), filter, asking.store().directory().toString()),
          Set.of(asking, second, filter, second.directory().toString()));
    } else if (!filter.time().equals(Filter.ALL_TIME)) {
      throw new ConfigException("--from and --to cannot be used with two ranges; leave them out");
    }
    ByTime split = options.ranges().split(asking.store(), asking.config());
    return answer(
        asking,
        Set.of(asking, asking.store(), filter.during(split.baseline()), split.baseline().text()),
        Set.of(asking, asking.store(), filter.during(split.problem()), split.problem().text()));
  }

  private static Answer answer(Asking asking, Set before, Set after) {
    FilterOptions filters = asking.filters();
    Optional<CategorySearch.Category> category = either(before, after, filters::category);
    if (category.isPresent()) {
      return new Answer(
          new Compared(
              before.name,
              after.name,
              CategoryComparison.ask(before.requests, after.requests, category.get())),
          NODES);
    }
    Optional<Frame> only = either(before, after, filters::endpoint);
    return new Answer(
        new Compared(
            before.name,
            after.name,
            OverallComparison.ask(before.requests.of(only), after.requests.of(only))),
        OVERALL);
  }

  /** Searches the second set, and the first if the second does not have it. */
  private static <T> T either(Set before, Set after, Function<StoreSession, T> search) {
    try {
      return search.apply(after.requests.session());
    } catch (QueryException e) {
      return search.apply(before.requests.session());
    }
  }
}
