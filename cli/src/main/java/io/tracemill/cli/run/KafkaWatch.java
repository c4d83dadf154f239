package io.tracemill.cli.run;

import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.kafka.KafkaClients;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.errors.RetriableException;

/**
 * Reports once that the brokers cannot be reached, and once that they are back. Until two minutes
 * after their return, it hides what Kafka's clients and Flink log about the outage, unless
 * everything is logged.
 */
final class KafkaWatch implements AutoCloseable {
  private static final int PERIOD_MILLIS = 5000;
  private static final int ANSWER_MILLIS = 5000;

  private final Admin admin;
  private final KafkaPresence presence;
  private final Consumer<String> teller;
  private final OutageFilter filter = new OutageFilter();
  private final CountDownLatch closed = new CountDownLatch(1);

  private KafkaWatch(TracemillConfig config, Consumer<String> teller) {
    admin = new KafkaClients(config).admin();
    presence = new KafkaPresence(config.get(Keys.KAFKA_BOOTSTRAP_SERVERS));
    this.teller = teller;
  }

  /** Starts to watch, until {@link #close}. */
  static KafkaWatch start(TracemillConfig config, Consumer<String> teller) {
    KafkaWatch watch = new KafkaWatch(config, teller);
    watch.filter.install();
    Thread thread = new Thread(watch::run, "watch-kafka");
    thread.setDaemon(true);
    thread.start();
    return watch;
  }

  private void run() {
    try {
      while (!closed.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
        Instant asked = Instant.now();
        presence.asked(answers(), asked).ifPresent(teller);
        filter.setOutage(presence.isFelt(asked));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** An answer that this user may not ask also counts. */
  private boolean answers() throws InterruptedException {
    try {
      admin.describeCluster(new DescribeClusterOptions().timeoutMs(ANSWER_MILLIS)).nodes().get();
      return true;
    } catch (ExecutionException e) {
      return closed.getCount() == 0 || !(e.getCause() instanceof RetriableException);
    }
  }

  @Override
  public void close() {
    closed.countDown();
    filter.remove();
    admin.close(Duration.ZERO);
  }
}
