package io.tracemill.analysis.calm;

import static io.tracemill.analysis.calm.Flow.flow;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.alert.Judge;
import io.tracemill.analysis.mutation.EndpointComparer;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.span.Frame;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A fault of half an hour in an endpoint of few requests, which come independently of each other:
 * chance in the healthy windows after it must not keep its alert for long.
 */
class ShortFaultTest {
  private static final Frame REPORT = Frame.of("office", "GET /report");
  private static final Flow FLOW = flow(1, REPORT, 0.1).call("db", 0.1, 100);
  private static final double SPREAD = 0.4;
  private static final int RUNS = 20;
  private static final int FROM = 90;
  private static final int TO = FROM + 30;
  private static final int END = TO + 60;
  private static final int THREE_WINDOWS = 15;
  private static final long START =
      1_790_000_000_000L / (5 * Defaults.MINUTE) * 5 * Defaults.MINUTE;

  @ParameterizedTest
  @CsvSource({"1.4,5", "2,3", "4,3"})
  void itsAlertsFireWhileItLastsAndEndWithinThreeWindows(double perMinute, double slower) {
    int late = 0;
    for (int seed = 1; seed <= RUNS; seed++) {
      int end = endOfAlerts(seed, perMinute, slower);
      assertThat(end).as("seed %d", seed).isGreaterThan(TO);
      late += end > TO + THREE_WINDOWS ? 1 : 0;
    }
    assertThat(late).isLessThanOrEqualTo(1);
  }

  /** The minute in which the last alert ended; that in which one ended too soon, if one did. */
  private static int endOfAlerts(long seed, double perMinute, double slower) {
    Random random = new Random(seed);
    Requests requests = new Requests(random, SPREAD);
    WatchedEndpoint watched =
        new WatchedEndpoint(
            REPORT,
            Defaults.BASELINE,
            Defaults.LIMITS,
            new EndpointComparer(Defaults.MUTATIONS, Defaults.LIMITS));
    Judge judge = new Judge(Defaults.JUDGE);
    int last = -1;
    for (int minute = 0; minute < END; minute++) {
      double factor = FROM <= minute && minute < TO ? slower : 1;
      EndpointAccumulator pane = new EndpointAccumulator(Defaults.LIMITS);
      for (int left = ShopTraffic.poisson(random, perMinute); left > 0; left--) {
        pane.add(requests.of(FLOW, step -> factor, step -> 0));
      }
      long end = START + (minute + 1) * Defaults.MINUTE;
      int before = judge.firing();
      judge.judge(end, watched.slide(pane, end).stream().toList());
      if (before > 0 && judge.firing() == 0 && minute >= FROM && last < 0) {
        last = minute;
      }
    }
    return judge.firing() > 0 ? END : last;
  }
}
