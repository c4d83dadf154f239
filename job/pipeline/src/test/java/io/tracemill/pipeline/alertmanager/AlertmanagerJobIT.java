package io.tracemill.pipeline.alertmanager;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.job.FlinkSettings;
import io.tracemill.pipeline.post.FakeReceiver;
import io.tracemill.pipeline.post.TestIncident;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import java.io.IOException;
import java.net.URI;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** In a job of more than one task, wired as {@code Topology} does it. */
@Tag("slow")
@Timeout(120)
final class AlertmanagerJobIT {
  private static final int INCIDENTS = 5;

  @SuppressWarnings("NullAway.Init")
  private FakeReceiver server;

  @BeforeEach
  void start() throws IOException {
    server = FakeReceiver.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** A job of a notice and of incidents that began five minutes ago, to its end. */
  private static void run(URI url) throws Exception {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.createLocalEnvironment(
            2, FlinkSettings.bounded(TracemillConfig.defaults().checked()));
    AlertmanagerOperator.post(incidents(env), Settings.to(url));
    env.execute("incidents");
  }

  private static DataStream<ExplainedIncident> incidents(StreamExecutionEnvironment env) {
    return env.fromSequence(0, INCIDENTS)
        .map(
            number ->
                TestIncident.firing("i" + number, RealAlertmanagerIT.thisMinute())
                    .since(RealAlertmanagerIT.thisMinute() - 5)
                    .with(number == 0 ? Severity.INFO : Severity.PAGE)
                    .explained())
        .returns(new InChainTypeInfo<>(ExplainedIncident.class));
  }

  @Test
  void pagesThatAShortJobFindsArePostedBeforeItEnds() throws Exception {
    run(server.url());
    assertThat(server.waiting()).isEqualTo(INCIDENTS);
  }

  @Test
  void aJobEndsThoughAlertmanagerHangs() throws Exception {
    server.hang();
    run(server.url());
    assertThat(server.waiting()).isPositive();
  }

  @Test
  void aJobEndsThoughThereIsNoAlertmanager() throws Exception {
    server.close();
    run(server.url());
    assertThat(server.waiting()).isZero();
  }
}
