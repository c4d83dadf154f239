package io.tracemill.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.broker.KafkaProcess;
import io.tracemill.cli.process.FreePorts;
import io.tracemill.cli.process.Patience;
import io.tracemill.cli.process.Patience.Condition;
import io.tracemill.cli.results.Offsets;
import io.tracemill.cli.results.SeenRecords;
import io.tracemill.connectors.output.ResultStream;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.flink.util.FileUtils;

/** One job on a cluster and a Kafka of its own, from its first record to its last. */
final class Trial implements AutoCloseable {
  private static final String PREFIX = "tracemill";
  private static final int OUTPUT_PARTITIONS = 2;
  private static final int PARALLELISM = 2;

  /**
   * So long that a job that starts and stops under heavy load has more to read after its fault, and
   * that the shop, at half the speed of time, is slow for four minutes: all that while something
   * fires.
   */
  private static final Duration PACED = Duration.ofMinutes(5);

  /** Less than {@code assembly.idle-flush}, which may split the traces in flight. */
  private static final int CUT_SECONDS = 20;

  /** More than a checkpoint that all have answered takes to be written down. */
  private static final int ARRIVAL_SECONDS = 5;

  private final Setup setup;
  private final Network network;
  private final KafkaProcess kafka;
  private final FlinkCluster flink;
  private final Job job;
  private final Offsets offsets;
  private final TraceReader committed;
  private final TraceReader all;
  private final Feed feed;
  private final Incidents incidents;
  private final Accounts accounts;

  private Trial(Setup setup) throws Exception {
    this.setup = setup;
    FileUtils.deleteDirectory(setup.home().toFile());
    Files.createDirectories(setup.home());
    this.network = new Network(setup.proxied());
    int farPort = FreePorts.any();
    int kafkaPort = network.before(farPort);
    this.kafka = KafkaProcess.start(setup.home(), farPort, kafkaPort);
    Map<String, String> settings = new HashMap<>(FlinkCluster.SMALL);
    settings.putAll(setup.flink());
    this.flink = new FlinkCluster(setup.home(), network, settings);
    this.job = new Job(setup, flink, kafkaPort);
    kafka.createTopic(setup.load().topic(), setup.load().partitions());
    for (ResultStream stream : ResultStream.values()) {
      kafka.createTopic(stream.topic(PREFIX), OUTPUT_PARTITIONS);
    }
    this.offsets = new Offsets(kafka.bootstrapServers());
    this.committed = new TraceReader(kafka.bootstrapServers(), traces(), "read_committed");
    this.all = new TraceReader(kafka.bootstrapServers(), traces(), "read_uncommitted");
    this.feed =
        new Feed(kafka.bootstrapServers(), setup.load().records(), setup.load().atOnce(), PACED);
    this.incidents = new Incidents(kafka.bootstrapServers());
    this.accounts =
        new Accounts(
            kafka.bootstrapServers(), ResultStream.QUALITY.topic(PREFIX), setup.load().inTime());
  }

  /** Starts all of it: a Kafka, a job manager, two task managers, the job and what feeds it. */
  static Trial start(Setup setup) throws Exception {
    Trial trial = new Trial(setup);
    try {
      trial.flink.startJobManager();
      trial.flink.startTaskManager();
      trial.flink.startTaskManager();
      trial.job.submit(Setup.JAR, PARALLELISM, List.of());
      trial.feed.start();
      return trial;
    } catch (Exception | AssertionError e) {
      e.addSuppressed(new AssertionError(trial.tails()));
      trial.close();
      throw e;
    }
  }

  FlinkCluster flink() {
    return flink;
  }

  Job job() {
    return job;
  }

  /**
   * Waits until readers see that a mutation and an incident fire, which checkpoints have in them
   * then, as they have the baseline.
   */
  void awaitMidStream() {
    await("an incident fires", incidents::fire);
    awaitCheckpoints(2);
    await("there are results since", newResults());
  }

  private static String traces() {
    return ResultStream.TRACES.topic(PREFIX);
  }

  /** Whether readers see results that nobody had written when this was called, committed or not. */
  private Condition newResults() {
    long before = all.newestMillisOfAll();
    return () -> committed.newestMillis() > before;
  }

  interface Fault {
    void happen() throws Exception;
  }

