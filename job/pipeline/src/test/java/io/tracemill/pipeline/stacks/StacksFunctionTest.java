package io.tracemill.pipeline.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.stack.HostPart;
import io.tracemill.analysis.stack.Sampled;
import io.tracemill.analysis.stack.look.StackExplanation;
import io.tracemill.analysis.stack.look.StackExplanation.Verdict;
import io.tracemill.pipeline.judge.RoutedIncident;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedBroadcastOperatorTestHarness;
import org.apache.flink.streaming.util.ProcessFunctionTestHarnesses;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A host on which {@code gzip} has the CPU in the second minute, while spans are slow. */
class StacksFunctionTest {
  private static final long MINUTE = Duration.ofMinutes(1).toMillis();
  private static final long START = 60 * MINUTE;

  /** Host h has the last of five turns, a minute behind. */
  private static final long TURN = 5 * MINUTE;

  private static final Frame CHECKOUT = Frame.of("front", "GET /checkout");

  @SuppressWarnings("NullAway.Init")
  private KeyedBroadcastOperatorTestHarness<String, HostPart, RoutedIncident, StackExplanation>
      harness;

  @BeforeEach
  void start() throws Exception {
    harness =
        ProcessFunctionTestHarnesses.forKeyedBroadcastProcessFunction(
            new StacksFunction(MINUTE / 2), HostPart::host, Types.STRING, StacksFunction.INCIDENTS);
  }

  @AfterEach
  void stop() throws Exception {
    harness.close();
  }

  private void feed(HostPart part) throws Exception {
    harness.processElement(part, part.timeMillis());
  }

  /** Two minutes; spans of 2 ms, then of 10. */
  private void feedTwoMinutes(String host, String neighbour) throws Exception {
    for (long second = START; second < START + 2 * MINUTE; second += 1_000) {
      boolean slow = second >= START + MINUTE;
      Sampled samples = new Sampled();
      for (long at = second; at < second + 1_000; at += 50) {
        samples.cpu(host, slow ? neighbour : "swapper", at, at + 25);
        samples.cpu(host, "back", at + 25, at + 50, "run");
        feed(Sampled.span(host, at + 5, at + (slow ? 15 : 7)));
      }
      feed(samples.sent(host));
    }
    feed(new Sampled().cpu(host, "swapper", START + 2 * MINUTE, START + 2 * MINUTE + 5).sent(host));
  }

  private void watermark(long millis) throws Exception {
    harness.watermark(millis);
  }

  private List<StackExplanation> explanations() {
    return harness.extractOutputValues();
  }

  private List<RoutedIncident> explained() {
    Queue<StreamRecord<RoutedIncident>> side = harness.getSideOutput(StacksFunction.EXPLAINED);
    return side == null ? List.of() : side.stream().map(StreamRecord::getValue).toList();
  }

  private static RoutedIncident incident(String service) {
    Finding.Side side = new Finding.Side(20, 20, 1, 1);
    Finding finding =
        Finding.at(
            CHECKOUT,
            new Subject.PlaceTime(new Place.Operation(Frame.of(service, "GET /price"))),
            side,
            side,
            new Period(START + MINUTE, START + 2 * MINUTE),
            new Period(START, START + MINUTE),
            0.001,
            1);
    return new RoutedIncident(
        CHECKOUT,
        new Incident(
            "i1",
            Optional.empty(),
            Incident.Severity.PAGE,
            1,
            START + MINUTE + MINUTE / 2,
            START + 2 * MINUTE,
            START + 2 * MINUTE,
            List.of(CHECKOUT),
            List.of(finding),
            1));
  }

  @Test
  void theBusiestOperationsOfAHostAreExplainedWhenItIsItsTurn() throws Exception {
    feedTwoMinutes("h", "gzip");
    watermark(START + 5 * MINUTE + TURN - 1);
    assertThat(explanations()).isEmpty();
    watermark(START + 5 * MINUTE + TURN);

    assertThat(explanations()).hasSize(1);
    StackExplanation found = explanations().get(0);
    assertThat(found.window()).isEqualTo(new Period(START - 5 * MINUTE, START + 5 * MINUTE));
    assertThat(found.span()).isEqualTo(Sampled.SPAN);
    assertThat(found.verdict()).isEqualTo(Verdict.CULPRITS);
    assertThat(found.summary()).startsWith("on h `gzip` took ");
    assertThat(found.incidentId()).isEmpty();
  }

  @Test
  void anIncidentIsExplainedOnHostsThatRunItsCulpritAndTheyAllSaySo() throws Exception {
    feedTwoMinutes("h", "gzip");
    feedTwoMinutes("other", "swapper");
    harness.processBroadcastElement(incident("back"), START + 2 * MINUTE);
    watermark(START + 4 * MINUTE + MINUTE - 1);
    assertThat(explanations()).isEmpty();
    watermark(START + 4 * MINUTE + MINUTE);

    assertThat(explanations())
        .filteredOn(found -> found.hosts().get(0).host().equals("h"))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.incidentId()).contains("i1");
              assertThat(found.policy().name()).isEqualTo("cohorts");
            });
    assertThat(explained()).extracting(RoutedIncident::endpoint).containsOnly(CHECKOUT);
    assertThat(explained())
        .extracting(each -> each.verdict().orElseThrow().host())
        .containsExactlyInAnyOrder("h", "other");
    assertThat(explained())
        .extracting(each -> each.verdict().orElseThrow().sentence())
        .anyMatch(sentence -> sentence.startsWith("on h `gzip` took "))
        .anyMatch(String::isEmpty);
  }

  @Test
  void anIncidentOfAServiceThatRunsElsewhereIsNotExplained() throws Exception {
    feedTwoMinutes("h", "gzip");
    harness.processBroadcastElement(incident("db"), START + 2 * MINUTE);
    watermark(START + 5 * MINUTE);

    assertThat(explanations()).isEmpty();
  }

  @Test
  void samplesThatComeAfterTheirWindowAreCountedInTheNext() throws Exception {
    feedTwoMinutes("h", "gzip");
    watermark(START + 5 * MINUTE + TURN);
    feed(new Sampled().cpu("h", "late", START, START + 50).sent("h"));
    watermark(START + 10 * MINUTE + TURN);

    assertThat(explanations()).hasSize(2);
    assertThat(explanations().get(0).samples().late()).isZero();
    assertThat(explanations().get(1).samples().late()).isEqualTo(10);
  }

  @Test
  void aSilentHostIsForgotten() throws Exception {
    feedTwoMinutes("h", "gzip");
    for (int minute = 6; minute <= 30; minute++) {
      watermark(START + minute * MINUTE);
    }
    assertThat(explanations()).hasSize(2);
    assertThat(harness.numEventTimeTimers()).isZero();
  }
}
