package io.tracemill.store.question;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.request.AnalysisRules;
import io.tracemill.analysis.request.AnalysisSink;
import io.tracemill.analysis.request.CategoryGrain;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.TraceAnalyzer;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.KeptSample;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.DurationScale;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.EvidenceSums;
import io.tracemill.analysis.sums.SumRules;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.analysis.view.CategoryProfile;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A hundred calls of a cache in each request, some of which miss and read a database and write a
 * log up to five times: nearly every request makes calls that no other one makes.
 */
class WideFanOutTest {
  private static final int CALLS = 100;
  private static final int REQUESTS = 400;
  private static final int MAX_CATEGORIES = 200;
  private static final long PANE = 30_000;
  private static final long START = MadeUpTraffic.START_MILLIS;
  private static final Frame SHOP = Frame.of("shop", "op");

  @TempDir private Path directory;

  private final TraceAnalyzer analyzer =
      new TraceAnalyzer(AnalysisRules.standard(), new CategoryGrain(MAX_CATEGORIES, PANE));
  private final Random random = new Random(7);
  private final List<EndpointSums> sums = new ArrayList<>();

  private static TraceSpec fanOut(long id, Random random) {
    TraceSpec trace = TraceSpec.trace(id).root("shop", 0, 10_000 + random.nextInt(1_000));
    for (int call = 0; call < CALLS; call++) {
      trace.child("shop", "cache", 100L * call, 100L * call + 90);
      if (random.nextInt(3) == 0) {
        calls(trace, "db", random.nextInt(5), 100L * call);
        calls(trace, "log", random.nextInt(5), 100L * call);
      }
    }
    return trace;
  }

  private static void calls(TraceSpec trace, String service, int count, long start) {
    for (int call = 0; call <= count; call++) {
      trace.child("cache", service, start + 10L * call, start + 10L * call + 5);
    }
  }

  /** Two panes of requests, counted and sampled as the job does by default. */
  @BeforeEach
  void write() {
    List<KeptRequest> requests = new ArrayList<>();
    for (int pane = 0; pane < 2; pane++) {
      EndpointSums counted =
          new EndpointSums(new SumRules(1_000, 100, MAX_CATEGORIES, new DurationScale(1_000)));
      KeptSample sample = new KeptSample(3_000, 6_000_000);
      for (int i = 0; i < REQUESTS; i++) {
        long id = (long) pane * REQUESTS + i;
        analyze(id, START + pane * PANE + i, counted, sample);
      }
      counted.finish();
      sums.add(counted);
      requests.addAll(sample.requests());
    }
    TestStore.write(directory, TestStore.LINE, requests);
  }

  private void analyze(long id, long timeMillis, EndpointSums counted, KeptSample sample) {
    TraceSpec trace = fanOut(id, random);
    analyzer.analyze(
        new AssembledTrace(
            trace.traceId(), timeMillis, false, 0, false, List.of(trace.fragment(timeMillis))),
        new QualityLedger(60_000),
        new AnalysisSink() {
          @Override
          public void request(RequestAnalysis request) {
            counted.add(request);
            sample.add(request, timeMillis);
          }

          @Override
          public void late(LateSpan span) {
            throw new AssertionError("nothing is late here: " + span);
          }
        });
  }

  @Test
  void itDrownsItsEndpointInOthersForOnePaneOnly() {
    assertThat(sums.get(0).other().count()).isGreaterThan(REQUESTS / 4);
    assertThat(sums.get(1).other().count()).isZero();
    assertThat(sums.get(1).categories()).hasSizeBetween(1, 3);
    assertThat(sums.get(1).evidence().get(EvidenceSums.Sum.COARSE)).isEqualTo(REQUESTS);
  }

  @Test
  void theStoreNamesItsCategoriesAndTheirNodes() {
    Period later = new Period(START + PANE, START + 2 * PANE);
    Filter filter = Filter.ALL.during(later).of(SHOP);
    try (StoreSession session = TestStore.open(directory).session(later)) {
      Overview overview = Overview.ask(session, filter, 1);
      assertThat(overview.requests()).isEqualTo(REQUESTS);
      assertThat(overview.categories()).hasSizeBetween(1, 3);

      CategoryProfile profile =
          CategorySearch.one(session, overview.categories().get(0).category(), Optional.of(SHOP))
              .profile(session, filter);
      assertThat(profile.basis().requests()).isGreaterThan(9 * REQUESTS / 10.0);
      assertThat(profile.nodes())
          .extracting(CategoryProfile.Node::service)
          .containsExactlyInAnyOrder("shop", "cache", "cache", "db", "log");
      assertThat(
              profile.nodes().stream()
                  .filter(node -> node.service().equals("cache"))
                  .mapToDouble(CategoryProfile.Node::callsPerRequest)
                  .sum())
          .isCloseTo(CALLS, within(1e-9));
    }
  }
}
