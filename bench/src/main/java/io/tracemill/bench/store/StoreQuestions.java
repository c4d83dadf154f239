package io.tracemill.bench.store;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.view.tprof.Diagnosis;
import io.tracemill.analysis.view.tprof.DiagnosisParameters;
import io.tracemill.store.compare.CategoryComparison;
import io.tracemill.store.compare.Requests;
import io.tracemill.store.engine.EngineLimits;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.KeptRequests;
import io.tracemill.store.engine.Store;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.CategorySearch;
import io.tracemill.store.question.Histogram;
import io.tracemill.store.question.Overview;
import io.tracemill.store.question.TraceSearch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * How long questions take: milliseconds of a new session and its first answer, then of the same
 * question again. Argument: the directory of a store that {@link StoreLoad} wrote.
 */
public final class StoreQuestions {
  private static final long START = StoreFiles.START.toEpochMilli();
  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final long SLOW_NANOS = 150_000_000;

  private final Store index;

  private StoreQuestions(Store index) {
    this.index = index;
  }

  /** Asks the questions and prints their times. */
  public static void main(String[] arguments) throws Exception {
    EngineLimits limits = EngineLimits.DEFAULT;
    StoreQuestions questions =
        new StoreQuestions(Store.open(Path.of(arguments[0]), Optional.empty(), limits));
    Filter endpoint = Filter.ALL.of(StoreTraffic.endpoint(3));
    questions.time("overview", session -> Overview.ask(session, endpoint, 1));
    questions.time(
        "histogram", session -> Histogram.ask(session, endpoint, Histogram.Scale.LOG, 20));
    questions.time("traces by duration", session -> slow(endpoint).ask(session));
    questions.time(
        "diagnosis",
        session ->
            Diagnosis.of(
                KeptRequests.ofStatistics(session, endpoint),
                DiagnosisParameters.standard(session.rules().replay())));
    for (int category = 1; category < 4; category++) {
      questions.category(category);
    }
    System.out.printf("memory %,d MB%n", residentKilobytes() >> 10);
    System.exit(0);
  }

  private static TraceSearch slow(Filter endpoint) {
    return new TraceSearch(
        endpoint.lasting(SLOW_NANOS, Filter.ANY_DURATION),
        false,
        OptionalInt.empty(),
        0,
        TraceSearch.Order.NEWEST,
        20,
        "");
  }

  private void category(int category) {
    String id = StoreTraffic.categoryId(3, category).hex();
    Filter all = Filter.ALL.of(StoreTraffic.endpoint(3)).ofCategory(id);
    int requests = StoreTraffic.share(category, 500_000);
    time(
        "category of %,d requests".formatted(requests),
        session -> CategorySearch.one(session, id, Optional.empty()).profile(session, Filter.ALL));
    time(
        "compare its mornings and afternoons",
        session ->
            CategoryComparison.ask(
                new Requests(session, all.during(new Period(START, START + DAY / 2))),
                new Requests(session, all.during(new Period(START + DAY / 2, START + DAY))),
                CategorySearch.one(session, id, Optional.empty())));
  }

  private void time(String what, Consumer<StoreSession> question) {
    long started = System.nanoTime();
    try (StoreSession session = index.session(Filter.ALL_TIME)) {
      question.accept(session);
      long first = System.nanoTime();
      question.accept(session);
      System.out.printf(
          "%-40s %,7d ms, again %,7d ms%n",
          what,
          TimeUnit.NANOSECONDS.toMillis(first - started),
          TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - first));
    }
  }

  private static long residentKilobytes() throws Exception {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmHWM:")) {
        return Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    return 0;
  }
}
