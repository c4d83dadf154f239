package io.tracemill.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.cli.hostile.SlowingShop;
import io.tracemill.cli.process.JavaProcess;
import io.tracemill.cli.results.SeenRecords;
import io.tracemill.connectors.output.ResultStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The job's process is killed again and again in mid-stream and started again; what readers see is
 * what they see of a process that nobody disturbed.
 */
@Tag("slow")
@Timeout(400)
final class DeliveryIT {
  private static final ResurrectedJob.Goal GOAL =
      new ResurrectedJob.Goal(SlowingShop.TOPIC, SlowingShop.SPANS);

  @TempDir private static Path directory;

  @AutoClose private static EmbeddedBroker broker;

  @BeforeAll
  static void runUndisturbed() throws Exception {
    broker = EmbeddedBroker.start();
    broker.createTopic(SlowingShop.TOPIC, SlowingShop.PARTITIONS, Topics.ANY_TIME);
    // Small batches, fetched one by one (see the job's configuration): a stream that lasts a while.
    Topics.send(broker, SlowingShop.records(), 2000);
    try (ResurrectedJob job = job("undisturbed", "exactly-once");
        JavaProcess process = job.start()) {
      job.finish(process, GOAL);
    }
  }

  @Test
  void exactlyOnceGivesTheVeryRecordsOfAnUndisturbedRun() throws Exception {
    long written = killAgainAndAgain("exact", "exactly-once", KillPoint.values());

    SeenRecords seen = seen("exact");
    assertThat(seen.emptyStreams())
        .containsExactlyInAnyOrder(
            ResultStream.STACK_EXPLANATIONS, ResultStream.ANOMALIES, ResultStream.DEPLOYMENTS);
    assertThat(seen.differencesFrom(seen("undisturbed"))).isEmpty();
    assertThat(written)
        .as("traces that were written, committed or not")
        .isGreaterThan(seen.count(ResultStream.TRACES) + 100);
    assertThat(StoredTraces.in(directory.resolve("exact-index")))
        .hasSizeGreaterThan(100)
        .doesNotHaveDuplicates()
        .satisfies(this::lackOnlyTheNewest);
  }

  /** The last process is killed, so its newest rows may not become visible. */
  private void lackOnlyTheNewest(List<? extends StoredTraces.Row> rows) throws IOException {
    List<StoredTraces.Row> undisturbed = StoredTraces.in(directory.resolve("undisturbed-index"));
    long known =
        Math.min(
            rows.get(rows.size() - 1).timeMillis(),
            undisturbed.get(undisturbed.size() - 1).timeMillis());
    assertThat(rows.stream().filter(row -> row.timeMillis() < known).toList())
        .isEqualTo(undisturbed.stream().filter(row -> row.timeMillis() < known).toList());
  }

  @Test
  void atLeastOnceGivesTheNewestRecordsOfAnUndisturbedRun() throws Exception {
    long written =
        killAgainAndAgain(
            "repeating",
            "at-least-once",
            KillPoint.BETWEEN_CHECKPOINTS,
            KillPoint.WITHIN_A_CHECKPOINT);

    SeenRecords seen = seen("repeating").newest();
    SeenRecords undisturbed = seen("undisturbed");
    assertThat(seen.emptyStreams())
        .containsExactlyInAnyOrder(
            ResultStream.STACK_EXPLANATIONS, ResultStream.ANOMALIES, ResultStream.DEPLOYMENTS);
    assertThat(seen.differencesFrom(undisturbed.newest())).isEmpty();
    assertThat(written)
        .as("traces that were written, some again")
        .isGreaterThan(undisturbed.count(ResultStream.TRACES));
  }

  /** Records that were written to the topic of traces, at all. */
  private static long killAgainAndAgain(String name, String delivery, KillPoint... points)
      throws Exception {
    try (ResurrectedJob job = job(name, delivery)) {
      for (KillPoint point : points) {
        try (JavaProcess process = job.start()) {
          process.await(job.reached(point));
          process.kill();
        }
        assertThat(job.readToTheEnd(SlowingShop.TOPIC)).as("%s: too late", point).isFalse();
      }
      try (JavaProcess process = job.start()) {
        assertThat(job.finish(process, GOAL)).contains("resuming from file:");
      }
      return job.written();
    }
  }

  private static ResurrectedJob job(String name, String delivery) {
    return new ResurrectedJob(broker, directory, name, delivery);
  }

  private static SeenRecords seen(String prefix) {
    return SeenRecords.of(broker.bootstrapServers(), prefix);
  }
}
