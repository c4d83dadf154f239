package io.tracemill.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.OneSpan;
import io.tracemill.cli.results.Results;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.job.Checkpoints;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code run --until-now}, beside and between runs without an end. */
@Tag("slow")
@Timeout(120)
final class UntilNowIT {
  private static final int TRACES = 20;
  private static final long MILLIS = 1_700_000_000_000L;

  @TempDir private Path directory;

  @AutoClose private static EmbeddedBroker broker;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = EmbeddedBroker.start();
    Topics.create(broker);
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 1; i <= TRACES; i++) {
      records.add(
          new ProducerRecord<>("otlp_spans", i % 2, MILLIS + i, null, OneSpan.proto(i, MILLIS)));
    }
    Topics.send(broker, records);
  }

  @Test
  void allThatIsThereIsReadAndNothingCommittedOrLeftBehind() throws Exception {
    Path killed = state().resolve("until-now/killed/chk-1");
    Files.createDirectories(killed);
    Files.writeString(killed.resolve("_metadata"), "left by a run that was killed");

    CommandLineRun run = untilNow().succeeds();
    assertThat(Results.inTopic(broker.bootstrapServers(), ResultStream.TRACES)).hasSize(TRACES);
    assertThat(run.err())
        .contains(
            "tracemill: 20 traces, 20 of them complete; 20 spans of 20 records. No data lost.");
    assertThat(killed).doesNotExist();
    assertThat(new Checkpoints(state()).newest()).isEmpty();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      assertThat(admin.listConsumerGroupOffsets("tracemill").partitionsToOffsetAndMetadata().get())
          .isEmpty();
    }
  }

  @Test
  void aRunThatCouldReadNoRecordFails() throws Exception {
    CommandLineRun run = untilNow("zipkin_json");

    assertThat(run.status()).as(run.err()).isEqualTo(1);
    assertThat(run.err())
        .contains("none of the 20 records could be read with kafka.encoding zipkin_json")
        .contains("the reasons are in topic tracemill.dead-letters.v1");
  }

  @Test
  void aStateDirectoryThatIsInUseIsRefused() throws Exception {
    try (StateLock other = StateLock.take(state())) {
      CommandLineRun run = untilNow();

      assertThat(run.status()).isEqualTo(1);
      assertThat(run.err())
          .contains("state.directory: '%s' is in use by another run".formatted(state()));
    }
  }

  private Path state() {
    return directory.resolve("state");
  }

  private CommandLineRun untilNow() throws Exception {
    return untilNow("auto");
  }

  private CommandLineRun untilNow(String encoding) throws Exception {
    return CommandLineRun.configured(
        directory,
        """
        kafka: {bootstrap-servers: "%s", encoding: %s}
        output: {traces: true, delivery: exactly-once}
        store: {path: "target/stores/UntilNowIT"}
        state: {directory: "%s"}
        flink: {rest.port: "0"}
        """
            .formatted(broker.bootstrapServers(), encoding, state()),
        "run",
        "--until-now");
  }
}
