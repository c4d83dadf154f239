package io.tracemill.analysis.profile;

import static io.tracemill.analysis.profile.TestRequest.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.errorcost.ErrorCost;
import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.request.AnalysisRules;
import io.tracemill.analysis.request.AnalysisSink;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.request.RequestDetails;
import io.tracemill.analysis.request.RequestExtent;
import io.tracemill.analysis.request.RequestSpans;
import io.tracemill.analysis.request.TraceAnalyzer;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.CanonicalForm.Node;
import io.tracemill.analysis.subspan.SpanLayout;
import io.tracemill.analysis.subspan.SpanTimes;
import io.tracemill.analysis.trace.PackedSpans;
import io.tracemill.analysis.trace.TraceSpec;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What of a request's form and attributes reaches the sums. */
class CarriedDetailsTest {
  private static final ProfileLimits LIMITS = new ProfileLimits(1000, 1000, 2, 2);

  /** The sums of all requests of these traces, as one analyser and one thread make them. */
  private static EndpointAccumulator analyzed(List<TraceSpec> traces) {
    EndpointAccumulator sums = new EndpointAccumulator(LIMITS);
    TraceAnalyzer analyzer = new TraceAnalyzer(AnalysisRules.standard());
    AnalysisSink adding =
        new AnalysisSink() {
          @Override
          public void request(RequestAnalysis request) {
            sums.add(request);
          }

          @Override
          public void late(LateSpan span) {
            throw new AssertionError(span);
          }
        };
    traces.forEach(trace -> analyzer.analyze(trace.assembled(), new QualityLedger(60_000), adding));
    return sums;
  }

  private static TraceSpec calling(long id, String callee) {
    return TraceSpec.trace(id)
        .root("front", 0, 100)
        .attribute("service.version", "v" + id)
        .child("front", callee, 10, 20);
  }

  private static EndpointAccumulator sums() {
    return analyzed(List.of(calling(1, "db"), calling(2, "cache"), calling(3, "db")));
  }

  private static List<String> callees(EndpointAccumulator sums) {
    return sums.categories().values().stream()
        .map(category -> category.form().orElseThrow().nodes().get(1).frame().service())
        .sorted()
        .toList();
  }

  private static EndpointAccumulator readAgain(EndpointAccumulator sums) throws IOException {
    return EndpointAccumulatorTest.read(EndpointAccumulatorTest.bytes(sums), LIMITS);
  }

  @Test
  void eachCategoryHasTheFormOfItsFlow() throws IOException {
    EndpointAccumulator merged = EndpointAccumulatorTest.merged(sums(), sums());

    for (EndpointAccumulator sums : List.of(sums(), readAgain(sums()), merged)) {
      assertThat(callees(sums)).containsExactly("cache", "db");
    }
  }

  @Test
  void aFormIsAskedForOnceACategoryAndNotForTheRest() {
    EndpointAccumulator sums = new EndpointAccumulator(LIMITS);
    Asked asked = new Asked();
    for (int id = 0; id < 12; id++) {
      sums.add(with(asked, request(id).flow(id % 4).call("front", 10).build()));
    }

    assertThat(asked.forms).isEqualTo(2);
    assertThat(sums.other().count()).isEqualTo(6);
    assertThat(sums.other().form()).isEmpty();
  }

  @Test
  void attributesAreAskedForRequestsThatAreKeptOnly() {
    EndpointAccumulator sums = new EndpointAccumulator(LIMITS);
    Asked asked = new Asked();
    sums.countIncomplete(with(asked, request(0).call("front", 10).incomplete().build()));
    for (int id = 1; id <= 1000; id++) {
      sums.add(with(asked, request(id).call("front", 10).build()));
    }

    assertThat(asked.attributes).isBetween(2, 50);
  }

  @Test
  void aLongFormIsCut() {
    TraceSpec trace = TraceSpec.trace().root("front", 0, 10_000);
    for (int i = 0; i < 2 * EndpointAccumulator.MAX_FORM_NODES; i++) {
      trace.child("front", "s" + i % 2, 2L * i, 2L * i + 1);
    }

    CanonicalForm form =
        analyzed(List.of(trace)).categories().values().iterator().next().form().orElseThrow();
    assertThat(form.nodes()).hasSize(EndpointAccumulator.MAX_FORM_NODES);
    assertThat(form.truncated()).isTrue();
  }

  @Test
  void oneFormIsEnoughToShowWhatWasMerged() {
    CategoryAccumulator cut = new CategoryAccumulator(LIMITS);
    Node root = new Node(0, TestRequest.ENDPOINT, false, 1);
    cut.show(new CanonicalForm(List.of(root), true));
    cut.show(TestRequest.form(3));
    cut.show(new CanonicalForm(List.of(root), true));

    assertThat(cut.form()).isEqualTo(Optional.of(TestRequest.form(3)));
  }

