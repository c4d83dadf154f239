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
    assertThat(undisturbed.emptyStreams())
        .containsExactlyInAnyOrder(
            ResultStream.STACK_EXPLANATIONS, ResultStream.ANOMALIES, ResultStream.DEPLOYMENTS);
  }

  private interface Fault {
    void strike(Trial trial) throws Exception;
  }

  /**
   * Injects a fault in mid-stream. In the end, readers must see the same as without it; with
   * at-least-once delivery, the newest record of each key.
   *
   * @param restores how often the job must resume from a checkpoint, at least
   */
  private static void assertCostsNothing(Setup setup, String what, int restores, Fault fault)
      throws Exception {
    try (Trial trial = Trial.start(setup)) {
      trial.awaitMidStream();
      trial.recover(what, () -> fault.strike(trial));
      assertThat(trial.job().restored()).isGreaterThanOrEqualTo(restores);
      SeenRecords seen = trial.finish();

      assertThat(
              setup.delivery().equals(EXACTLY_ONCE)
                  ? seen.differencesFrom(undisturbed)
                  : seen.newest().differencesFrom(undisturbed.newest()))
          .isEmpty();
    }
  }

  @Test
  @Tag(SLOW)
  void aKilledTaskManagerCostsNothingWithExactlyOnce() throws Exception {
    assertCostsNothing(
        Setup.of("task-manager-exactly-once", EXACTLY_ONCE),
        "kill of a task manager",
        1,
        trial -> trial.flink().killTaskManager());
  }

  @Test
  void aKilledTaskManagerRepeatsRecordsWithAtLeastOnce() throws Exception {
    assertCostsNothing(
        Setup.of("task-manager-at-least-once", AT_LEAST_ONCE),
        "kill of a task manager",
        1,
        trial -> trial.flink().killTaskManager());
  }

  @Test
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
    assertCostsNothing(
        Setup.of("broker-exactly-once", EXACTLY_ONCE),
        "kill and start of Kafka",
        0,
        Trial::killAndStartKafka);
  }

  @Test
  void aKilledBrokerThatComesBackCostsNothingWithAtLeastOnce() throws Exception {
    assertCostsNothing(
        Setup.of("broker-at-least-once", AT_LEAST_ONCE),
        "kill and start of Kafka",
        0,
        Trial::killAndStartKafka);
  }

  @Test
  void aNetworkThatIsCutForLessThanTheIdleFlushCostsNothing() throws Exception {
    assertCostsNothing(
        Setup.of("network", EXACTLY_ONCE).behindProxies(),
        "cut of the network",
        0,
        trial -> trial.cutNetwork(false));
  }

  @Test
  void aNetworkThatIsCutAndLosesItsConnectionsCostsNothing() throws Exception {
    assertCostsNothing(
        Setup.of("connections", EXACTLY_ONCE).behindProxies(),
        "cut of the network and its connections",
        0,
        trial -> trial.cutNetwork(true));
  }

  @Test
  void aNetworkThatLosesAllPacketsForLessThanTheIdleFlushCostsNothing() throws Exception {
    OwnNetwork network = ownNetwork();
    assertCostsNothing(
        Setup.of("packets", EXACTLY_ONCE),
        "loss of all packets",
        0,
        trial -> trial.losePackets(network));
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
    assertCostsNothing(
        Setup.of("lone-job-manager", EXACTLY_ONCE),
        "kill and start of the only job manager, --resume",
        0,
        trial -> {
          trial.flink().killJobManager();
          trial.flink().startJobManager();
          trial.job().submit(Setup.JAR, 2, List.of(), "--resume");
        });
  }

  @Test
  void aFullDiskCostsNothingOnceThereIsRoom() throws Exception {
    try (SmallDisk disk = mounted()) {
      assertCostsNothing(
          Setup.of("disk", EXACTLY_ONCE).stateIn(disk.directory()),
          "three checkpoints without room on the disk",
          0,
          trial -> {
            disk.fill();
            trial.awaitFailedCheckpoints(3);
            disk.empty();
          });
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
    assertThat(mixed.emptyStreams())
        .containsExactlyInAnyOrder(
            ResultStream.STACK_EXPLANATIONS, ResultStream.ANOMALIES, ResultStream.DEPLOYMENTS);
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
