package io.tracemill.analysis.calm;

import static io.tracemill.analysis.calm.Flow.flow;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.alert.Incident;
import io.tracemill.analysis.alert.Judge;
import io.tracemill.analysis.mutation.EndpointComparer;
import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A database becomes slower over twenty minutes, and who calls it with it. Four endpoints of 2 to
 * 20 requests a minute have both, and find them at different times.
 */
class SlowlyGrowingFaultTest {
  private static final int[] PER_MINUTE = {20, 5, 3, 2};
  private static final int FROM = 100;
  private static final int GROWS = 20;
  private static final int END = 190;
  private static final long START =
      1_790_000_000_000L / (5 * Defaults.MINUTE) * 5 * Defaults.MINUTE;

  private final List<WatchedEndpoint> watched = new ArrayList<>();
  private final List<Flow> flows = new ArrayList<>();
  private final Judge judge = new Judge(Defaults.JUDGE);

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void itsConsequencesAreOneIncidentWithIt(long seed) {
    List<Incident> records = play(new Random(seed));
    assertThat(records.stream().map(Incident::id).distinct()).hasSize(1);
    assertThat(records.get(0).culprits().get(0).culprit().service()).isEqualTo("db");
  }

  private List<Incident> play(Random random) {
    EndpointComparer comparer = new EndpointComparer(Defaults.MUTATIONS, Defaults.LIMITS);
    for (int i = 0; i < PER_MINUTE.length; i++) {
      Frame endpoint = Frame.of("shop", "GET /" + i);
      flows.add(flow(1, endpoint, 1).call("orders", 0.1, 20).then("db", 0.1, 30));
      watched.add(new WatchedEndpoint(endpoint, Defaults.BASELINE, Defaults.LIMITS, comparer));
    }
    Requests requests = new Requests(random, 0.4);
    List<Incident> records = new ArrayList<>();
    for (int minute = 0; minute < END; minute++) {
      long end = START + (minute + 1) * Defaults.MINUTE;
      double grown = Math.max(0, Math.min(1, (minute - FROM) / (double) GROWS));
      List<EndpointSlide> slides = new ArrayList<>();
      for (int i = 0; i < PER_MINUTE.length; i++) {
        EndpointAccumulator pane = new EndpointAccumulator(Defaults.LIMITS);
        for (int k = 0; k < PER_MINUTE[i]; k++) {
          pane.add(
              requests.of(
                  flows.get(i),
                  step ->
                      switch (step.frame().service()) {
                        case "db" -> 1 + 2 * grown;
                        case "orders" -> 1 + 1.5 * grown;
                        default -> 1;
                      },
                  step -> 0));
        }
        watched.get(i).slide(pane, end).ifPresent(slides::add);
      }
      records.addAll(judge.judge(end, slides).incidents());
    }
    return records;
  }
}