  /**
   * Lets something happen, and prints how long after it readers see results that are new: such as
   * nobody had written before. A job that still writes while it happens makes some, so that has to
   * be over first. It strikes while an incident fires, and more is to be fed.
   */
  void recover(String what, Fault fault) throws Exception {
    incidents.beforeTheFault();
    assertThat(offsets.written(setup.load().topic()))
        .as("records fed before it")
        .isLessThan(setup.load().records().size());
    Condition recovered = newResults();
    long begin = System.nanoTime();
    fault.happen();
    long happened = System.nanoTime();
    await("there are new results after " + what, recovered);
    System.out.printf(
        "cluster: %s, %s: new results %.1f s after it began, %.1f s after it was over; restored %d"
            + " times%n",
        what,
        setup.delivery(),
        (System.nanoTime() - begin) / 1e9,
        (System.nanoTime() - happened) / 1e9,
        job.restored());
    incidents.afterTheFault();
  }

  /** As {@code kill -9} does, and starts it again on its files; what feeds it goes on meanwhile. */
  void killAndStartKafka() throws Exception {
    feed.betweenRecords(kafka::kill);
    kafka.startAgain();
  }

  /**
   * No byte gets through the proxies for {@value #CUT_SECONDS} s, though there is more to read:
   * nothing is committed and no checkpoint completes, once what was on its way has arrived.
   *
   * @param dropped whether connections are lost in the end
   */
  void cutNetwork(boolean dropped) throws Exception {
    network.hold();
    TimeUnit.SECONDS.sleep(ARRIVAL_SECONDS);
    long fed = offsets.written(setup.load().topic());
    Progress before = progress();
    TimeUnit.SECONDS.sleep(CUT_SECONDS - ARRIVAL_SECONDS);
    assertThat(progress()).as("progress in the cut").isEqualTo(before);
    assertThat(offsets.written(setup.load().topic())).as("records fed in it").isGreaterThan(fed);
    network.release(dropped);
  }

  /** Every packet between all processes is lost for {@value #CUT_SECONDS} s. */
  void losePackets(OwnNetwork all) throws Exception {
    long sentAgain = all.sentAgain();
    all.lose();
    try {
      TimeUnit.SECONDS.sleep(CUT_SECONDS);
    } finally {
      all.carry();
    }
    assertThat(all.sentAgain()).as("segments sent again").isGreaterThan(sentAgain);
  }

  private Progress progress() throws Exception {
    long committed = 0;
    for (ResultStream stream : ResultStream.values()) {
      committed += offsets.committed(stream.topic(PREFIX));
    }
    Progress progress = new Progress(committed, job.newestCheckpoint());
    assertThat(progress.committed()).as("committed results").isPositive();
    assertThat(progress.checkpoint()).as("newest checkpoint").isPositive();
    return progress;
  }

  /** Waits until so many more checkpoints have failed. */
  void awaitFailedCheckpoints(int count) throws IOException, InterruptedException {
    int before = job.failedCheckpoints();
    await("checkpoints have failed", () -> job.failedCheckpoints() >= before + count);
  }

  private void awaitCheckpoints(int count) {
    for (int i = 0; i < count; i++) {
      long[] before = {Long.MAX_VALUE};
      await(
          "a checkpoint is complete",
          () -> {
            long newest = job.newestCheckpoint();
            before[0] = Math.min(before[0], newest);
            return newest > before[0];
          });
    }
  }

  /** Feeds the rest, waits until all of it is accounted for, and returns what readers see then. */
  SeenRecords finish() throws Exception {
    feed.finish();
    assertThat(offsets.written(setup.load().topic()))
        .as("records that the job was fed with, each once")
        .isEqualTo(setup.load().records().size());
    await(
        "all is read, none of it is open, and a checkpoint says so",
        () ->
            offsets.confirmed(PREFIX, setup.load().topic()) == offsets.written(setup.load().topic())
                && accounts.complete());
    // One may have begun before the last results came; its successor's are committed by the third.
    awaitCheckpoints(3);
    incidents.assertTheyOutlivedIt();
    return SeenRecords.of(kafka.bootstrapServers(), PREFIX);
  }

  private void await(String what, Condition condition) {
    try {
      Patience.until(setup.name() + ": " + what, condition);
    } catch (AssertionError e) {
      e.addSuppressed(new AssertionError(tails()));
      throw e;
    }
  }

  private String tails() {
    try {
      return "read %d of %d; accounts at %s%n%s%s"
          .formatted(
              offsets.confirmed(PREFIX, setup.load().topic()),
              offsets.written(setup.load().topic()),
              accounts,
              flink.tails(),
              kafka.tail());
    } catch (IOException | ExecutionException | InterruptedException e) {
      return e.toString();
    }
  }

  @Override
  public void close() throws Exception {
    feed.close();
    offsets.close();
    committed.close();
    all.close();
    flink.close();
    kafka.close();
    network.close();
    for (String large : List.of("kafka", "state", "savepoints", "tmp")) {
      FileUtils.deleteDirectory(setup.home().resolve(large).toFile());
    }
  }
}
