package io.tracemill.pipeline.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.job.FlinkSettings;
import io.tracemill.pipeline.post.FakeReceiver;
import io.tracemill.pipeline.post.TestIncident;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** In a job of more than one task, wired as {@code Topology} does it. */
@Tag("slow")
@Timeout(120)
final class WebhookJobIT {
  private static final int INCIDENTS = 5;

  @Test
  void everyPageThatAShortJobFindsIsToldOnceBeforeItEnds() throws Exception {
    try (FakeReceiver server = FakeReceiver.start()) {
      StreamExecutionEnvironment env =
          StreamExecutionEnvironment.createLocalEnvironment(
              2, FlinkSettings.bounded(TracemillConfig.defaults().checked()));
      // Panes of the future are recent, whatever the clock of the machine says.
      long minute = 100 * 365 * 24 * 60;
      WebhookOperator.tell(
          env.fromSequence(0, 2 * INCIDENTS + 1)
              .map(
                  number ->
                      TestIncident.firing("i" + number / 2, minute)
                          .with(number / 2 == 0 ? Severity.INFO : Severity.PAGE)
                          .explained())
              .returns(new InChainTypeInfo<>(ExplainedIncident.class)),
          Settings.to(server.url(), WebhookFormat.JSON),
          "");
      env.execute("incidents");

      List<String> told = new ArrayList<>();
      while (server.waiting() > 0) {
        told.add(server.take().path("incident").path("id").asText());
      }
      assertThat(told).containsExactlyInAnyOrder("i1", "i2", "i3", "i4", "i5");
    }
  }
}
