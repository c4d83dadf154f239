package io.tracemill.analysis.request;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.span.Vocabulary;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.analysis.trace.TraceTreeBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndpointNamesTest {
  private static final List<EndpointPattern> GATEWAYS =
      List.of(new EndpointPattern("gateway", "*"), new EndpointPattern("proxy", "op"));

  private final TraceTreeBuilder builder = new TraceTreeBuilder(true, new Vocabulary(2));
  private final EndpointNames names = new EndpointNames(GATEWAYS);

  private String endpoint(TraceSpec spec) {
    return names.endpoint(builder.build(spec.assembled())).service();
  }

  @Test
  void withoutPatternsTheRootNamesTheRequest() {
    EndpointNames plain = new EndpointNames(List.of());
    TraceSpec spec = trace().root("gateway", 0, 100).child("gateway", "cart", 10, 20);

    assertThat(plain.endpoint(builder.build(spec.assembled())).service()).isEqualTo("gateway");
  }

  @Test
  void aRootThatIsNotSkippedNamesTheRequest() {
    assertThat(endpoint(trace().root("web", 0, 100).child("web", "gateway", 10, 20)))
        .isEqualTo("web");
  }

  @Test
  void theEarliestSpanBelowASkippedRootNamesTheRequest() {
    TraceSpec spec = trace().root("gateway", 0, 100).child("gateway", "late", 20, 30);

    assertThat(endpoint(spec.child("gateway", "early", 10, 90))).isEqualTo("early");
  }

  @Test
  void severalSkippedSpansAreLookedThrough() {
    TraceSpec spec = trace().root("gateway", 0, 100).child("gateway", "proxy", 10, 90);

    assertThat(endpoint(spec.child("proxy", "cart", 20, 80))).isEqualTo("cart");
  }

  @Test
  void theEarliestCountsHoweverDeepItHangs() {
    TraceSpec spec = trace().root("gateway", 0, 100).child("gateway", "proxy", 10, 90);
    spec.child("proxy", "cart", 20, 80).child("gateway", "mail", 15, 30);

    assertThat(endpoint(spec)).isEqualTo("mail");
  }

  @Test
  void spansBelowOneThatIsNotSkippedDoNotCount() {
    TraceSpec spec = trace().root("gateway", 0, 100).child("gateway", "cart", 50, 90);

    assertThat(endpoint(spec.child("cart", "early", 5, 10))).isEqualTo("cart");
  }

  @Test
  void whereAllSpansAreSkippedTheRootNamesTheRequest() {
    assertThat(endpoint(trace().root("gateway", 0, 100).child("gateway", "proxy", 10, 20)))
        .isEqualTo("gateway");
  }

  @Test
  void orphansNeverNameARequest() {
    TraceSpec spec = trace().root("gateway", 0, 100).orphan("lost", 5, 10);
    assertThat(endpoint(spec)).isEqualTo("gateway");

    assertThat(endpoint(spec.orphan("proxy", 1, 9).child("proxy", "cart", 2, 3)))
        .isEqualTo("gateway");
  }

  @Test
  void bothNamesMustMatch() {
    TraceSpec spec = trace().root("proxy", 0, 100).operation("other");

    assertThat(endpoint(spec.child("proxy", "cart", 10, 20))).isEqualTo("proxy");
  }

  @Test
  void verdictsDoNotOutliveTheNumbersOfTheirFrames() {
    assertThat(endpoint(trace().root("gateway", 0, 100).child("gateway", "a", 1, 2)))
        .isEqualTo("a");
    assertThat(endpoint(trace().root("b", 0, 100).child("b", "gateway", 1, 2))).isEqualTo("b");
    assertThat(endpoint(trace().root("gateway", 0, 100).child("gateway", "c", 1, 2)))
        .isEqualTo("c");
  }
}
