package io.tracemill.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.tracemill.cli.results.SeenRecords;
import io.tracemill.connectors.output.ResultStream;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever breaks: what readers see in the end is what they see when nothing does. */
@Tag("cluster")
@Timeout(900)
final class FaultsIT {
  private static final String EXACTLY_ONCE = "exactly-once";
  private static final String AT_LEAST_ONCE = "at-least-once";

  /** Runs before every change lands, too. */
  private static final String SLOW = "slow";

  @SuppressWarnings("NullAway.Init")
  private static SeenRecords undisturbed;

  @BeforeAll
  static void runUndisturbed() throws Exception {
    try (Trial trial = Trial.start(Setup.of("undisturbed", EXACTLY_ONCE))) {
      undisturbed = trial.finish();
    }
    assertThat(undisturbed.emptyStreams()).isEmpty();
  }

  @Test
  @Tag(SLOW)
  void aKilledTaskManagerCostsNothingWithExactlyOnce() throws Exception {
    try (Trial trial = Trial.start(Setup.of("task-manager-exactly-once", EXACTLY_ONCE))) {
      trial.awaitMidStream();
      trial.recover("kill of a task manager", trial.flink()::killTaskManager);
      assertThat(trial.job().restored()).isPositive();

      assertThat(trial.finish().differencesFrom(undisturbed)).isEmpty();
    }
  }

  @Test
  void aKilledTaskManagerRepeatsRecordsWithAtLeastOnce() throws Exception {
    try (Trial trial = Trial.start(Setup.of("task-manager-at-least-once", AT_LEAST_ONCE))) {
      trial.awaitMidStream();
      trial.recover("kill of a task manager", trial.flink()::killTaskManager);
      assertThat(trial.job().restored()).isPositive();

      assertThat(trial.finish().newest().differencesFrom(undisturbed.newest())).isEmpty();
    }
  }

  @Test
  @Tag(SLOW)
  void aSavepointIsRestoredWithAnotherParallelism() throws Exception {
    try (Trial trial = Trial.start(Setup.of("savepoint", EXACTLY_ONCE))) {
      trial.awaitMidStream();
      String savepoint = trial.job().stopWithSavepoint();
      trial.recover(
          "start from a savepoint with 3 tasks for 2",
          () -> trial.job().submit(Setup.JAR, 3, List.of("-s", savepoint)));
      assertThat(trial.job().restored()).isPositive();
      assertThat(trial.job().parallelism()).isEqualTo(3);

      assertThat(trial.finish().differencesFrom(undisturbed)).isEmpty();
    }
  }

  @Test
  void aKilledBrokerThatComesBackCostsNothingWithExactlyOnce() throws Exception {
    try (Trial trial = Trial.start(Setup.of("broker-exactly-once", EXACTLY_ONCE))) {
      trial.awaitMidStream();
      trial.recover("kill and start of Kafka", trial::killAndStartKafka);

      assertThat(trial.finish().differencesFrom(undisturbed)).isEmpty();
    }
  }

  @Test
  void aKilledBrokerThatComesBackCostsNothingWithAtLeastOnce() throws Exception {
    try (Trial trial = Trial.start(Setup.of("broker-at-least-once", AT_LEAST_ONCE))) {
      trial.awaitMidStream();
      trial.recover("kill and start of Kafka", trial::killAndStartKafka);

      assertThat(trial.finish().newest().differencesFrom(undisturbed.newest())).isEmpty();
    }
  }

  @Test
  void aNetworkThatIsCutForLessThanTheIdleFlushCostsNothing() throws Exception {
    try (Trial trial = Trial.start(Setup.of("network", EXACTLY_ONCE).behindProxies())) {
      trial.awaitMidStream();
      trial.recover("cut of the network", () -> trial.cutNetwork(false));

      assertThat(trial.finish().differencesFrom(undisturbed)).isEmpty();
    }
  }

  @Test
  void aNetworkThatIsCutAndLosesItsConnectionsCostsNothing() throws Exception {
    try (Trial trial = Trial.start(Setup.of("connections", EXACTLY_ONCE).behindProxies())) {
      trial.awaitMidStream();
      trial.recover("cut of the network and its connections", () -> trial.cutNetwork(true));

      assertThat(trial.finish().differencesFrom(undisturbed)).isEmpty();
    }
  }

