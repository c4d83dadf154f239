package io.tracemill.cli.run;

import io.tracemill.cli.screen.Wording;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.kafka.KafkaClients;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;

/**
 * Watches the running job and its brokers, from a thread of its own. It reports the progress once a
 * minute, an outage of the brokers when it begins and ends, and what goes wrong without a failure:
 * records that cannot be read, and a second job in the same consumer group.
 */
final class JobWatch implements AutoCloseable {
  private static final int PERIOD_SECONDS = 5;
  private static final int LOOKS_PER_LINE = 12;
  private static final int ANSWER_MILLIS = 5000;
  private static final long ENOUGH_DEAD_LETTERS = 100;

  /** A busy broker may miss one question. */
  private static final int UNANSWERED = 2;

  /** Clients still try to deliver for this long, then give up; then the job restarts. */
  private static final Duration AFTERMATH = Duration.ofMinutes(2);

  private final TracemillConfig config;
  private final JobLog log;
  private final Consumer<String> teller;
  private final Progress progress = new Progress();
  private final CountDownLatch closed = new CountDownLatch(1);
  private boolean unreadableTold;
  private int unanswered;
  private Instant away = Instant.EPOCH;
  private Instant back = Instant.MIN;

  /** A watch that has not started; {@code teller} prints a line for the user. */
  JobWatch(TracemillConfig config, JobLog log, Consumer<String> teller) {
    this.config = config;
    this.log = log;
    this.teller = teller;
  }

  /**
   * Starts to watch, until {@link #close}.
   *
   * @param quiet whether to leave out the progress
   * @param alone whether the job should be the only one that commits to its consumer group
   */
  void start(boolean quiet, boolean alone) {
    Thread thread = new Thread(() -> watch(quiet, alone), "watch-job");
    thread.setDaemon(true);
    thread.start();
  }

  private void watch(boolean quiet, boolean alone) {
    Admin admin = new KafkaClients(config).admin();
    try {
      Optional<GroupWatch> group = alone ? Optional.of(new GroupWatch(admin)) : Optional.empty();
      for (int looks = 1; !closed.await(PERIOD_SECONDS, TimeUnit.SECONDS); looks++) {
        Instant now = Instant.now();
        asked(answers(admin), now).ifPresent(teller);
        log.setOutage(isOutageFelt(now));
        if (group.isPresent() && !isAway()) {
          group.get().look();
        }
        progress.look(System.nanoTime());
        tellUnreadable();
        if (!quiet && looks % LOOKS_PER_LINE == 0) {
          teller.accept(progress.line() + (log.checkpointsFail() ? "; no checkpoint" : ""));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      admin.close(Duration.ZERO);
    }
  }

  /** An answer that this user may not ask also counts. */
  private static boolean answers(Admin admin) throws InterruptedException {
    try {
      admin.describeCluster(new DescribeClusterOptions().timeoutMs(ANSWER_MILLIS)).nodes().get();
      return true;
    } catch (ExecutionException e) {
      return !(e.getCause() instanceof RetriableException);
    }
  }

  /**
   * Records whether the brokers answered at {@code at}. Returns a message if an outage has begun or
   * ended.
   */
  Optional<String> asked(boolean answered, Instant at) {
    boolean wasAway = isAway();
    if (!answered && unanswered == 0) {
      away = at;
    }
    unanswered = answered ? 0 : Math.min(UNANSWERED, unanswered + 1);
    if (isAway() == wasAway) {
      return Optional.empty();
    }
    if (wasAway) {
      back = at;
    }
    return Optional.of(
        (isAway()
                ? "Kafka at %s has been out of reach since %s UTC; the job waits and continues by"
                    + " itself"
                : "Kafka at %s is back, at %s UTC")
            .formatted(
                config.get(Keys.KAFKA_BOOTSTRAP_SERVERS),
                Wording.clock((wasAway ? at : away).toEpochMilli())));
  }

  private boolean isAway() {
    return unanswered == UNANSWERED;
  }

  /** Whether the brokers are away, or were away so recently that clients may still fail. */
  boolean isOutageFelt(Instant at) {
    return isAway() || at.isBefore(back.plus(AFTERMATH));
  }

  private void tellUnreadable() {
    long deadLettered = JobMetrics.sum(JobMetrics.DEAD_LETTERED);
    if (!unreadableTold
        && deadLettered >= ENOUGH_DEAD_LETTERS
        && JobMetrics.sum(JobMetrics.DECODED) == 0) {
      teller.accept(unreadable(config, "first " + Wording.count(deadLettered, "record")));
      unreadableTold = true;
    }
  }

  /** A message that all of many records are dead letters: the encoding is wrong. */
  static String unreadable(TracemillConfig config, String records) {
    return "none of the %s could be read with kafka.encoding %s; the reasons are in topic %s"
        .formatted(
            records,
            config.get(Keys.KAFKA_ENCODING),
            ResultStream.DEAD_LETTERS.topic(config.get(Keys.OUTPUT_PREFIX)));
  }

  /**
   * Notices another job in the consumer group: the group's offsets move before this job has
   * committed any. The job's consumers do not join the group, so Kafka itself does not notice.
   */
  private final class GroupWatch {
    private final Admin admin;
    private final Map<TopicPartition, OffsetAndMetadata> atStart;
    private boolean over;

    GroupWatch(Admin admin) throws InterruptedException {
      this.admin = admin;
      this.atStart = committed();
    }

    private Map<TopicPartition, OffsetAndMetadata> committed() throws InterruptedException {
      try {
        return admin
            .listConsumerGroupOffsets(
                config.get(Keys.KAFKA_GROUP_ID),
                new ListConsumerGroupOffsetsOptions().timeoutMs(ANSWER_MILLIS))
            .partitionsToOffsetAndMetadata()
            .get();
      } catch (ExecutionException e) {
        over = true;
        return Map.of();
      }
    }

    void look() throws InterruptedException {
      boolean moved = !over && !committed().equals(atStart) && !over;
      // A commit of this job shows in its metrics a moment after the group has it.
      if (moved && !closed.await(1, TimeUnit.SECONDS) && JobMetrics.sum(JobMetrics.COMMITS) == 0) {
        teller.accept(
            ("another job commits to the consumer group %s (kafka.group-id); jobs that write the"
                    + " same topics spoil each other's results, so stop one, or give it its own"
                    + " kafka.group-id, output.prefix and state.directory")
                .formatted(config.get(Keys.KAFKA_GROUP_ID)));
      }
      over |= moved;
    }
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
