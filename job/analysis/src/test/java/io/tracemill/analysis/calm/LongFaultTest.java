package io.tracemill.analysis.calm;

import static io.tracemill.analysis.calm.Flow.flow;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.alert.Alert.Status;
import io.tracemill.analysis.alert.Incident;
import io.tracemill.analysis.alert.Judge;
import io.tracemill.analysis.mutation.EndpointComparer;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A fault that lasts for hours in an endpoint of few requests, each minute of which says too little
 * by itself: it must not become its own baseline, for then the alert would say that it recovered.
 */
class LongFaultTest {
  private static final Frame REPORT = Frame.of("office", "GET /report");
  private static final Flow FLOW = flow(1, REPORT, 0.1).call("db", 0.1, 100);
  private static final double SPREAD = 0.4;
  private static final int FROM = 120;
  private static final int TO = FROM + 180;
  private static final int END = TO + 60;
  private static final long START =
      1_790_000_000_000L / (5 * Defaults.MINUTE) * 5 * Defaults.MINUTE;

  private final EndpointComparer comparer =
      new EndpointComparer(Defaults.MUTATIONS, Defaults.LIMITS);
  private final WatchedEndpoint watched =
      new WatchedEndpoint(REPORT, Defaults.BASELINE, Defaults.LIMITS, comparer);
  private final Judge judge = new Judge(Defaults.JUDGE);

  /**
   * @param slower by what times are multiplied; where 2, about 60 % of requests take longer than
   *     the same part of those before (D = 0.6), of which ten are not enough for a test of many
   */
  @ParameterizedTest
  @CsvSource({"2,5,1", "2,5,2", "2,5,3", "2,5,4", "2,5,5", "2,5,6", "10,2,1", "10,2,2", "10,2,3"})
  void itsIncidentFiresForAsLongAsItLasts(int perMinute, double slower, long seed) {
    List<Incident> records = play(perMinute, slower, seed);

    assertThat(records).extracting(Incident::id).containsOnly(records.get(0).id());
    assertThat(minute(records.get(0))).isBetween(FROM, FROM + 15);
    Incident last = records.get(records.size() - 1);
    assertThat(last.status()).isEqualTo(Status.RESOLVED);
    assertThat(minute(last)).isBetween(TO, TO + 18);
  }

  private static int minute(Incident record) {
    return (int) ((record.window().endMillis() - START) / Defaults.MINUTE);
  }

  private List<Incident> play(int perMinute, double slower, long seed) {
    Random random = new Random(seed);
    Requests requests = new Requests(random, SPREAD);
    List<Incident> records = new ArrayList<>();
    for (int minute = 0; minute < END; minute++) {
      double factor = FROM <= minute && minute < TO ? slower : 1;
      EndpointAccumulator pane = new EndpointAccumulator(Defaults.LIMITS);
      for (int i = 0; i < perMinute; i++) {
        pane.add(requests.of(FLOW, step -> factor, step -> 0));
      }
      long end = START + (minute + 1) * Defaults.MINUTE;
      records.addAll(judge.judge(end, watched.slide(pane, end).stream().toList()).incidents());
    }
    return records;
  }
}
