package io.tracemill.cli.screen;

import static java.util.Objects.requireNonNull;

import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.results.PublishedRecord;
import io.tracemill.pipeline.results.ResultTopics;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * Passes on the records of streams, from the first record. It uses its own thread from {@link
 * #start} until {@link #close}.
 */
public final class ResultTail implements AutoCloseable {
  private final ResultTopics topics;
  private final Consumer<PublishedRecord> to;
  private final Thread thread = new Thread(this::run, "result-tail");
  private volatile boolean closing;
  private volatile @Nullable Throwable failure;

  private ResultTail(ResultTopics topics, Consumer<PublishedRecord> to) {
    this.topics = topics;
    this.to = requireNonNull(to, "to");
    thread.setDaemon(true);
  }

  /** A tail of these streams' topics in this configuration. */
  public static ResultTail to(
      TracemillConfig config, Set<ResultStream> streams, Consumer<PublishedRecord> to) {
    return new ResultTail(new ResultTopics(config, streams), to);
  }

  /** Starts to read; the topics must exist. */
  public void start() {
    thread.start();
  }

  /** Why reading ended before {@link #close}; empty if there is no failure. */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  /** Ends reading. */
  @Override
  public void close() {
    closing = true;
    topics.wakeup();
    try {
      thread.join();
      topics.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      topics.startBack(ResultTopics.ALL);
      while (!closing) {
        topics.poll().forEach(to);
      }
    } catch (WakeupException e) {
      // Only close() wakes the consumer.
    } catch (RuntimeException | Error e) {
      failure = e;
    }
  }
}
