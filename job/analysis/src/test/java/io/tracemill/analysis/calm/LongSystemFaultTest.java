package io.tracemill.analysis.calm;

import static io.tracemill.analysis.calm.Flow.flow;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.alert.Alert;
import io.tracemill.analysis.alert.Alert.Reason;
import io.tracemill.analysis.alert.Alert.Scope;
import io.tracemill.analysis.alert.Alert.Status;
import io.tracemill.analysis.alert.Incident;
import io.tracemill.analysis.alert.Judge;
import io.tracemill.analysis.alert.JudgeRules;
import io.tracemill.analysis.alert.Judgement;
import io.tracemill.analysis.cohort.BaselineRules;
import io.tracemill.analysis.mutation.EndpointComparer;
import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A database that takes a quarter longer for two hours. Each of many endpoints has two requests a
 * minute and sees too little to keep it out of its baseline; together they see it.
 */
class LongSystemFaultTest {
  private static final int ENDPOINTS = 16;
  private static final int PER_MINUTE = 2;
  private static final double SLOWER = 1.25;
  private static final double SPREAD = 0.4;
  private static final int FROM = 60;
  private static final int TO = FROM + 120;
  private static final int END = TO + 40;
  private static final long START =
      1_790_000_000_000L / (5 * Defaults.MINUTE) * 5 * Defaults.MINUTE;

  private final List<Flow> flows = new ArrayList<>();
  private final List<WatchedEndpoint> watched = new ArrayList<>();

  private List<Judgement> play(long seed, long acceptMinutes) {
    Judge judge = new Judge(judgeRules(acceptMinutes));
    watch(acceptMinutes);
    Random random = new Random(seed);
    Requests requests = new Requests(random, SPREAD);
    List<Judgement> judgements = new ArrayList<>();
    for (int minute = 0; minute < END; minute++) {
      double factor = FROM <= minute && minute < TO ? SLOWER : 1;
      long end = START + (minute + 1) * Defaults.MINUTE;
      List<EndpointSlide> slides = new ArrayList<>();
      for (int i = 0; i < ENDPOINTS; i++) {
        EndpointAccumulator pane = new EndpointAccumulator(Defaults.LIMITS);
        for (int request = 0; request < PER_MINUTE; request++) {
          pane.add(requests.of(flows.get(i), step -> factor, step -> 0));
        }
        watched.get(i).slide(pane, end).ifPresent(slides::add);
      }
      judgements.add(judge.judge(end, slides));
    }
    return judgements;
  }

  private void watch(long acceptMinutes) {
    BaselineRules rules = baselineRules(acceptMinutes);
    EndpointComparer comparer = new EndpointComparer(Defaults.MUTATIONS, Defaults.LIMITS);
    for (int i = 0; i < ENDPOINTS; i++) {
      Frame endpoint = Frame.of("shop" + i, "GET /");
      flows.add(flow(1, endpoint, 0.1).call("db", 0.1, 100));
      watched.add(new WatchedEndpoint(endpoint, rules, Defaults.LIMITS, comparer));
    }
  }

  private static BaselineRules baselineRules(long acceptMinutes) {
    BaselineRules rules = Defaults.BASELINE;
    return new BaselineRules(
        rules.windowMillis(),
        rules.slideMillis(),
        rules.maxBlocks(),
        rules.minMillis(),
        acceptMinutes * Defaults.MINUTE);
  }

  private static JudgeRules judgeRules(long acceptMinutes) {
    JudgeRules rules = Defaults.JUDGE;
    return new JudgeRules(
        rules.mutations(),
        rules.fdr(),
        rules.confirmations(),
        rules.windowSlides(),
        rules.pageRatio(),
        rules.pageNanos(),
        acceptMinutes * Defaults.MINUTE,
        rules.maxAlerts());
  }

  private static int minute(long endMillis) {
    return (int) ((endMillis - START) / Defaults.MINUTE);
  }

  private static <T> T last(List<T> records) {
    return records.get(records.size() - 1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void itsIncidentFiresForAsLongAsItLasts(long seed) {
    List<Incident> records =
        play(seed, 360).stream().flatMap(slide -> slide.incidents().stream()).toList();

    assertThat(records).extracting(Incident::id).containsOnly(records.get(0).id());
    assertThat(minute(records.get(0).window().endMillis())).isBetween(FROM, FROM + 15);
    assertThat(last(records).status()).isEqualTo(Status.RESOLVED);
    assertThat(last(records).reason()).contains(Reason.RECOVERED);
    assertThat(minute(last(records).window().endMillis())).isBetween(TO, TO + 30);
    assertThat(watched.stream().mapToDouble(WatchedEndpoint::leftOutRatio).average().orElseThrow())
        .as("what little of it endpoints see by themselves")
        .isLessThan(0.1);
  }

  @Test
  void itIsAcceptedWhenItHasLastedForAsLongAsTheRulesSay() {
    List<Alert> records =
        play(1, 60).stream()
            .flatMap(slide -> slide.alerts().stream())
            .filter(alert -> alert.scope() == Scope.SYSTEM)
            .toList();
    String id = records.get(0).id();

    Alert last = last(records.stream().filter(alert -> alert.id().equals(id)).toList());

    assertThat(last.reason()).contains(Reason.ACCEPTED);
    assertThat(minute(last.window().endMillis())).isBetween(FROM + 60, FROM + 80);
  }
}
