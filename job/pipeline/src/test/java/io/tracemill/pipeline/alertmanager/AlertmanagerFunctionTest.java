package io.tracemill.pipeline.alertmanager;

import static io.tracemill.pipeline.alertmanager.TestIncident.at;
import static io.tracemill.pipeline.alertmanager.TestIncident.firing;
import static io.tracemill.pipeline.alertmanager.TestIncident.resolved;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AlertmanagerFunctionTest {
  private final SetClock clock = new SetClock();

  @SuppressWarnings("NullAway.Init")
  private FakeAlertmanager server;

  @BeforeEach
  void start() throws IOException {
    server = FakeAlertmanager.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private OneInputStreamOperatorTestHarness<AlertPost, Void> harness() throws Exception {
    return new OneInputStreamOperatorTestHarness<>(
        new ProcessOperator<>(new AlertmanagerFunction(Settings.to(server.url()), clock)));
  }

  private OneInputStreamOperatorTestHarness<AlertPost, Void> started() throws Exception {
    var harness = harness();
    harness.open();
    return harness;
  }

  private static void feed(
      OneInputStreamOperatorTestHarness<AlertPost, Void> harness, TestIncident incident)
      throws Exception {
    harness.processElement(incident.post(), at(incident.minute()));
  }

  private String taken() throws InterruptedException {
    return server.take().path("labels").path("incident").asText();
  }

  @Test
  void incidentsArePosted() throws Exception {
    try (var harness = started()) {
      feed(harness, firing("i1", 0));
      assertThat(taken()).isEqualTo("i1");
      feed(harness, resolved("i1", 0));
      assertThat(server.take().path("endsAt").asText()).isEqualTo("2026-11-22T03:12:00Z");
      assertThat(harness.extractOutputValues()).isEmpty();
    }
  }

  @Test
  void theJobWaitsForNobodyAndKeepsWhatIsOpen() throws Exception {
    server.hang();
    OperatorSubtaskState state;
    try (var harness = started()) {
      for (int i = 0; i < 3_000; i++) {
        feed(harness, firing("i" + i, 0));
      }
      state = harness.snapshot(1, 1);
    }
    server.reply(exchange -> FakeAlertmanager.send(exchange, 200, ""));
    try (var harness = harness()) {
      harness.initializeState(state);
      harness.open();
      assertThat(harness.snapshot(2, 2).getManagedOperatorState()).isNotEmpty();
      server.take();
      for (int i = 0; i < 2_000; i++) {
        server.take();
      }
    }
  }

  @Test
  void afterARestoreOpenIncidentsArePostedAgain() throws Exception {
    OperatorSubtaskState state;
    try (var harness = started()) {
      feed(harness, firing("i1", 0));
      server.take();
      state = harness.snapshot(1, 1);
    }
    try (var harness = harness()) {
      harness.initializeState(state);
      harness.open();
      assertThat(taken()).isEqualTo("i1");
    }
  }

  @Test
  void oldWindowsAreNotPosted() throws Exception {
    clock.set(at(60));
    try (var harness = started()) {
      feed(harness, firing("old", 0));
      feed(harness, firing("new", 55));
      assertThat(taken()).isEqualTo("new");
      feed(harness, firing("old", 59));
      assertThat(taken()).isEqualTo("old");
    }
    assertThat(server.waiting()).isZero();
  }

  @Test
  void whatIsPendingWhenTheJobEndsIsTriedOnceMore() throws Exception {
    server.replyWith(503, "");
    try (var harness = started()) {
      feed(harness, firing("i1", 0));
      assertThat(taken()).isEqualTo("i1");
    }
    assertThat(server.waiting()).isEqualTo(1);
  }
}
