package io.tracemill.cli.screen;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.pipeline.config.TracemillConfig;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * Follows all of the job's profiles and accounts into a {@link ScreenState}, in a thread of its
 * own, from {@link #start} until {@link #close}.
 */
public final class ResultTail implements AutoCloseable {
  private final ResultTopics topics;
  private final ScreenState state;
  private final Thread thread = new Thread(this::run, "result-tail");
  private final AtomicLong unreadable = new AtomicLong();
  private volatile boolean closing;
  private volatile @Nullable Throwable failure;

  private ResultTail(ResultTopics topics, ScreenState state) {
    this.topics = topics;
    this.state = requireNonNull(state, "state");
    thread.setDaemon(true);
  }

  /** A tail of what {@code state} takes in, from the first record there is. */
  public static ResultTail of(TracemillConfig config, ScreenState state) {
    return new ResultTail(new ResultTopics(config, ScreenState.STREAMS), state);
  }

  /** Begins to read; the topics must exist. */
  public void start() {
    thread.start();
  }

  /** Records so far whose value was no JSON object. */
  public long unreadableCount() {
    return unreadable.get();
  }

  /** Why reading ended before {@link #close}; empty while all is well. */
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
        topics.poll().forEach(this::accept);
      }
    } catch (WakeupException e) {
      // Only close() wakes the consumer.
    } catch (RuntimeException | Error e) {
      failure = e;
    }
  }

  private void accept(PublishedRecord result) {
    Optional<JsonNode> json = result.json();
    json.ifPresentOrElse(
        value -> state.accept(result.stream(), value), unreadable::incrementAndGet);
  }
}
