package io.tracemill.analysis.sums;

import static io.tracemill.analysis.request.TestRequest.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.request.AnalysisRules;
import io.tracemill.analysis.request.AnalysisSink;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.request.RequestDetails;
import io.tracemill.analysis.request.ServiceCalls;
import io.tracemill.analysis.request.TestRequest;
import io.tracemill.analysis.request.TraceAnalyzer;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.CanonicalForm.Node;
import io.tracemill.analysis.trace.PackedSpans;
import io.tracemill.analysis.trace.TraceSpec;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Categories show their form; sums ask for no other details. */
class CategoryFormsTest {
  private static final SumRules LIMITS = new SumRules(1000, 1000, 2, new DurationScale(1_000_000));

  /** The sums of all requests of these traces, as one analyser and one thread make them. */
  private static EndpointSums analyzed(List<TraceSpec> traces) {
    EndpointSums sums = new EndpointSums(LIMITS);
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
    sums.finish();
    return sums;
  }

  private static TraceSpec calling(long id, String callee) {
    return TraceSpec.trace(id)
        .root("front", 0, 100)
        .attribute("service.version", "v" + id)
        .child("front", callee, 10, 20);
  }

  private static EndpointSums sums() {
    return analyzed(List.of(calling(1, "db"), calling(2, "cache"), calling(3, "db")));
  }

  private static List<String> callees(EndpointSums sums) {
    return sums.categories().values().stream()
        .map(category -> category.form().orElseThrow().nodes().get(1).frame().service())
        .sorted()
        .toList();
  }

  private static EndpointSums readAgain(EndpointSums sums) throws IOException {
    return EndpointSumsTest.read(EndpointSumsTest.bytes(sums), LIMITS);
  }

  @Test
  void eachCategoryHasItsForm() throws IOException {
    EndpointSums merged = EndpointSumsTest.merged(sums(), sums());

    for (EndpointSums sums : List.of(sums(), readAgain(sums()), merged)) {
      assertThat(callees(sums)).containsExactly("cache", "db");
    }
  }

  @Test
  void aFormIsAskedForOnceACategoryAndNotForTheRest() {
    EndpointSums sums = new EndpointSums(LIMITS);
    FormsOnly asked = new FormsOnly();
    for (int id = 0; id < 12; id++) {
      sums.add(with(asked, request(id).category(id % 4).call("front", 10).build()));
    }
    sums.countIncomplete(with(asked, request(12).call("front", 10).incomplete().build()));

    assertThat(asked.forms).isEqualTo(2);
    assertThat(sums.other().count()).isEqualTo(6);
    assertThat(sums.other().form()).isEmpty();
  }

  @Test
  void aLongFormIsCut() {
    TraceSpec trace = TraceSpec.trace().root("front", 0, 10_000);
    for (int i = 0; i < 2 * EndpointSums.MAX_FORM_NODES; i++) {
      trace.child("front", "s" + i, 2L * i, 2L * i + 1);
    }

    CanonicalForm form =
        analyzed(List.of(trace)).categories().values().iterator().next().form().orElseThrow();
    assertThat(form.nodes()).hasSize(EndpointSums.MAX_FORM_NODES);
    assertThat(form.truncated()).isTrue();
  }

  @Test
  void oneFormIsEnoughToShowWhatWasMerged() {
    CategorySums cut = new CategorySums(LIMITS);
    Node root = new Node(0, TestRequest.ENDPOINT, false, 1);
    cut.show(new CanonicalForm(List.of(root), true));
    cut.show(TestRequest.form(3));
    cut.show(new CanonicalForm(List.of(root), true));

    assertThat(cut.form()).isEqualTo(Optional.of(TestRequest.form(3)));
  }

  @Test
  void aLongerFormWeighsMore() {
    EndpointSums some = new EndpointSums(LIMITS);
    some.add(request(1).category(0).call("front", 10).build());
    EndpointSums more = new EndpointSums(LIMITS);
    more.add(request(1).category(5).call("front", 10).build());

    assertThat(more.weight()).isGreaterThan(some.weight());
  }

  @Test
  void aNameIsWrittenOnceHoweverManyCategoriesHaveIt() throws IOException {
    SumRules roomy = new SumRules(10, 10, 100, new DurationScale(1_000_000));
    EndpointSums few = new EndpointSums(roomy);
    EndpointSums many = new EndpointSums(roomy);
    String name = "x".repeat(1000);
    for (int id = 0; id < 50; id++) {
      EndpointSums into = id < 10 ? few : many;
      into.add(request(id).category(id).call(name, 10).serviceCall(name, "db", 1, false).build());
    }
    few.finish();
    many.finish();

    assertThat(EndpointSumsTest.bytes(few)).hasSizeLessThan(name.length() + 2000);
    assertThat(EndpointSumsTest.bytes(many)).hasSizeLessThan(name.length() + 60_000);
  }

  /** Fails if sums ask for more than forms and calls. */
  private static final class FormsOnly implements RequestDetails {
    private int forms;

    @Override
    public CanonicalForm form(int maxNodes) {
      forms++;
      return TestRequest.form(1);
    }

    @Override
    public List<RequestAttribute> attributes() {
      throw new AssertionError("sums need no attributes");
    }

    @Override
    public PackedSpans packedSpans(int maxSpans) {
      throw new AssertionError("sums need no spans");
    }

    @Override
    public void serviceCalls(ServiceCalls out) {}
  }

  private static RequestAnalysis with(RequestDetails details, RequestAnalysis request) {
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
        request.category(),
        request.shape(),
        request.failed(),
        request.failedPlaces(),
        request.criticalPath(),
        details);
  }
}
