package io.tracemill.console.feed;

import io.tracemill.connectors.live.Picture;
import io.tracemill.console.feed.FeedState.Kind;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.kafka.KafkaFailure;
import io.tracemill.pipeline.results.PublishedRecord;
import io.tracemill.pipeline.results.ResultTopics;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fills a picture from the job's output topics, on its own thread. While Kafka cannot be reached,
 * it retries and reports since when.
 */
public final class KafkaFeed implements Feed, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaFeed.class);

  private static final Duration RETRY = Duration.ofSeconds(2);

  /** How often the feed checks that Kafka answers and looks for new topics. */
  private static final long ASK_MILLIS = 5_000;

  private static final long PATIENCE_MILLIS = 30_000;

  /** Records of each partition that are read if none is newer than the start time. */
  private static final long OLD_RECORDS = 10_000;

  private final TracemillConfig config;
  private final Picture picture;
  private final InstantSource clock;
  private final Duration history;
  private final long patienceMillis;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final CountDownLatch settled = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "kafka-feed");
  private volatile FeedState state;
  private volatile @Nullable ResultTopics reading;

  /** A feed that has not started yet. */
  public KafkaFeed(TracemillConfig config, Duration history, Picture picture, InstantSource clock) {
    this.config = config;
    this.history = history;
    this.picture = picture;
    this.clock = clock;
    this.patienceMillis = Math.max(PATIENCE_MILLIS, 3 * config.get(Keys.PROFILES_SLIDE).toMillis());
    this.state = FeedState.of(Kind.STARTING, clock.millis());
    thread.setDaemon(true);
  }

  /** Starts to read. */
  public void start() {
    thread.start();
  }

  /**
   * Waits until the feed has read what there is, or knows that it cannot.
   *
   * @return whether it did so in time
   */
  public boolean awaitSettled(Duration longest) throws InterruptedException {
    return settled.await(longest.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public FeedState state() {
    return state;
  }

  private void run() {
    try {
      while (closing.getCount() > 0) {
        try {
          read();
        } catch (WakeupException e) {
          // Only close() wakes the consumer.
        } catch (KafkaException | ConfigException e) {
          become(Kind.DOWN, Optional.of(KafkaFailure.explain(e)));
        }
        closing.await(RETRY.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reads until the feed closes, or until a failure after which a new connection may help. */
  private void read() {
    try (ResultTopics topics = new ResultTopics(config, Picture.STREAMS)) {
      reading = topics;
      start(topics);
      become(Kind.CATCHING_UP, Optional.empty());
      long heardMillis = clock.millis();
      long askedMillis = heardMillis;
      while (closing.getCount() > 0) {
        List<PublishedRecord> records = topics.poll();
        records.forEach(this::accept);
        long now = clock.millis();
        if (!records.isEmpty()) {
          heardMillis = now;
        }
        if (now - askedMillis > ASK_MILLIS) {
          askedMillis = now;
          if (!answers(topics)) {
            continue;
          }
        }
        observe(topics, now - heardMillis);
      }
    } finally {
      reading = null;
    }
  }

  /**
   * Starts at the records of the last {@code history}. If there are none, starts some records back,
   * since results of old traffic have old timestamps.
   */
  private void start(ResultTopics topics) {
    topics.startAt(clock.instant().minus(history));
    if (topics.caughtUp() && topics.missing().isEmpty()) {
      topics.startBack(OLD_RECORDS);
    }
  }

  /** Whether Kafka answers. If not, the consumer keeps its position. */
  private boolean answers(ResultTopics topics) {
    try {
      topics.addNew();
      return true;
    } catch (WakeupException e) {
      throw e;
    } catch (KafkaException e) {
      become(Kind.DOWN, Optional.of(KafkaFailure.explain(e)));
      return false;
    }
  }

  private void observe(ResultTopics topics, long quietMillis) {
    if (quietMillis > patienceMillis) {
      become(Kind.SILENT, silence(topics));
    } else if (topics.caughtUp()) {
      picture.startCounting();
      become(Kind.LIVE, Optional.empty());
    }
  }

  private static Optional<String> silence(ResultTopics topics) {
    return topics.missing().isEmpty()
        ? Optional.of("the job writes no records")
        : Optional.of("these topics do not exist: " + String.join(", ", topics.missing()));
  }

  private void become(Kind kind, Optional<String> reason) {
    FeedState now = state;
    if (now.kind() != kind && kind == Kind.DOWN) {
      LOG.warn("the console cannot read the results, and tries again: {}", reason.orElse(""));
    } else if (now.kind() == Kind.DOWN && kind != Kind.DOWN) {
      LOG.warn("the console reads the results again");
    }
    if (now.kind() != kind || !now.reason().equals(reason)) {
      long since = now.kind() == kind ? now.sinceMillis() : clock.millis();
      state = new FeedState(kind, since, reason);
    }
    if (kind != Kind.CATCHING_UP) {
      settled.countDown();
    }
  }

  private void accept(PublishedRecord record) {
    picture.accept(record.stream(), record.key(), record.text());
  }

  /** Stops reading. */
  @Override
  public void close() throws InterruptedException {
    closing.countDown();
    ResultTopics topics = reading;
    if (topics != null) {
      topics.wakeup();
    }
    thread.join();
  }
}
