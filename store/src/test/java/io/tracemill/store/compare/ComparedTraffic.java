package io.tracemill.store.compare;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.span.Frame;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.CategorySearch;
import io.tracemill.store.question.MadeUpCategory;
import io.tracemill.store.question.MadeUpTraffic;
import io.tracemill.store.question.TestStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.ToLongFunction;

/** Requests of two endpoints and three categories, before and after a moment. */
final class ComparedTraffic {
  static final long START = MadeUpTraffic.START_MILLIS;
  static final Frame SHOP = Frame.of("shop", "POST /checkout");
  static final Frame MAIL = Frame.of("mail", "ReadMail");
  static final MadeUpCategory PAID =
      MadeUpTraffic.category(
          SHOP,
          1,
          MadeUpTraffic.node(0, "shop", "POST /checkout"),
          MadeUpTraffic.node(1, "pay", "charge"),
          MadeUpTraffic.node(1, "stock", "take"));
  static final MadeUpCategory REFUSED =
      MadeUpTraffic.category(SHOP, 2, MadeUpTraffic.node(0, "shop", "POST /checkout"));
  static final MadeUpCategory READ =
      MadeUpTraffic.category(MAIL, 3, MadeUpTraffic.node(0, "mail", "ReadMail"));

  static final Period BEFORE = new Period(START, START + 1_000_000);
  static final Period AFTER = new Period(START + 1_000_000, START + 2_000_000);

  private ComparedTraffic() {}

  /** A session over a store of these requests. */
  static StoreSession index(Path directory, List<KeptRequest> requests) {
    TestStore.write(directory, TestStore.LINE, requests);
    return TestStore.open(directory).session(new Period(BEFORE.startMillis(), AFTER.endMillis()));
  }

  static CategorySearch.Category named(MadeUpCategory category) {
    return new CategorySearch.Category(
        category.endpoint(), category.category().hex(), category.form());
  }

  /** Durations are whole milliseconds up to 20, so many are tied; those after are longer. */
  static List<KeptRequest> tied(int count, boolean sampled, Random random) {
    return MadeUpTraffic.random(List.of(PAID, REFUSED, READ), count, 1, sampled, random).stream()
        .map(
            each -> {
              long time = START + random.nextInt(2_000_000);
              long slower = AFTER.contains(time) ? 2 : 0;
              MadeUpCategory category =
                  List.of(PAID, REFUSED, READ).stream()
                      .filter(one -> one.category().equals(each.category()))
                      .findFirst()
                      .orElseThrow();
              return MadeUpTraffic.request(
                  category,
                  time,
                  1_000_000L * (1 + slower + random.nextInt(20)),
                  false,
                  each.weight(),
                  random,
                  1_000_000L * (slower + random.nextInt(5)),
                  1_000L * random.nextInt(3));
            })
        .toList();
  }

  static boolean isInScope(KeptRequest each, Filter filter) {
    return filter.time().contains(each.timeMillis())
        && filter.endpoint().stream().allMatch(each.endpoint()::equals)
        && filter.category().stream().allMatch(each.category().hex()::equals);
  }

  static List<KeptRequest> selected(List<KeptRequest> all, Filter filter) {
    return all.stream()
        .filter(each -> each.complete() && each.weight() > 0)
        .filter(each -> isInScope(each, filter))
        .filter(
            each ->
                filter.attributes().stream()
                    .allMatch(
                        wanted ->
                            each.attributes().stream()
                                .anyMatch(
                                    has ->
                                        has.key().equals(wanted.key())
                                            && has.value().equals(wanted.value()))))
        .toList();
  }

  static double mean(List<KeptRequest> requests, ToLongFunction<KeptRequest> nanos) {
    double weight = requests.stream().mapToDouble(KeptRequest::weight).sum();
    return requests.stream().mapToDouble(each -> each.weight() * nanos.applyAsLong(each)).sum()
        / weight;
  }

  /** The times of the requests below the smallest threshold of the range, endpoint and category. */
  static long[] uniform(List<KeptRequest> all, Filter filter, ToLongFunction<KeptRequest> nanos) {
    double below =
        all.stream()
            .filter(each -> isInScope(each, filter))
            .mapToDouble(KeptRequest::uniformBelow)
            .min()
            .orElse(0);
    return selected(all, filter).stream()
        .filter(each -> each.samplePoint() < below)
        .mapToLong(nanos)
        .toArray();
  }

  static long nanos(KeptRequest request) {
    return request.durationNanos();
  }

  static double weight(List<KeptRequest> requests) {
    return requests.stream().mapToDouble(KeptRequest::weight).sum();
  }
}
