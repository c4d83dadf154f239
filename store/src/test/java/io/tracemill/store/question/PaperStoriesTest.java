package io.tracemill.store.question;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.view.CategoryProfile;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The three stories of P-Tracer section 6, on made-up traffic. */
class PaperStoriesTest {
  private static final long HOUR_MILLIS = 3_600_000;

  @TempDir private Path directory;

  private final Random random = new Random(11);

  private StoreSession write(IntFunction<KeptRequest> made) {
    TestStore.write(directory, TestStore.LINE, IntStream.range(0, 4_000).mapToObj(made).toList());
    return TestStore.open(directory).session(Filter.ALL_TIME);
  }

  private KeptRequest at(int i, MadeUpCategory category, double millis, double... below) {
    double scatter = Math.exp(0.2 * random.nextGaussian());
    long[] nanos = new long[below.length];
    for (int n = 0; n < below.length; n++) {
      nanos[n] = Math.round(1e6 * scatter * below[n]);
    }
    return MadeUpTraffic.request(
        category,
        MadeUpTraffic.START_MILLIS + i * (4 * HOUR_MILLIS / 4_000),
        Math.round(1e6 * scatter * millis),
        false,
        1,
        random,
        nanos);
  }

  /** 6.1: a quarter of the mails always abort a transaction and take three times as long. */
  @Test
  void aSteadyShareOfSlowAbortedTransactionsIsADesignDefect() {
    Frame sendMail = Frame.of("mail", "SendMail");
    MadeUpCategory saved =
        MadeUpTraffic.category(
            sendMail,
            1,
            MadeUpTraffic.node(0, "mail", "SendMail"),
            MadeUpTraffic.node(1, "store", "Transaction"));
    MadeUpCategory aborted =
        MadeUpTraffic.category(
            sendMail,
            2,
            MadeUpTraffic.node(0, "mail", "SendMail"),
            MadeUpTraffic.node(1, "store", "Transaction"),
            MadeUpTraffic.node(2, "store", "Aborted"));
    Filter filter = Filter.ALL.of(sendMail);
    try (StoreSession session =
        write(i -> random.nextInt(4) == 0 ? at(i, aborted, 90, 80, 70) : at(i, saved, 30, 20))) {
      Overview overview = Overview.ask(session, filter, Overview.ANOMALOUS_CV);
      Overview.Category slow = overview.categories().get(1);
      assertThat(slow.category()).isEqualTo(aborted.category().hex());
      assertThat(slow.share()).isCloseTo(0.25, within(0.02));
      assertThat(slow.meanNanos() / overview.categories().get(0).meanNanos())
          .isCloseTo(3, within(0.1));
      assertThat(CategoryShares.ask(session, filter, HOUR_MILLIS).shares())
          .filteredOn(share -> share.category().equals(slow.category()))
          .hasSizeBetween(4, 5)
          .allSatisfy(share -> assertThat(share.share()).isCloseTo(0.25, within(0.06)));
    }
  }

  /** 6.2: the client's part takes twice as long as the server's. */
  @Test
  void aClientTwiceAsSlowAsItsServerShowsInTheCallTree() {
    Frame readMail = Frame.of("mail", "ReadMail");
    MadeUpCategory category =
        MadeUpTraffic.category(
            readMail,
            1,
            MadeUpTraffic.node(0, "mail", "ReadMail"),
            MadeUpTraffic.node(1, "mail", "ClientRead"),
            MadeUpTraffic.node(1, "store", "ServerRead"));
    try (StoreSession session = write(i -> at(i, category, 33, 20, 10))) {
      CategoryProfile profile =
          CategorySearch.one(session, category.category().hex(), Optional.empty())
              .profile(session, Filter.ALL);
      CategoryProfile.Node client = profile.nodes().get(1);
      CategoryProfile.Node server = profile.nodes().get(2);
      assertThat(client.operation()).isEqualTo("ClientRead");
      assertThat(client.meanNanos() / server.meanNanos()).isCloseTo(2, within(0.01));
      assertThat(client.ratio()).isCloseTo(20 / 33.0, within(0.01));
    }
  }

  /** 6.3: a replica is down, so requests call it three times and then abort. */
  @Test
  void retriesBeforeAnAbortShowAsACategoryThatGrowsAndItsCalls() {
    Frame read = Frame.of("mail", "Read");
    MadeUpCategory normal =
        MadeUpTraffic.category(
            read, 1, MadeUpTraffic.node(0, "mail", "Read"), MadeUpTraffic.node(1, "store", "Rpc"));
    MadeUpCategory retried =
        MadeUpTraffic.category(
            read,
            2,
            MadeUpTraffic.node(0, "mail", "Read"),
            new CanonicalForm.Node(1, Frame.of("store", "Rpc"), false, 3),
            MadeUpTraffic.node(1, "mail", "Abort"));
    Filter filter = Filter.ALL.of(read);
    long middle = MadeUpTraffic.START_MILLIS + 2 * HOUR_MILLIS;
    try (StoreSession session =
        write(
            i ->
                random.nextInt(100) < (i < 2_000 ? 5 : 30)
                    ? at(i, retried, 60, 55, 1)
                    : at(i, normal, 20, 15))) {
      double before = share(session, filter.during(new Period(0, middle)), retried);
      double after = share(session, filter.during(new Period(middle, Long.MAX_VALUE)), retried);
      assertThat(after - before).isCloseTo(0.25, within(0.04));
      List<CategoryDifference.Call> calls =
          CategoryDifference.of(
                  CategorySearch.one(session, normal.category().hex(), Optional.empty()),
                  CategorySearch.one(session, retried.category().hex(), Optional.empty()))
              .calls();
      assertThat(calls)
          .containsExactly(
              new CategoryDifference.Call(0, "mail", "Read", false, 1, 1),
              new CategoryDifference.Call(1, "mail", "Abort", false, 0, 1),
              new CategoryDifference.Call(1, "store", "Rpc", false, 1, 3));
    }
  }

  private static double share(StoreSession session, Filter filter, MadeUpCategory category) {
    return Overview.ask(session, filter, Overview.ANOMALOUS_CV).categories().stream()
        .filter(each -> each.category().equals(category.category().hex()))
        .mapToDouble(Overview.Category::share)
        .sum();
  }
}