  @Test
  void sampledRequestsHaveTheirFlowAndTheirAttributes() throws IOException {
    CallTreeSignature flow = new CallTreeSignature(7, -7);
    RequestAttribute version = new RequestAttribute("front", "service.version", "2");
    EndpointAccumulator sums = new EndpointAccumulator(LIMITS);
    sums.add(
        request(1).flow(7).call("front", 9).attribute("front", "service.version", "2").build());
    EndpointAccumulator merged = new EndpointAccumulator(LIMITS);
    merged.merge(sums);

    for (EndpointAccumulator each : List.of(sums, merged, readAgain(sums))) {
      SampledRequest kept = each.sample().strata().get(0).requests().get(0);
      assertThat(kept.flow()).isEqualTo(flow);
      assertThat(kept.attributes()).containsExactly(version);
    }
  }

  @Test
  void attributesOfTheSpansAreInTheSample() {
    assertThat(sums().sample().strata())
        .flatExtracting(Stratum::requests)
        .flatExtracting(SampledRequest::attributes)
        .isSubsetOf(versions("v1", "v2", "v3"))
        .hasSize(2);
  }

  @Test
  void whatIsRepeatedIsWrittenOnce() throws IOException {
    EndpointAccumulator few = new EndpointAccumulator(new ProfileLimits(10, 10, 10, 100));
    EndpointAccumulator many = new EndpointAccumulator(new ProfileLimits(10, 10, 10, 100));
    String value = "x".repeat(200);
    for (int id = 0; id < 50; id++) {
      EndpointAccumulator into = id < 10 ? few : many;
      into.add(request(id).call("front", 10).attribute("front", "region", value).build());
    }

    assertThat(EndpointAccumulatorTest.bytes(many).length)
        .isLessThan(EndpointAccumulatorTest.bytes(few).length + 30 * value.length() / 4);
  }

  @Test
  void formsAndAttributesWeigh() {
    EndpointAccumulator sums = new EndpointAccumulator(LIMITS);
    sums.add(request(1).flow(0).call("front", 10).build());
    EndpointAccumulator more = new EndpointAccumulator(LIMITS);
    more.add(request(1).flow(5).call("front", 10).build());
    EndpointAccumulator most = new EndpointAccumulator(LIMITS);
    most.add(request(1).flow(5).call("front", 10).attribute("a", "b", "c").build());

    assertThat(more.weight()).isGreaterThan(sums.weight());
    assertThat(most.weight()).isGreaterThan(more.weight());
  }

  private static List<RequestAttribute> versions(String... values) {
    return List.of(values).stream()
        .map(value -> new RequestAttribute("front", "service.version", value))
        .toList();
  }

  /** How often somebody asked. */
  private static final class Asked {
    private int forms;
    private int attributes;
  }

  private static RequestAnalysis with(Asked asked, RequestAnalysis request) {
    RequestDetails counting =
        new RequestDetails() {
          @Override
          public double samplingWeight() {
            return request.details().samplingWeight();
          }

          @Override
          public RequestExtent extent() {
            return request.details().extent();
          }

          @Override
          public Optional<ErrorCost> errorCost() {
            return Optional.empty();
          }

          @Override
          public RequestSpans spans(int maxSpans) {
            return RequestSpans.NONE;
          }

          @Override
          public CanonicalForm flowForm(int maxNodes) {
            asked.forms++;
            return request.flowForm(maxNodes);
          }

          @Override
          public List<RequestAttribute> attributes() {
            asked.attributes++;
            return request.attributes();
          }

          @Override
          public PackedSpans packedSpans(int maxSpans) {
            return request.details().packedSpans(maxSpans);
          }

          @Override
          public boolean waitedFor() {
            return request.details().waitedFor();
          }

          @Override
          public SpanTimes spanTimes() {
            return request.details().spanTimes();
          }

          @Override
          public SpanLayout spanLayout() {
            return request.details().spanLayout();
          }

          @Override
          public boolean hasAttribute(Predicate<RequestAttribute> wanted) {
            return request.hasAttribute(wanted);
          }
        };
    return new RequestAnalysis(
        request.traceId(),
        request.spanId(),
        request.role(),
        request.endpoint(),
        request.startNanos(),
        request.durationNanos(),
        request.spanCount(),
        request.complete(),
        request.truncated(),
        request.skewNanos(),
        request.clippedNanos(),
        request.signatures(),
        request.shape(),
        request.failed(),
        request.failedPlaces(),
        request.criticalPath(),
        counting);
  }
}