  @Test
  void aNetworkThatLosesAllPacketsForLessThanTheIdleFlushCostsNothing() throws Exception {
    OwnNetwork network = ownNetwork();
    try (Trial trial = Trial.start(Setup.of("packets", EXACTLY_ONCE))) {
      trial.awaitMidStream();
      trial.recover("loss of all packets", () -> trial.losePackets(network));

      assertThat(trial.finish().differencesFrom(undisturbed)).isEmpty();
    }
  }

  private static OwnNetwork ownNetwork() {
    try {
      return OwnNetwork.find();
    } catch (IOException e) {
      return abort("no network of its own: " + e.getMessage());
    }
  }

  @Test
  void aKilledJobManagerIsReplacedByOneThatWaits() throws Exception {
    try (ZooKeeperProcess zooKeeper = ZooKeeperProcess.start();
        Trial trial =
            Trial.start(Setup.of("job-manager", EXACTLY_ONCE).with(zooKeeper.highAvailability()))) {
      trial.flink().startJobManager();
      trial.awaitMidStream();
      trial.recover("kill of the job manager, another waits", trial.flink()::killJobManager);
      assertThat(trial.job().restored()).isPositive();

      assertThat(trial.finish().differencesFrom(undisturbed)).isEmpty();
    }
  }

  @Test
  void withoutHighAvailabilityTheJobIsSubmittedAgainAndResumes() throws Exception {
    try (Trial trial = Trial.start(Setup.of("lone-job-manager", EXACTLY_ONCE))) {
      trial.awaitMidStream();
      trial.recover(
          "kill and start of the only job manager, --resume",
          () -> {
            trial.flink().killJobManager();
            trial.flink().startJobManager();
            trial.job().submit(Setup.JAR, 2, List.of(), "--resume");
          });

      assertThat(trial.finish().differencesFrom(undisturbed)).isEmpty();
    }
  }

  @Test
  void aFullDiskCostsNothingOnceThereIsRoom() throws Exception {
    try (SmallDisk disk = mounted();
        Trial trial = Trial.start(Setup.of("disk", EXACTLY_ONCE).stateIn(disk.directory()))) {
      trial.awaitMidStream();
      trial.recover(
          "three checkpoints without room on the disk",
          () -> {
            disk.fill();
            trial.awaitFailedCheckpoints(3);
            disk.empty();
          });

      assertThat(trial.finish().differencesFrom(undisturbed)).isEmpty();
    }
  }

  private static SmallDisk mounted() throws InterruptedException {
    try {
      return SmallDisk.mount(Setup.TRIALS.resolve("small-disk"));
    } catch (IOException e) {
      return abort("no small disk: " + e.getMessage());
    }
  }

  /** No limit is reached, so that nothing is left to who comes first, not even the intruders. */
  @Test
  void aKillAmongHostileRecordsCostsNothing() throws Exception {
    SeenRecords mixed;
    try (Trial trial =
        Trial.start(Setup.of("mix-undisturbed", EXACTLY_ONCE).fedWith(Load.hostileMix()))) {
      mixed = trial.finish();
    }
    assertThat(mixed.emptyStreams()).isEmpty();
    try (Trial trial = Trial.start(Setup.of("mix", EXACTLY_ONCE).fedWith(Load.hostileMix()))) {
      trial.awaitMidStream();
      trial.recover("kill of a task manager in the mix", trial.flink()::killTaskManager);
      assertThat(trial.job().restored()).isPositive();
      SeenRecords seen = trial.finish();

      assertThat(
              without(ResultStream.DEAD_LETTERS, seen)
                  .differencesFrom(without(ResultStream.DEAD_LETTERS, mixed)))
          .isEmpty();
      assertThat(deadLetters(seen).differencesFrom(deadLetters(mixed))).isEmpty();
    }
  }

  private static SeenRecords without(ResultStream stream, SeenRecords seen) {
    return seen.only(EnumSet.complementOf(EnumSet.of(stream)));
  }

  /** Those of the mix have one key, and come from several partitions and tasks. */
  private static SeenRecords deadLetters(SeenRecords seen) {
    return seen.only(EnumSet.of(ResultStream.DEAD_LETTERS)).inAnyOrder();
  }
}
