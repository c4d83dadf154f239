package io.tracemill.analysis.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.diagnosis.SocialNetwork.Delay;
import io.tracemill.analysis.diagnosis.SocialNetwork.Service;
import io.tracemill.analysis.layer.AggregateTrace;
import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DiagnosisTest {
  private static final int REQUESTS = 2_000;

  private static List<Finding> diagnose(Delay delay) {
    return SocialNetwork.play(REQUESTS, delay, 7).diagnose(DiagnosisRules.standard()).bySelfTime();
  }

  @Test
  void theNetworkIsAsSlowAsThePapers() {
    SocialNetwork network = SocialNetwork.play(REQUESTS, Delay.NONE, 7);
    assertThat(network.meanMillis("compose-web")).isCloseTo(25.5, within(1.5));
    assertThat(network.meanMillis("read-web")).isCloseTo(10.7, within(1.0));
  }

  /** Figure 6: ten random places, four delays. */
  @Test
  void aLargeDelayIsTheTopFindingAtNearlyEveryPlace() {
    List<Delay> places = new ArrayList<>();
    for (Service service : SocialNetwork.services()) {
      for (int number = 0; number <= service.calls(); number++) {
        places.add(new Delay(service.name(), number, 0, 1));
      }
    }
    Collections.shuffle(places, new Random(6));
    Map<Double, Integer> found = new TreeMap<>();
    for (double millis : new double[] {5, 10, 20, 40}) {
      for (Delay place : places.subList(0, 10)) {
        Delay delay = new Delay(place.service(), place.number(), millis, 1);
        found.merge(millis, names(diagnose(delay).get(0), delay) ? 1 : 0, Integer::sum);
      }
    }
    System.out.println("delay in ms -> top finding, of 10: " + found);
    assertThat(found.get(40.0)).isGreaterThanOrEqualTo(9);
  }

  /** Whether the first finding of each layer leads to the stretch that the delay was put into. */
  private static boolean names(Finding operation, Delay delay) {
    Optional<Finding> subSpan =
        operation.below().stream()
            .findFirst()
            .flatMap(endpoint -> endpoint.below().stream().findFirst())
            .flatMap(span -> span.below().stream().findFirst());
    return operation.operation().service().equals(delay.service())
        && subSpan.filter(finding -> isStretch(finding, delay)).isPresent();
  }

  /** The stretch before the same call: of calls that are not always made some may be missing. */
  private static boolean isStretch(Finding subSpan, Delay delay) {
    Finding.Part part = subSpan.part().orElseThrow();
    AggregateTrace trace = part.aggregate().orElseThrow();
    List<String> callees = new ArrayList<>();
    for (int position = 1; position < trace.spans().size(); position++) {
      if (trace.spans().get(position).parent() == part.position()) {
        callees.add(trace.spans().get(position).frame().service());
      }
    }
    Service service =
        SocialNetwork.services().stream()
            .filter(known -> known.name().equals(delay.service()))
            .findFirst()
            .orElseThrow();
    List<String> calls =
        service.stages().stream().flatMap(List::stream).map(Service::name).toList();
    return delay.number() == calls.size()
        ? part.number() == callees.size()
        : part.number() < callees.size()
            && callees.get(part.number()).equals(calls.get(delay.number()));
  }

  @Test
  void anOperationThatIsAlwaysSlowIsNoTailIssue() {
    Finding first = diagnose(new Delay("social-graph-get-followers", 0, 40, 1)).get(0);
    assertThat(first.operation()).isEqualTo(Frame.of("social-graph-get-followers", "op"));
    assertThat(first.below().get(0).endpoint()).contains(Frame.of("compose-web", "op"));
    assertThat(first.below().get(0).tail()).isFalse();
  }

  /** Section 4.2.1: the same delay in 2 % of executions. */
  @Test
  void anOperationThatIsRarelySlowIsATailIssue() {
    Finding first = diagnose(new Delay("post-memcached-get", 0, 400, 0.02)).get(0);
    assertThat(first.operation()).isEqualTo(Frame.of("post-memcached-get", "op"));
    Finding endpoint = first.below().get(0);
    assertThat(endpoint.endpoint()).contains(Frame.of("read-web", "op"));
    assertThat(endpoint.tail()).isTrue();
    Finding span = endpoint.below().get(0);
    assertThat(span.kind()).isEqualTo(Finding.Kind.SPAN);
    assertThat(span.times().tail().meanNanos())
        .isGreaterThan(4 * span.times().normal().meanNanos());
    Finding subSpan = span.below().get(0);
    assertThat(subSpan.tail()).isTrue();
    assertThat(subSpan.part().orElseThrow().aggregate().orElseThrow().requests())
        .isPositive()
        .isLessThan(REQUESTS / 10);
  }

  @Test
  void aKnownFindingThatIsSetAsideMakesWayForTheNext() {
    SocialNetwork network = SocialNetwork.play(REQUESTS, new Delay("media", 0, 40, 1), 7);
    Frame media = Frame.of("media", "op");
    assertThat(network.diagnose(DiagnosisRules.standard()).bySelfTime().get(0).operation())
        .isEqualTo(media);
    List<Finding> others =
        network
            .diagnose(
                new DiagnosisRules(
                    3, 0.1, 4, 1_000_000, List.of(new EndpointPattern("media", "*"))))
            .bySelfTime();
    assertThat(others).hasSize(3).noneMatch(finding -> finding.operation().equals(media));
  }

  @Test
  void theBoundaryBelongsToTheTailIfThatIsNearerToItsShare() {
    assertThat(Tail.of(new TreeMap<>(Map.of(80, 880L, 100, 120L)), 0.1).tail())
        .containsExactly(100);
    assertThat(Tail.of(new TreeMap<>(Map.of(1, 71L, 9, 29L)), 0.29).tail()).containsExactly(9);
    assertThat(Tail.of(new TreeMap<>(Map.of(7, 100L)), 0.1).tail()).isEmpty();
  }

  @Test
  void theTailIsEveryStratumAboveTheThreshold() {
    Tail tail = Tail.of(new TreeMap<>(Map.of(10, 50L, 11, 42L, 12, 5L, 13, 3L)), 0.1);
    assertThat(tail.tail()).containsExactlyInAnyOrder(12, 13);
    assertThat(tail.normal()).containsExactlyInAnyOrder(10, 11);
    assertThat(tail.boundaryRequests()).isEqualTo(42);
  }
}
