package io.tracemill.pipeline.check;

import static io.tracemill.pipeline.check.Requests.model;
import static io.tracemill.pipeline.check.Requests.usual;
import static io.tracemill.pipeline.check.Requests.withMail;
import static io.tracemill.pipeline.check.Requests.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.anomaly.Anomaly.Reason;
import io.tracemill.analysis.anomaly.traffic.CheckedRequest;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.pipeline.count.EndpointPart;
import io.tracemill.pipeline.count.EndpointPartCodec;
import java.nio.file.Path;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ten scores a second; panes of 30 s. */
final class CheckOperatorTest {
  private static final long PANE = 30_000;
  private static final int PER_SECOND = 10;

  @TempDir private Path directory;

  private OneInputStreamOperatorTestHarness<RequestAnalysis, EndpointPart> started()
      throws Exception {
    OneInputStreamOperatorTestHarness<RequestAnalysis, EndpointPart> harness =
        new OneInputStreamOperatorTestHarness<>(
            SimpleOperatorFactory.of(
                new CheckOperator(directory.toString(), 1_000_000, PER_SECOND, PANE)),
            1,
            1,
            0);
    harness.setup(EndpointPartCodec.TYPE.createSerializer(new SerializerConfigImpl()));
    harness.open();
    return harness;
  }

  private static List<CheckedRequest> checked(
      OneInputStreamOperatorTestHarness<RequestAnalysis, EndpointPart> harness) {
    return harness.extractOutputValues().stream()
        .map(part -> part.checked().orElseThrow())
        .toList();
  }

  @Test
  void requestsWithAModelAreScoredSoManyASecond() throws Exception {
    write(directory.resolve("shop.tmam"), model("shop", 300, 1));
    try (var harness = started()) {
      for (int i = 0; i < 100; i++) {
        harness.processElement(usual("shop", i), PANE + 100);
        harness.processElement(usual("bank", i), PANE + 100);
      }
      assertThat(checked(harness))
          .hasSize(PER_SECOND)
          .allMatch(each -> each.unseen().isEmpty() && each.rare().isEmpty())
          .extracting(each -> each.scored().orElseThrow())
          .allMatch(found -> found.endpoint().service().equals("shop"))
          .allMatch(found -> found.score() < checked(harness).get(0).threshold());
      assertThat(harness.extractOutputValues()).allMatch(part -> part.paneMillis() == PANE);
    }
  }

  @Test
  void anUnseenPathIsFoundInRequestsThatAreNotScored() throws Exception {
    write(directory.resolve("shop.tmam"), model("shop", 300, 1));
    try (var harness = started()) {
      for (int i = 0; i < 100; i++) {
        harness.processElement(usual("shop", i), 100);
      }
      harness.processElement(withMail("shop", 500), 200);

      CheckedRequest odd = checked(harness).get(PER_SECOND);
      assertThat(odd.scored()).isEmpty();
      assertThat(odd.unseen()).contains(Reason.UNSEEN_PATH);
      assertThat(odd.rare().orElseThrow().paths())
          .first()
          .satisfies(
              path -> {
                assertThat(path.path().get(path.path().size() - 1).service()).isEqualTo("mail");
                assertThat(path.seenNanos()).isEqualTo(6_000_000);
                assertThat(path.expectedNanos()).isZero();
              });
    }
  }

  @Test
  void aFloodOfAnomaliesIsBounded() throws Exception {
    write(directory.resolve("shop.tmam"), model("shop", 300, 1));
    try (var harness = started()) {
      for (int i = 0; i < 1_000; i++) {
        harness.processElement(withMail("shop", i), 100);
      }
      assertThat(checked(harness)).hasSizeBetween(PER_SECOND, 2 * PER_SECOND);
    }
  }

  @Test
  void modelsOfARunningTaskAreReplaced() throws Exception {
    try (var harness = started()) {
      harness.processElement(usual("shop", 1), 0);
      assertThat(checked(harness)).isEmpty();

      write(directory.resolve("shop.tmam"), model("shop", 300, 1));
      try (ModelWatch shared = ModelWatch.open(directory, 1_000_000)) {
        shared.refresh();
      }
      harness.processElement(usual("shop", 2), 1);
      assertThat(checked(harness)).hasSize(1);
    }
  }
}
