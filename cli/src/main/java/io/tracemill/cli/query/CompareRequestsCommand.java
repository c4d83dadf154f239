package io.tracemill.cli.query;

import io.tracemill.analysis.cohort.AttributeValue;
import io.tracemill.analysis.cohort.CohortSplit.ByTime;
import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.options.AttributeConverter;
import io.tracemill.cli.query.answer.Answer;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.store.compare.CategoryComparison;
import io.tracemill.store.compare.Compared;
import io.tracemill.store.compare.OverallComparison;
import io.tracemill.store.compare.Requests;
import io.tracemill.store.compare.SetComparison;
import io.tracemill.store.compare.ValueSets;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.SkippedFile;
import io.tracemill.store.engine.Store;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.CategorySearch;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Two sets of requests side by side. */
@Command(
    name = "compare",
    header = "Compare the times of two sets of requests, by category or by node.",
    description = {
      "",
      "Compares two ranges of time, two values of an attribute, or two stores. Means count"
          + " every request by its weight. The Mann-Whitney U test takes only the uniform sample"
          + " of each set, at most 100,000 requests. 'slower' is the probability that a request"
          + " of the second set is slower than one of the first. On average, at most 1 %%"
          + " of the marks (!) are due to chance.",
      "",
      "These are details: `tracemill query change` says whether the system changed.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill query compare --store store --at 14:00",
      "  tracemill query compare --store store --against service.version=v1 \\",
      "      --where service.version=v2 --category 3f2a91",
      "  tracemill query compare --store monday --other tuesday"
    })
final class CompareRequestsCommand implements Callable<Integer> {
  @Mixin private QueryOptions options = new QueryOptions();

  @Mixin private PastRanges ranges = new PastRanges();

  @Option(
      names = "--against",
      paramLabel = "KEY=V",
      converter = AttributeConverter.class,
      description =
          "The first set: requests with this attribute. --where names the second, from the same"
              + " time; a request with both is in the second.")
  private Optional<AttributeValue> against = Optional.empty();

  @Option(
      names = "--other",
      paramLabel = "DIR",
      description = "The second set: requests of this index.")
  private Optional<Path> other = Optional.empty();

  @Mixin private EndpointOption endpoint = new EndpointOption();

  @Option(
      names = "--category",
      paramLabel = "ID",
      description = "Compare the nodes of this category: its first hexadecimal digits.")
  private Optional<String> category = Optional.empty();

  @Spec private CommandSpec spec = CommandSpec.create();

  /** One set: its index, its requests, and its name. */
  private record Set(Store index, Filter filter, Optional<Filter> except, String name) {
    StoreSession session() {
      return index.session(filter.time());
    }
  }

  @Override
  public Integer call() throws Exception {
    boolean pair = ranges.areOnePair();
    if (Stream.of(pair, against.isPresent(), other.isPresent()).filter(each -> each).count() != 1
        || !(pair || ranges.areAbsent())) {
      throw new ConfigException(
          "give --before and --after, or --at, or --against and --where, or --other");
    }
    QueryOptions.Form form = options.form();
    Store index = options.open();
    Filter filter = options.filter(index);
    Set before;
    Set after;
    if (pair) {
      if (!filter.time().equals(Filter.ALL_TIME)) {
        throw new ConfigException("--from and --to cannot be used with two ranges; leave them out");
      }
      ByTime split = ranges.split(index, ZoneId.systemDefault(), options.config());
      before = set(index, filter.during(split.baseline()), split.baseline().text());
      after = set(index, filter.during(split.problem()), split.problem().text());
    } else if (against.isPresent()) {
      ValueSets sets = ValueSets.of(filter, against.get());
      before =
          new Set(index, sets.before(), Optional.of(sets.except()), ValueSets.text(sets.before()));
      after = set(index, sets.after(), ValueSets.text(sets.after()));
    } else {
      Store second = Store.open(other.orElseThrow(), Optional.empty(), options.limits());
      before = set(index, filter, options.directory().toString());
      after = set(second, filter, other.get().toString());
    }
    try (StoreSession first = before.session();
        StoreSession second = after.session()) {
      Answer answer =
          ask(
              new Requests(first, before.filter, before.except),
              new Requests(second, after.filter),
              "Compared: %s with %s.".formatted(after.name, before.name),
              comparison -> new Compared(before.name, after.name, comparison));
      List<SkippedFile> skipped = new ArrayList<>(first.skipped());
      skipped.addAll(second.skipped());
      AnswerPrinter.print(spec.commandLine(), answer, form, skipped.stream().distinct().toList());
    }
    return 0;
  }

  private static Set set(Store index, Filter filter, String name) {
    return new Set(index, filter, Optional.empty(), name);
  }

  private Answer ask(
      Requests before, Requests after, String what, Function<SetComparison, Object> toJson) {
    if (category.isPresent()) {
      CategorySearch.Category found =
          either(
              before,
              after,
              session -> CategorySearch.one(session, category.get(), endpoint.in(session)));
      return ComparisonTables.answer(CategoryComparison.ask(before, after, found), what, toJson);
    }
    Optional<Frame> only = either(before, after, endpoint::in);
    return ComparisonTables.answer(
        OverallComparison.ask(before.of(only), after.of(only)), what, toJson);
  }

  /** Searches the second set, and the first if the second does not have it. */
  private static <T> T either(Requests before, Requests after, Function<StoreSession, T> search) {
    try {
      return search.apply(after.session());
    } catch (QueryException e) {
      return search.apply(before.session());
    }
  }
}
