package io.tracemill.pipeline.count;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.DurationScale;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.PaneCounts;
import io.tracemill.analysis.sums.SumRules;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.pipeline.AnalysedRequests;
import io.tracemill.pipeline.serialization.CodecSerializer;
import java.util.List;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

class CountOperatorTest {
  private static final int MAX_ENDPOINTS = 3;
  private static final SumRules LIMITS = new SumRules(100, 50, 20, new DurationScale(1_000_000));
  private static final long PANE = 60_000;

  private static OneInputStreamOperatorTestHarness<RequestAnalysis, EndpointPart> started(
      boolean includeIncomplete) throws Exception {
    return started(includeIncomplete, MAX_ENDPOINTS);
  }

  private static List<PaneCounts> counts(
      OneInputStreamOperatorTestHarness<RequestAnalysis, EndpointPart> harness) {
    var out = harness.getSideOutput(CountOperator.PANE_COUNTS);
    return out == null ? List.of() : out.stream().map(StreamRecord::getValue).toList();
  }

  private static OneInputStreamOperatorTestHarness<RequestAnalysis, EndpointPart> started(
      boolean includeIncomplete, int maxEndpoints) throws Exception {
    OneInputStreamOperatorTestHarness<RequestAnalysis, EndpointPart> harness =
        new OneInputStreamOperatorTestHarness<>(
            SimpleOperatorFactory.of(
                new CountOperator(LIMITS, maxEndpoints, PANE, includeIncomplete)),
            128,
            1,
            0);
    harness.setup(new CodecSerializer<>(new EndpointPartCodec()));
    harness.open();
    return harness;
  }

  private static EndpointSums sums(EndpointPart part) {
    return part.sums().orElseThrow();
  }

  private static RequestAnalysis request(String service, long nanos) {
    return AnalysedRequests.entry(trace(nanos).root(service, 0, nanos));
  }

  private static RequestAnalysis incomplete() {
    TraceSpec spec = trace(1).root("front", 0, 100).orphan("lost", 1, 2);
    return AnalysedRequests.entry(spec);
  }

  @Test
  void endpointsBeyondTheCapCountTogether() throws Exception {
    try (var harness = started(false)) {
      for (int i = 0; i < 10; i++) {
        harness.processElement(request("service-" + i, 100), 0);
        harness.prepareSnapshotPreBarrier(i);
      }
      assertThat(harness.extractOutputValues())
          .filteredOn(part -> part.endpoint().service().equals("(other)"))
          .hasSize(10 - MAX_ENDPOINTS);
    }
  }

  @Test
  void requestsAreMergedByEndpointAndPane() throws Exception {
    try (var harness = started(false)) {
      harness.processElement(request("front", 100), 0);
      harness.processElement(request("front", 200), PANE - 1);
      harness.processElement(request("front", 300), PANE);
      harness.processElement(request("cart", 400), PANE);
      harness.endInput();
      assertThat(harness.extractOutputValues())
          .extracting(
              part -> part.endpoint().service(),
              EndpointPart::paneMillis,
              part -> sums(part).count())
          .containsExactlyInAnyOrder(
              tuple("front", 0L, 2L), tuple("front", PANE, 1L), tuple("cart", PANE, 1L));
    }
  }

  @Test
  void partsLeaveBeforeTheWatermarkThatEndsTheirPane() throws Exception {
    try (var harness = started(false)) {
      harness.processElement(request("front", 100), 5);
      harness.processElement(request("front", 100), PANE);
      harness.processWatermark(PANE - 1);
      assertThat(harness.extractOutputValues()).isEmpty();
      harness.processWatermark(PANE);
      assertThat(harness.extractOutputValues())
          .extracting(EndpointPart::paneMillis)
          .containsExactly(0L);
      assertThat(harness.getOutput()).last().isEqualTo(new Watermark(PANE));
    }
  }

