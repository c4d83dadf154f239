package io.tracemill.analysis.calm;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.alert.Alert.Reason;
import io.tracemill.analysis.alert.Alert.Status;
import io.tracemill.analysis.alert.Incident;
import io.tracemill.analysis.alert.Judge;
import io.tracemill.analysis.alert.JudgeRules;
import io.tracemill.analysis.cohort.BaselineRules;
import io.tracemill.analysis.mutation.EndpointComparer;
import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.mutation.MutationRules;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
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
  private static final long MINUTE = 60_000;
  private static final long START = 1_790_000_000_000L / (5 * MINUTE) * (5 * MINUTE);
  private static final double SLOW = 5;

  private static final ProfileLimits LIMITS = new ProfileLimits(2000, 100, 200, 16);
  private static final BaselineRules BASELINE =
      new BaselineRules(5 * MINUTE, MINUTE, 12, 15 * MINUTE, 360 * MINUTE);
  private static final MutationRules MUTATIONS =
      new MutationRules(5, 0.05, 1_000_000, OptionalLong.empty(), true, 0.01, 200, List.of());
  private static final JudgeRules JUDGE =
      new JudgeRules(MUTATIONS, 0.01, 1, 5, 0.2, 50_000_000, 1000);

  /** Plays so many minutes; the records of incidents. */
  private static List<Incident> play(long seed, long minutes, LongPredicate slow) {
    ShopTraffic traffic = new ShopTraffic(seed, LIMITS);
    Judge judge = new Judge(JUDGE);
    Map<Frame, WatchedEndpoint> watched = new LinkedHashMap<>();
    EndpointComparer comparer = new EndpointComparer(MUTATIONS, LIMITS);
    for (Frame endpoint : ShopTraffic.endpoints()) {
      watched.put(endpoint, new WatchedEndpoint(endpoint, BASELINE, LIMITS, comparer));
    }
    List<Incident> incidents = new ArrayList<>();
    for (long minute = 0; minute < minutes; minute++) {
      long end = START + (minute + 1) * MINUTE;
      Map<Frame, EndpointAccumulator> pane = traffic.minute(slow.test(minute) ? SLOW : 1);
      List<EndpointSlide> slides = new ArrayList<>();
      watched.forEach(
          (endpoint, watch) ->
              watch
                  .slide(pane.getOrDefault(endpoint, new EndpointAccumulator(LIMITS)), end)
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
    assertThat(count(incidents)).as("%s", incidents).isLessThanOrEqualTo(1);
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
    assertThat(last.window().endMillis()).isBetween(at(from + 30), at(from + 50));
  }

  private static long at(int minute) {
    return START + minute * MINUTE;
  }
}
