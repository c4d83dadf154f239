package io.tracemill.analysis.view.doctor;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.KeptTraces;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.analysis.view.doctor.Problem.Kind;
import io.tracemill.analysis.view.doctor.Problem.Of;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckupTest {
  private static final long MILLI = 1_000_000;

  private static Checkup of(IntFunction<TraceSpec> traces) {
    return of(IntStream.range(0, 40).mapToObj(traces).map(KeptTraces::of).toList());
  }

  private static Checkup of(List<KeptRequest> requests) {
    return Checkup.of(requests, KeptTraces.rules(MILLI));
  }

  /** {@code shop} calls {@code bank} on another host, all as it should be. */
  private static TraceSpec clean(int id) {
    return called(id, 2 * MILLI, SpanKind.SERVER);
  }

  private static TraceSpec called(int id, long startNanos, SpanKind kind) {
    return trace(id + 1L)
        .root("shop", 0, 30 * MILLI)
        .kind(SpanKind.SERVER)
        .host("a")
        .child("shop", "shop", MILLI, 29 * MILLI)
        .as("client")
        .kind(SpanKind.CLIENT)
        .host("a")
        .child("client", "bank", startNanos, startNanos + 26 * MILLI)
        .kind(kind)
        .host("b");
  }

  private static Problem only(Checkup checkup) {
    assertThat(checkup.problems()).hasSize(1);
    return checkup.problems().get(0);
  }

  @Test
  void cleanTracesHaveNoProblem() {
    Checkup checkup = of(CheckupTest::clean);

    assertThat(checkup.problems()).isEmpty();
    assertThat(checkup.basis().requests()).isEqualTo(40);
    assertThat(checkup.basis().exact()).isTrue();
  }

  @Test
  void aServiceThatIsCalledInInternalSpansSendsNoServerSpans() {
    Problem problem = only(of(id -> called(id, 2 * MILLI, SpanKind.INTERNAL)));

    assertThat(problem.kind()).isEqualTo(Kind.NO_SERVER_SPANS);
    assertThat(problem.subject()).isEqualTo("bank");
    assertThat(problem.share()).isEqualTo(1 / 3.0, within(1e-9));
    assertThat(problem.of()).isEqualTo(Of.SPANS);
    assertThat(problem.advice()).contains("SpanKind.SERVER").endsWith(".");
  }

  @Test
  void aServiceWhoseFirstSpanIsACallOfItsOwnSendsNoServerSpans() {
    Problem problem = only(of(id -> called(id, 2 * MILLI, SpanKind.CLIENT)));

    assertThat(problem.kind()).isEqualTo(Kind.NO_SERVER_SPANS);
    assertThat(problem.subject()).isEqualTo("bank");
  }

  @Test
  void aClientsSpanMayHaveTheNameOfTheServiceThatItCalls() {
    assertThat(
            of(id ->
                    clean(id)
                        .child("shop", "redis", 28 * MILLI, 29 * MILLI)
                        .kind(SpanKind.CLIENT)
                        .host("a"))
                .problems())
        .isEmpty();
  }

  @Test
  void aSpanWithoutAKindCountsOnceHoweverManyItCalls() {
    Problem problem =
        only(
            of(
                id -> {
                  TraceSpec trace = trace(id + 1L).root("gateway", 0, 9 * MILLI).host("a");
                  for (int i = 0; i < 9; i++) {
                    trace
                        .child("gateway", "bank", i * MILLI, (i + 1) * MILLI)
                        .as("call" + i)
                        .kind(SpanKind.SERVER)
                        .host("b");
                  }
                  return trace;
                }));

    assertThat(problem.kind()).isEqualTo(Kind.NO_KIND);
    assertThat(problem.share()).isEqualTo(1 / 10.0, within(1e-9));
  }

  @Test
  void callsWithoutAKindAreFoundOnTheSideThatLacksIt() {
    Problem problem = only(of(id -> called(id, 2 * MILLI, SpanKind.UNSPECIFIED)));

    assertThat(problem.kind()).isEqualTo(Kind.NO_KIND);
    assertThat(problem.subject()).isEqualTo("bank");
  }

  @Test
  void spansBelowAMissingParentAreHidden() {
    Problem problem =
        only(
            of(
                id ->
                    clean(id)
                        .orphan("stock", 5 * MILLI, 6 * MILLI)
                        .kind(SpanKind.SERVER)
                        .child("stock", "stock", 5 * MILLI, 6 * MILLI)
                        .as("below")
                        .kind(SpanKind.INTERNAL)));

    assertThat(problem.kind()).isEqualTo(Kind.ORPHANS);
    assertThat(problem.subject()).isEqualTo("stock");
    assertThat(problem.share()).isEqualTo(2 / 5.0, within(1e-9));
    assertThat(problem.example()).startsWith("op, trace 00000000000000070000");
  }

  @Test
  void namesWithNumbersAreFoundIfThereAreMany() {
    Problem problem = only(of(id -> clean(id).operation("SELECT * FROM t WHERE id = " + id)));

    assertThat(problem.kind()).isEqualTo(Kind.MANY_NAMES);
    assertThat(problem.subject()).isEqualTo("bank");
    assertThat(of(id -> clean(id).operation("shard " + id % 19)).problems()).isEmpty();
    assertThat(of(id -> clean(id).operation("op" + (char) ('A' + id))).problems()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {-12 * MILLI, 18 * MILLI})
  void childrenOutsideTheirParentsOnAnotherHostAreSkewed(long startNanos) {
    Problem problem = only(of(id -> called(id, startNanos, SpanKind.SERVER)));

    assertThat(problem.kind()).isEqualTo(Kind.CLOCK_SKEW);
    assertThat(problem.subject()).isEqualTo("a -> b");
    assertThat(problem.advice()).contains("NTP");
  }

  @Test
  void aMillisecondIsTheNetworksAndALongerChildIsNoSkew() {
    assertThat(of(id -> called(id, MILLI / 2, SpanKind.SERVER)).problems()).isEmpty();
    assertThat(
            of(id ->
                    clean(id)
                        .child("client", "audit", 25 * MILLI, 90 * MILLI)
                        .kind(SpanKind.SERVER)
                        .host("b"))
                .problems())
        .isEmpty();
  }

  @Test
  void longGapsBetweenCallsAreUncoveredTime() {
    Problem problem =
        only(of(id -> clean(id).child("bank", "bank", 3 * MILLI, 4 * MILLI).as("db")));

    assertThat(problem.kind()).isEqualTo(Kind.UNCOVERED_TIME);
    assertThat(problem.of()).isEqualTo(Of.TIME);
    assertThat(problem.subject()).isEqualTo("bank");
    assertThat(problem.share()).isEqualTo(24 / 30.0, within(1e-9));
  }

  @Test
  void sharesAreThoseOfTheRequestsThatKeptOnesStandFor() {
    Checkup checkup =
        of(
            IntStream.range(0, 20)
                .mapToObj(
                    id ->
                        id < 10
                            ? KeptTraces.weighing(KeptTraces.of(clean(id)), 3)
                            : KeptTraces.of(called(id, 2 * MILLI, SpanKind.UNSPECIFIED)))
                .toList());

    assertThat(checkup.basis().requests()).isEqualTo(40);
    assertThat(checkup.basis().kept()).isEqualTo(20);
    assertThat(only(checkup).share()).isEqualTo(10 / 120.0, within(1e-9));
  }

  @Test
  void requestsWithoutTheirSpansAreLeftOutAndFewCasesAreNoProblem() {
    List<KeptRequest> few =
        IntStream.range(0, 4)
            .mapToObj(id -> KeptTraces.of(called(id, 2 * MILLI, SpanKind.INTERNAL)))
            .toList();

    assertThat(of(few).problems()).isEmpty();
    assertThat(of(List.of(KeptTraces.pathOnly(few.get(0)))).basis().leftOut()).isEqualTo(1);
  }
}
