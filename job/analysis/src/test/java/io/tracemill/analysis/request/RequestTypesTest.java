package io.tracemill.analysis.request;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.request.RequestTypes.Division;
import io.tracemill.analysis.request.RequestTypes.Outcome;
import io.tracemill.analysis.signature.Fold;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.subspan.SpanTimes;
import io.tracemill.analysis.trace.TraceSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class RequestTypesTest {
  private static final AnalysisRules RULES =
      new AnalysisRules(true, true, List.of(), 50, 0, Fold.LOG2, TraceSpec.ATTRIBUTES, true);

  /** A request that passes through cart, in two regions. */
  private static TraceSpec request() {
    return trace()
        .root("front", 0, 100)
        .attribute("region", "us")
        .child("front", "cart", 10, 20)
        .attribute("region", "eu");
  }

  /** Calls back with each request while its details are valid. */
  private static void ask(TraceSpec spec, Consumer<RequestAnalysis> asking) {
    new TraceAnalyzer(RULES)
        .analyze(
            spec.assembled(),
            new QualityLedger(60_000),
            new AnalysisSink() {
              @Override
              public void request(RequestAnalysis request) {
                asking.accept(request);
              }

              @Override
              public void late(LateSpan span) {
                throw new AssertionError(span);
              }
            });
  }

  /** The types of a trace's requests. */
  private static List<Optional<Frame>> types(RequestTypes types, TraceSpec spec) {
    List<Optional<Frame>> found = new ArrayList<>();
    ask(spec, request -> found.add(types.typeOf(request)));
    return found;
  }

  private static Optional<Frame> type(RequestTypes types) {
    return types(types, request()).get(0);
  }

  @Test
  void theTypeIsTheEndpointUnlessAnotherDivisionIsAskedFor() {
    assertThat(type(RequestTypes.endpoints())).contains(Frame.of("front", "op"));
    assertThat(type(RequestTypes.by(Division.ATTRIBUTE, "region")))
        .as("the first of two values")
        .contains(Frame.of("region", "eu"));
    assertThat(type(RequestTypes.by(Division.ATTRIBUTE, "tenant")))
        .contains(Frame.of("tenant", "(none)"));
    assertThat(type(RequestTypes.by(Division.SERVICE, "cart")))
        .contains(Frame.of("cart", "(passed)"));
    assertThat(type(RequestTypes.by(Division.SERVICE, "mail")))
        .contains(Frame.of("mail", "(not passed)"));
  }

  @Test
  void requestsThatMissAConditionHaveNoType() {
    RequestTypes all = RequestTypes.endpoints();
    assertThat(type(all.only(Outcome.OK, Map.of("region", "eu")))).isPresent();
    assertThat(type(all.only(Outcome.ANY, Map.of("region", "us")))).isPresent();
    assertThat(type(all.only(Outcome.ANY, Map.of("region", "cn")))).isEmpty();
    assertThat(type(all.only(Outcome.ERROR, Map.of()))).isEmpty();
    TraceSpec failed = trace().root("front", 0, 100).error(true);
    assertThat(types(all.only(Outcome.ERROR, Map.of()), failed).get(0)).isPresent();
    assertThat(types(all.only(Outcome.OK, Map.of()), failed).get(0)).isEmpty();
  }

  @Test
  void spansOfARequestThatIsPartOfAnotherDoNotCountTwice() {
    TraceSpec nested = request().child("front", "mail", 30, 40).kind(SpanKind.SERVER);
    assertThat(types(RequestTypes.endpoints(), nested))
        .containsExactly(Optional.of(Frame.of("front", "op")), Optional.empty());
    TraceSpec waited = request().child("front", "queue", 30, 40).kind(SpanKind.CONSUMER);
    assertThat(types(RequestTypes.endpoints(), waited))
        .containsExactly(Optional.of(Frame.of("front", "op")), Optional.empty());
    TraceSpec sent =
        trace()
            .root("front", 0, 100)
            .child("front", "broker", 30, 40)
            .kind(SpanKind.PRODUCER)
            .child("broker", "queue", 50, 60)
            .kind(SpanKind.CONSUMER);
    assertThat(types(RequestTypes.endpoints(), sent))
        .containsExactly(
            Optional.of(Frame.of("front", "op")), Optional.of(Frame.of("queue", "op")));
  }

  @Test
  void spanTimesAreThoseOfTheRequest() {
    ask(
        request(),
        request -> {
          SpanTimes times = request.details().spanTimes();
          // Duration, self time, child_diff and sub-span before cart, end_diff; cart's duration.
          assertThat(Arrays.copyOf(times.values(), times.valueCount()))
              .containsExactly(100, 90, 10, 10, 80, 10);
          assertThat(request.details().spanLayout().frame(1)).isEqualTo(Frame.of("cart", "op"));
        });
  }
}
