package io.tracemill.analysis.request;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.Fold;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.trace.TraceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RequestAttributesTest {
  private static final String VERSION = "service.version";

  /** What each request answers while it can be asked. */
  private static final class Asking implements AnalysisSink {
    private final List<List<RequestAttribute>> attributes = new ArrayList<>();
    private final List<CanonicalForm> forms = new ArrayList<>();
    private final List<RequestAnalysis> requests = new ArrayList<>();

    @Override
    public void request(RequestAnalysis request) {
      attributes.add(request.attributes());
      forms.add(request.form(10));
      requests.add(request);
    }

    @Override
    public void late(LateSpan span) {
      throw new AssertionError(span);
    }
  }

  private static Asking ask(TraceSpec spec, List<String> keys) {
    Asking asking = new Asking();
    AnalysisRules rules = new AnalysisRules(true, List.of(), 50, 0, Fold.LOG2, keys);
    new TraceAnalyzer(rules).analyze(spec.assembled(), new QualityLedger(60_000), asking);
    return asking;
  }

  private static List<RequestAttribute> attributes(TraceSpec spec) {
    return ask(spec, TraceSpec.ATTRIBUTES).attributes.get(0);
  }

  private static RequestAttribute version(String service, String value) {
    return new RequestAttribute(service, VERSION, value);
  }

  @Test
  void eachAttributeOfTheSpansIsThereOnceAndInOrder() {
    TraceSpec spec = trace().root("front", 0, 100).attribute(VERSION, "2");
    spec.child("front", "db", 10, 20).attribute(VERSION, "7").attribute("region", "eu");
    spec.child("front", "cart", 30, 40).child("front", "db", 50, 60).attribute(VERSION, "7");
    spec.child("front", "db", 70, 80).attribute(VERSION, "6");

    assertThat(attributes(spec))
        .containsExactly(
            new RequestAttribute("db", "region", "eu"),
            version("db", "6"),
            version("db", "7"),
            version("front", "2"));
  }

  @Test
  void aRequestHasTheAttributesOfItsOwnSpansOnly() {
    TraceSpec spec = trace().root("front", 0, 100).attribute(VERSION, "2");
    spec.child("front", "mailer", 10, 20).kind(SpanKind.CONSUMER).attribute(VERSION, "5");
    spec.child("front", "cart", 30, 40).attribute(VERSION, "3");

    assertThat(ask(spec, TraceSpec.ATTRIBUTES).attributes)
        .containsExactly(
            List.of(version("cart", "3"), version("front", "2"), version("mailer", "5")),
            List.of(version("mailer", "5")));
  }

  @Test
  void spansWithoutAttributesHaveNone() {
    assertThat(attributes(trace().root("front", 0, 100).child("front", "db", 1, 2))).isEmpty();
  }

  @Test
  void aSpanDeliveredTwiceWithOtherAttributesCountsOnce() {
    TraceSpec spec = trace().root("front", 0, 100).attribute(VERSION, "2");
    spec.again().spans().get(1).attributes.put(VERSION, "1");

    assertThat(attributes(spec)).containsExactly(version("front", "1"));
  }

  @Test
  void ofManyAttributesTheFirstAreThere() {
    TraceSpec spec = trace().root("front", 0, 10_000);
    for (int i = 999; i >= 100; i--) {
      spec.child("front", "db", i, i + 1).attribute(VERSION, "" + i);
    }

    assertThat(attributes(spec))
        .hasSize(RequestDetails.MAX_ATTRIBUTES)
        .isEqualTo(IntStream.range(100, 132).mapToObj(i -> version("db", "" + i)).toList());
  }

  @Test
  void longValuesAreCutBetweenCharacters() {
    String value = "x".repeat(RequestAttribute.MAX_VALUE_LENGTH - 1) + "\ud83d\ude00 and more";

    assertThat(attributes(trace().root("front", 0, 100).attribute(VERSION, value)))
        .containsExactly(version("front", "x".repeat(RequestAttribute.MAX_VALUE_LENGTH - 1)));
  }

  @Test
  void attributesThatAreNotConfiguredAnyMoreAreLeftOut() {
    TraceSpec spec = trace().root("front", 0, 100).attribute(VERSION, "2").attribute("region", "x");

    assertThat(ask(spec, List.of(VERSION)).attributes)
        .containsExactly(List.of(version("front", "2")));
  }

  @Test
  void theFormIsTheOneOfTheFlow() {
    Asking asking = ask(trace().root("front", 0, 100).child("front", "db", 10, 20), List.of());

    assertThat(asking.forms.get(0).nodes())
        .extracting(node -> node.depth() + " " + node.frame())
        .containsExactly("0 front op", "1 db op");
  }

  @Test
  void aRequestIsNotAskedAboutOnceTheNextIsAnalysed() {
    TraceSpec spec = trace().root("front", 0, 100).kind(SpanKind.PRODUCER);
    spec.child("front", "mailer", 200, 300).kind(SpanKind.CONSUMER);
    Asking asking = ask(spec, List.of());

    assertThat(asking.requests.get(1).attributes()).isEmpty();
    assertThatThrownBy(() -> asking.requests.get(0).attributes())
        .isInstanceOf(IllegalStateException.class);
  }
}
