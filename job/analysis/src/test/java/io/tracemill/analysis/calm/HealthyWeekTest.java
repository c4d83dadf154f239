package io.tracemill.analysis.calm;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.alert.Alert.Reason;
import io.tracemill.analysis.alert.Alert.Status;
import io.tracemill.analysis.alert.Incident;
import io.tracemill.analysis.alert.Judge;
import io.tracemill.analysis.mutation.EndpointComparer;
import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

/**
 * What the job's rules, as they are unless something is configured, say of healthy traffic and of a
 * fault in it. As many days as the property {@code calm.days} says, 1 if it is not there; the
 * promise is about 7. {@code calm.seed} makes other days of them.
 */
class HealthyWeekTest {
  private static final int DAYS = Integer.getInteger("calm.days", 1);
  private static final long SEED = Long.getLong("calm.seed", 1);
  private static final int MINUTES_OF_DAY = 1440;
  private static final long MINUTE = Defaults.MINUTE;
  private static final long START = 1_790_000_000_000L / (5 * MINUTE) * (5 * MINUTE);
  private static final double SLOW = 5;
  private static final double MOST_LEFT_OUT = 0.05;

  private final Map<Frame, WatchedEndpoint> watched = new LinkedHashMap<>();

  /** Plays so many minutes; the records of incidents. */
  private List<Incident> play(long seed, long minutes, LongPredicate slow) {
    ShopTraffic traffic = new ShopTraffic(seed, Defaults.LIMITS);
    Judge judge = new Judge(Defaults.JUDGE);
    EndpointComparer comparer = new EndpointComparer(Defaults.MUTATIONS, Defaults.LIMITS);
    for (Frame endpoint : ShopTraffic.endpoints()) {
      watched.put(
          endpoint, new WatchedEndpoint(endpoint, Defaults.BASELINE, Defaults.LIMITS, comparer));
    }
    List<Incident> incidents = new ArrayList<>();
    for (long minute = 0; minute < minutes; minute++) {
      long end = START + (minute + 1) * MINUTE;
      Map<Frame, EndpointAccumulator> pane = traffic.minute(slow.test(minute) ? SLOW : 1);
      List<EndpointSlide> slides = new ArrayList<>();
      watched.forEach(
          (endpoint, watch) ->
              watch
                  .slide(pane.getOrDefault(endpoint, new EndpointAccumulator(Defaults.LIMITS)), end)
                  .ifPresent(slides::add));
      incidents.addAll(judge.judge(end, slides).incidents());
    }
    return incidents;
  }

  private static long count(List<Incident> records) {
    return records.stream().map(Incident::id).distinct().count();
  }

  @Test
  void healthyTrafficRaisesAtMostOneIncident() {
    List<Incident> incidents = play(SEED, (long) DAYS * MINUTES_OF_DAY, minute -> false);

    System.out.printf("%d days of healthy traffic: %d incidents%n", DAYS, count(incidents));
    watched.forEach(
        (endpoint, watch) ->
            System.out.printf(
                "%s: %.2f %% of panes left out%n", endpoint, 100 * watch.leftOutRatio()));
    assertThat(count(incidents)).as("%s", incidents).isLessThanOrEqualTo(1);
    assertThat(watched.values())
        .as("what is healthy is learned")
        .allMatch(watch -> watch.leftOutRatio() < MOST_LEFT_OUT);
  }

  @Test
  void aSlowDatabaseInTheSameTrafficIsOneIncidentAndEnds() {
    int from = 9 * 60;
    List<Incident> incidents = play(1, from + 120, minute -> from <= minute && minute < from + 30);

    assertThat(count(incidents)).as("%s", incidents).isOne();
    Incident first = incidents.get(0);
    Incident last = incidents.get(incidents.size() - 1);
    System.out.printf(
        "slow database: fired after %d min, resolved %d min after its end%n",
        (first.window().endMillis() - START) / MINUTE - from,
        (last.window().endMillis() - START) / MINUTE - from - 30);
    assertThat(first.status()).isEqualTo(Status.FIRING);
    assertThat(first.window().endMillis()).isBetween(at(from), at(from + 6));
    assertThat(first.culprits().get(0).culprit().service()).isEqualTo(ShopTraffic.DB);
    assertThat(last.status()).isEqualTo(Status.RESOLVED);
    assertThat(last.reason()).contains(Reason.RECOVERED);
    assertThat(last.window().endMillis()).isBetween(at(from + 30), at(from + 75));
  }

  private static long at(int minute) {
    return START + minute * MINUTE;
  }
}