  @Test
  void partsLeaveBeforeEveryBarrierAndOnlyOnce() throws Exception {
    try (var harness = started(false)) {
      harness.processElement(request("front", 100), 5);
      harness.prepareSnapshotPreBarrier(1);
      assertThat(harness.extractOutputValues()).hasSize(1);
      harness.processElement(request("front", 100), 6);
      harness.prepareSnapshotPreBarrier(2);
      harness.processWatermark(PANE);
      harness.endInput();
      assertThat(harness.extractOutputValues())
          .extracting(part -> sums(part).count())
          .containsExactly(1L, 1L);
    }
  }

  @Test
  void partsLeaveWhenTogetherTheyTakeTooMuch() throws Exception {
    RequestAnalysis one = request("front", 100);
    EndpointSums alone = new EndpointSums(LIMITS);
    alone.add(one);
    int enough = (int) (CountOperator.MAX_WEIGHT / alone.weight()) + 1;
    try (var harness = started(false, enough)) {
      for (int i = 1; i < enough; i++) {
        harness.processElement(named(one, i), 0);
      }
      assertThat(harness.extractOutputValues()).isEmpty();
      harness.processElement(named(one, enough), 0);
      assertThat(harness.extractOutputValues()).hasSize(enough);
      harness.processElement(named(one, 1), 0);
      assertThat(harness.extractOutputValues()).hasSize(enough);
    }
  }

  private static RequestAnalysis named(RequestAnalysis request, int endpoint) {
    return new RequestAnalysis(
        request.traceId(),
        request.spanId(),
        request.role(),
        Frame.of("front", "operation " + endpoint),
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
        request.details());
  }

  @Test
  void requestsAreCountedByEndpointAndPane() throws Exception {
    try (var harness = started(false)) {
      harness.processElement(request("front", 100), 0);
      harness.processElement(request("front", 200), PANE - 1);
      harness.processElement(request("front", 300), PANE);
      harness.processElement(request("cart", 400), PANE);
      harness.processWatermark(PANE);
      assertThat(counts(harness))
          .extracting(PaneCounts::paneMillis, PaneCounts::requests)
          .containsExactly(tuple(0L, 2L));
      harness.prepareSnapshotPreBarrier(1);
      harness.endInput();
      assertThat(counts(harness))
          .extracting(each -> each.endpoint().service(), PaneCounts::requests)
          .containsExactlyInAnyOrder(tuple("front", 2L), tuple("front", 1L), tuple("cart", 1L));
    }
  }

  @Test
  void incompleteRequestsAreEvidenceOfCountsToo() throws Exception {
    try (var harness = started(false)) {
      harness.processElement(incomplete(), 0);
      harness.endInput();
      assertThat(counts(harness))
          .extracting(PaneCounts::requests, PaneCounts::evidence)
          .containsExactly(tuple(0L, new PaneCounts.Evidence(2, 1, 1, 0)));
    }
  }

  @Test
  void anIncludedRequestOfAnIncompleteTraceIsCountedOnce() throws Exception {
    try (var harness = started(true)) {
      harness.processElement(incomplete(), 0);
      harness.endInput();
      assertThat(counts(harness))
          .extracting(PaneCounts::requests, PaneCounts::evidence)
          .containsExactly(tuple(1L, new PaneCounts.Evidence(2, 1, 1, 0)));
    }
  }

  @Test
  void endpointsBeyondTheCapAreNotCounted() throws Exception {
    try (var harness = started(false)) {
      for (int i = 0; i < 10; i++) {
        harness.processElement(request("service-" + i, 100), 0);
        harness.prepareSnapshotPreBarrier(i);
      }
      assertThat(counts(harness)).hasSize(MAX_ENDPOINTS);
    }
  }

  @Test
  void incompleteRequestsAreEvidenceUnlessTheyAreIncluded() throws Exception {
    for (boolean include : List.of(false, true)) {
      try (var harness = started(include)) {
        harness.processElement(incomplete(), 0);
        harness.endInput();
        assertThat(harness.extractOutputValues())
            .singleElement()
            .satisfies(part -> assertThat(sums(part).count()).isEqualTo(include ? 1 : 0));
      }
    }
  }
}
