package io.tracemill.analysis.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.trace.RandomTraces;
import io.tracemill.analysis.trace.TraceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RequestShapeTest {
  private final TraceAnalyzer analyzer = new TraceAnalyzer(AnalysisRules.standard());

  private List<RequestAnalysis> analyze(TraceSpec spec) {
    RecordingSink sink = new RecordingSink();
    analyzer.analyze(spec.assembled(), new QualityLedger(60_000), sink);
    return sink.requests();
  }

  private RequestAnalysis request(TraceSpec spec) {
    return analyze(spec).get(0);
  }

  /** {@code {front op=1, front -> cart=2}}, services as a whole apart. */
  private static Map<String, Integer> places(RequestShape shape) {
    Map<String, Integer> spans = new TreeMap<>();
    for (int i = 0; i < shape.places().size(); i++) {
      spans.put(shape.places().get(i).toString(), shape.spans(i));
    }
    return spans;
  }

  /** A server that calls the cart twice and one of its own operations. */
  private static TraceSpec shop(long id) {
    TraceSpec spec = TraceSpec.trace(id).root("front", 0, 1000).kind(SpanKind.SERVER);
    for (int call = 0; call < 2; call++) {
      int start = 100 + 400 * call;
      spec.child("front", "front", start, start + 300).operation("get").as("get");
      spec.kind(SpanKind.CLIENT).child("get", "cart", start + 10, start + 290);
      spec.kind(SpanKind.SERVER);
    }
    return spec;
  }

  @Test
  void aPlaceIsAnEdgeWhereAServiceIsCalledElseAFrame() {
    assertThat(places(request(shop(1)).shape()))
        .isEqualTo(Map.of("front op", 1, "front -> cart", 2, "cart op", 2, "cart", 4));
  }

  @Test
  void aSpanWithSeveralCalleesHasAnEdgeForEach() {
    TraceSpec spec = TraceSpec.trace().root("front", 0, 100).child("front", "a", 0, 10);
    spec.child("front", "b", 10, 20).child("front", "b", 20, 30);

    assertThat(places(request(spec).shape()))
        .isEqualTo(Map.of("front -> a", 1, "front -> b", 1, "a op", 1, "b op", 2, "a", 2, "b", 3));
  }

  @Test
  void framesAndCallsAreThoseOfTheSpans() {
    Frame front = Frame.of("front", "op");
    Frame get = Frame.of("front", "get");
    Frame cart = Frame.of("cart", "op");
    RequestShape shape = request(shop(1)).shape();

    assertThat(shape.frames()).containsExactlyInAnyOrder(front, get, cart);
    assertThat(shape.calls()).containsExactlyInAnyOrder(new Call(front, get), new Call(get, cart));
  }

  @Test
  void nobodyCallsAnOrphan() {
    TraceSpec spec = TraceSpec.trace().root("front", 0, 100).orphan("lost", 10, 20);

    RequestShape shape = request(spec).shape();
    assertThat(shape.calls()).isEmpty();
    assertThat(places(shape)).isEqualTo(Map.of("front op", 1, "lost op", 1));
  }

  @Test
  void equalRequestsShareAShape() {
    assertThat(request(shop(1)).shape()).isSameAs(request(shop(2)).shape());
  }

  @Test
  void anotherKindIsAnotherShape() {
    TraceSpec other = shop(2);
    other.spans().get(0).kind = SpanKind.INTERNAL;
    other.spans().get(1).kind = SpanKind.INTERNAL;

    assertThat(request(other).category()).isEqualTo(request(shop(1)).category());
    assertThat(places(request(other).shape())).containsKey("front get");
  }

  @Test
  void placesBeyondTheLimitAreLeftOut() {
    TraceSpec spec = TraceSpec.trace().root("front", 0, 10_000).kind(SpanKind.SERVER);
    for (int i = 0; i < 2 * RequestShapes.MAX_CALLS; i++) {
      spec.child("front", "s" + i, i, i + 1);
    }

    RequestShape shape = request(spec).shape();
    assertThat(shape.places()).hasSize(RequestShapes.MAX_PLACES);
    assertThat(shape.frames()).hasSize(RequestShapes.MAX_PLACES);
    assertThat(shape.calls()).hasSize(RequestShapes.MAX_CALLS);
  }

  @Test
  void aRequestFailsWithItsFirstSpanAndAPlaceWithOneOfItsSpans() {
    TraceSpec spec = shop(1);
    assertThat(request(spec).failed()).isFalse();
    assertThat(request(spec).failedPlaces()).isEmpty();

    spec.spans().get(3).error = true;
    assertThat(request(spec).failed()).isFalse();
    assertThat(request(spec).failedPlaces())
        .containsExactlyInAnyOrder(new Place.Edge("front", "cart"), new Place.Service("cart"));

    spec.spans().get(0).error = true;
    assertThat(request(spec).failed()).isTrue();
    assertThat(request(shop(2)).failed()).isFalse();
  }

  /** A shape that is shared says the same as one that is made for the request alone. */
  @Property
  void aSharedShapeIsThatOfTheRequestAlone(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 12) int spans) {
    List<TraceSpec> specs =
        List.of(
            RandomTraces.linked(random, spans, 10),
            RandomTraces.dirty(random, spans),
            RandomTraces.linked(random, 2, 10),
            RandomTraces.linked(random, 3, 10));
    for (TraceSpec spec : specs) {
      List<RequestAnalysis> shared = analyze(spec);
      RecordingSink alone = new RecordingSink();
      new TraceAnalyzer(AnalysisRules.standard())
          .analyze(spec.assembled(), new QualityLedger(60_000), alone);
      for (int i = 0; i < shared.size(); i++) {
        RequestShape expected = alone.requests().get(i).shape();
        RequestShape found = shared.get(i).shape();
        assertThat(found.category()).isEqualTo(expected.category());
        assertThat(places(found)).isEqualTo(places(expected));
        assertThat(found.frames()).isEqualTo(expected.frames());
        assertThat(found.calls()).isEqualTo(expected.calls());
      }
    }
  }

  @Property
  void everyStepWithTimeHasItsPlace(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 25) int spans) {
    List<PathCheck> checks = new ArrayList<>();
    analyzer.analyze(
        RandomTraces.dirty(random, spans).assembled(),
        new QualityLedger(60_000),
        new AnalysisSink() {
          @Override
          public void request(RequestAnalysis request) {
            checks.add(PathCheck.of(request));
          }

          @Override
          public void late(io.tracemill.analysis.quality.LateSpan span) {}
        });
    assertThat(checks).allMatch(check -> check.known.equals(check.expected));
  }

  private record PathCheck(List<Place> known, List<Place> expected) {
    static PathCheck of(RequestAnalysis request) {
      PathCheck check = new PathCheck(new ArrayList<>(), new ArrayList<>());
      for (int node = 0; node < request.criticalPath().size(); node++) {
        if (request.criticalPath().exclusiveNanos(node) > 0) {
          var step = request.criticalPath().step(node);
          check.expected.add(Place.of(step).orElseThrow());
          int known = request.shape().indexOf(step);
          if (known != RequestShape.NONE) {
            check.known.add(request.shape().places().get(known));
          }
        }
      }
      return check;
    }
  }
}
