package io.tracemill.pipeline.keep;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.analysis.signature.Fold;
import io.tracemill.pipeline.AnalysedRequests;
import io.tracemill.pipeline.count.EndpointPart;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

/** Panes of a minute. */
class KeepOperatorTest {
  private static final long MINUTE = 60_000;
  private static final int MAX_ROWS = 50;
  private static final ReplayRules REPLAY = new ReplayRules(0, 0, Fold.LOG2);

  private static OneInputStreamOperatorTestHarness<RequestAnalysis, KeptRequest> task(
      int requestsPerSecond, int tasks, int task) throws Exception {
    OneInputStreamOperatorTestHarness<RequestAnalysis, KeptRequest> harness =
        new OneInputStreamOperatorTestHarness<>(
            SimpleOperatorFactory.of(
                new KeepOperator(MINUTE, REPLAY, MAX_ROWS, requestsPerSecond, 1_000_000)),
            128,
            tasks,
            task);
    harness.setup(
        new InChainTypeInfo<>(KeptRequest.class).createSerializer(new SerializerConfigImpl()));
    return harness;
  }

  private static OneInputStreamOperatorTestHarness<RequestAnalysis, KeptRequest> started(
      int requestsPerSecond) throws Exception {
    OneInputStreamOperatorTestHarness<RequestAnalysis, KeptRequest> harness =
        task(requestsPerSecond, 1, 0);
    harness.open();
    return harness;
  }

  private static RequestAnalysis request(int id) {
    return AnalysedRequests.entry(
        trace(id).root("shop", 0, 100 + id % 7).child("shop", "db", 10, 40));
  }

  private static List<Long> traces(
      OneInputStreamOperatorTestHarness<RequestAnalysis, KeptRequest> harness) {
    return harness.extractOutputValues().stream().map(row -> row.traceId().low()).sorted().toList();
  }

  @Test
  void requestsAreEmittedWhenTheirPaneIsOver() throws Exception {
    try (var harness = started(100)) {
      harness.processElement(request(1), 0);
      harness.processElement(request(2), MINUTE - 1);
      harness.processElement(request(3), MINUTE);
      harness.processWatermark(new Watermark(MINUTE - 1));
      assertThat(traces(harness)).isEmpty();

      harness.processWatermark(new Watermark(MINUTE));
      assertThat(traces(harness)).containsExactly(1L, 2L);

      harness.endInput();
      assertThat(traces(harness)).containsExactly(1L, 2L, 3L);
    }
  }

  @Test
  void aRequestThatComesAfterItsPaneIsEmittedToo() throws Exception {
    try (var harness = started(100)) {
      harness.processWatermark(new Watermark(10 * MINUTE));
      harness.processElement(request(1), 0);
      harness.processWatermark(new Watermark(10 * MINUTE + 1));

      assertThat(traces(harness)).containsExactly(1L);
    }
  }

  @Test
  void theRowsOfAPaneGoToItsEndpointAtMostSoMany() throws Exception {
    try (var harness = started(100)) {
      for (int i = 0; i < 1_000; i++) {
        harness.processElement(request(i), 0);
      }
      harness.processElement(incomplete(), 0);
      harness.processElement(request(1_000), MINUTE);
      harness.endInput();

      List<EndpointPart> parts = new ArrayList<>();
      harness.getSideOutput(KeepOperator.ROWS).forEach(part -> parts.add(part.getValue()));
      assertThat(parts)
          .extracting(part -> part.endpoint().service(), EndpointPart::paneMillis)
          .containsExactly(Tuple.tuple("shop", 0L), Tuple.tuple("shop", MINUTE));
      List<RequestRow> rows = parts.get(0).rows();
      assertThat(rows).hasSizeBetween(MAX_ROWS / 2, MAX_ROWS);
      assertThat(rows.stream().mapToDouble(RequestRow::weight).sum()).isBetween(999.0, 1_001.0);
      assertThat(parts.get(1).rows())
          .extracting(row -> row.traceId().low())
          .containsExactly(1_000L);
    }
  }

  private static RequestAnalysis incomplete() {
    return AnalysedRequests.entry(trace(2_000).root("lost", 0, 100).orphan("db", 1, 2));
  }

  @Test
  void theBoundIsSharedByTheTasks() throws Exception {
    try (var harness = task(2, 2, 0)) {
      harness.open();
      for (int i = 0; i < 10_000; i++) {
        harness.processElement(request(i), 0);
      }
      harness.endInput();

      assertThat(harness.extractOutputValues()).hasSizeBetween(30, 60 + 1);
      double estimated =
          harness.extractOutputValues().stream().mapToDouble(KeptRequest::weight).sum();
      assertThat(estimated).isBetween(9_999.0, 10_001.0);
    }
  }

  @Test
  void aPaneContinuesAfterARestoreAtAnyParallelism() throws Exception {
    OperatorSubtaskState state;
    try (var harness = started(100)) {
      for (int i = 0; i < 50; i++) {
        harness.processElement(request(i), 0);
      }
      state = harness.snapshot(1, 1);
    }
    List<Long> traces = new ArrayList<>();
    for (int index = 0; index < 2; index++) {
      try (var harness = task(100, 2, index)) {
        harness.initializeState(
            AbstractStreamOperatorTestHarness.repartitionOperatorState(state, 128, 1, 2, index));
        harness.open();
        harness.processElement(request(100 + index), 1);
        harness.endInput();
        traces.addAll(traces(harness));
      }
    }

    assertThat(traces).hasSize(52).doesNotHaveDuplicates();
  }
}
