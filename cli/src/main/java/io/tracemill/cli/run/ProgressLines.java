package io.tracemill.cli.run;

import io.tracemill.cli.screen.Wording;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Reports the job's progress once a minute, unless output is quiet. If the job cannot read any
 * record, it always says so.
 */
final class ProgressLines implements AutoCloseable {
  private static final long LOOK_SECONDS = 5;
  private static final int LOOKS_PER_LINE = 12;
  private static final long ENOUGH_DEAD_LETTERS = 100;

  private final TracemillConfig config;
  private final boolean quiet;
  private final Consumer<String> teller;
  private final CountDownLatch closed = new CountDownLatch(1);
  private boolean warned;

  private ProgressLines(TracemillConfig config, boolean quiet, Consumer<String> teller) {
    this.config = config;
    this.quiet = quiet;
    this.teller = teller;
  }

  /** Starts to report, until {@link #close}. */
  static ProgressLines start(TracemillConfig config, boolean quiet, Consumer<String> teller) {
    ProgressLines lines = new ProgressLines(config, quiet, teller);
    Thread thread = new Thread(lines::run, "tell-progress");
    thread.setDaemon(true);
    thread.start();
    return lines;
  }

  private void run() {
    long before = JobMetrics.sum(JobMetrics.SPANS);
    try {
      for (int looks = 1; !closed.await(LOOK_SECONDS, TimeUnit.SECONDS); looks++) {
        if (!warned) {
          Optional<String> warning =
              unreadable(
                  config,
                  JobMetrics.sum(JobMetrics.DECODED),
                  JobMetrics.sum(JobMetrics.DEAD_LETTERED));
          warning.ifPresent(teller);
          warned = warning.isPresent();
        }
        if (!quiet && looks % LOOKS_PER_LINE == 0) {
          long spans = JobMetrics.sum(JobMetrics.SPANS);
          teller.accept(
              line(
                  Math.max(0, spans - before) / (LOOK_SECONDS * LOOKS_PER_LINE),
                  JobMetrics.sum(JobMetrics.PENDING),
                  JobMetrics.sum(JobMetrics.OPEN_TRACES),
                  JobMetrics.sum(JobMetrics.INCIDENTS)));
          before = spans;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The progress line of a minute. */
  static String line(long spansPerSecond, long behind, long openTraces, long incidents) {
    return "%s spans/s, %s behind, %s open, %s open"
        .formatted(
            Wording.number(spansPerSecond),
            Wording.count(behind, "record"),
            Wording.count(openTraces, "trace"),
            Wording.count(incidents, "incident"));
  }

  /** A message if all of many records are dead letters, which means that the encoding is wrong. */
  static Optional<String> unreadable(TracemillConfig config, long decoded, long deadLettered) {
    return decoded > 0 || deadLettered < ENOUGH_DEAD_LETTERS
        ? Optional.empty()
        : Optional.of(
            ("none of the first %s could be read with kafka.encoding %s; the reasons are in"
                    + " topic %s")
                .formatted(
                    Wording.count(deadLettered, "record"),
                    config.get(Keys.KAFKA_ENCODING),
                    ResultStream.DEAD_LETTERS.topic(config.get(Keys.OUTPUT_PREFIX))));
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
