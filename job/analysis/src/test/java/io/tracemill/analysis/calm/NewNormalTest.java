package io.tracemill.analysis.calm;

import static io.tracemill.analysis.calm.Flow.flow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tracemill.analysis.alert.Alert.Reason;
import io.tracemill.analysis.alert.Alert.Status;
import io.tracemill.analysis.alert.Incident;
import io.tracemill.analysis.alert.Judge;
import io.tracemill.analysis.mutation.EndpointComparer;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A cache becomes slow and stays so. Ten minutes before that would be normal, a database of the
 * same endpoint becomes slow too, for an hour.
 */
class NewNormalTest {
  private static final Frame ORDERS = Frame.of("shop", "GET /orders");
  private static final Flow FLOW = flow(1, ORDERS, 1).call("cache", 0.1, 40).call("db", 0.1, 60);
  private static final int CACHE_FROM = 120;
  private static final int DB_FROM = CACHE_FROM + 350;
  private static final int DB_TO = DB_FROM + 60;
  private static final int END = DB_TO + 120;
  private static final long START =
      1_790_000_000_000L / (5 * Defaults.MINUTE) * 5 * Defaults.MINUTE;

  private final WatchedEndpoint watched =
      new WatchedEndpoint(
          ORDERS,
          Defaults.BASELINE,
          Defaults.LIMITS,
          new EndpointComparer(Defaults.MUTATIONS, Defaults.LIMITS));
  private final Judge judge = new Judge(Defaults.JUDGE);
  private final List<Integer> unwatched = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(ints = {3, 20})
  void anOutageIsFoundAndEndsByItselfWhileWhatIsOlderBecomesNormal(int perMinute) {
    List<Incident> ends =
        play(perMinute).stream().filter(one -> one.status() == Status.RESOLVED).toList();

    assertThat(ends)
        .extracting(NewNormalTest::service, Incident::reason)
        .containsExactlyInAnyOrder(
            tuple("db", Optional.of(Reason.RECOVERED)),
            tuple("cache", Optional.of(Reason.ACCEPTED)));
    assertThat(ends).allSatisfy(end -> assertThat(minute(end)).isBetween(DB_TO, DB_TO + 30));
    assertThat(unwatched).allMatch(minute -> minute < CACHE_FROM);
  }

  private static String service(Incident incident) {
    return incident.culprits().get(0).culprit().service();
  }

  private static int minute(Incident record) {
    return (int) ((record.window().endMillis() - START) / Defaults.MINUTE);
  }

  private List<Incident> play(int perMinute) {
    Requests requests = new Requests(new Random(1), 0.4);
    List<Incident> records = new ArrayList<>();
    for (int minute = 0; minute < END; minute++) {
      double cache = CACHE_FROM <= minute ? 3 : 1;
      double db = DB_FROM <= minute && minute < DB_TO ? 6 : 1;
      EndpointAccumulator pane = new EndpointAccumulator(Defaults.LIMITS);
      for (int i = 0; i < perMinute; i++) {
        pane.add(
            requests.of(
                FLOW, step -> step.frame().service().equals("cache") ? cache : db, step -> 0));
      }
      long end = START + (minute + 1) * Defaults.MINUTE;
      var slide = watched.slide(pane, end);
      if (slide.orElseThrow().state() != WatchState.WATCHING) {
        unwatched.add(minute);
      }
      records.addAll(judge.judge(end, slide.stream().toList()).incidents());
    }
    return records;
  }
}
