package io.tracemill.cli.run;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.filter.AbstractFilter;

/**
 * Filters what Flink and Kafka's clients log while the job runs. A failed checkpoint becomes one
 * line, since Flink only logs it and restarts the job. During an outage of the brokers, and shortly
 * after, errors of Kafka's clients are left out, unless everything is logged. No error that ends
 * the job is lost: the job throws it to its caller as well.
 */
final class JobLog extends AbstractFilter implements AutoCloseable {
  private static final String CHECKPOINTS =
      "org.apache.flink.runtime.checkpoint.CheckpointFailureManager";
  private static final String EMBEDDED = "org.apache.";
  private static final String KAFKA = "org.apache.kafka.";
  private static final int MAX_CAUSES = 50;

  private final String directory;
  private final Consumer<String> teller;
  private final boolean hidesOutage;
  private volatile boolean outage;

  /** The number of completed checkpoints when one failed last; negative if none has failed. */
  private volatile long completedAtFailure = -1;

  /**
   * A filter for a job.
   *
   * @param directory of its checkpoints
   * @param teller prints a line
   * @param hidesOutage whether Kafka's errors are left out while it is out of reach
   */
  JobLog(String directory, Consumer<String> teller, boolean hidesOutage) {
    this.directory = directory;
    this.teller = teller;
    this.hidesOutage = hidesOutage;
  }

  /** Filters all log entries from now on. */
  static JobLog install(String directory, Consumer<String> teller) {
    LoggerConfig root = logger("");
    boolean isQuiet = !root.getLevel().isLessSpecificThan(Level.INFO);
    JobLog filter = new JobLog(directory, teller, isQuiet);
    if (logger(CHECKPOINTS).getLevel().isMoreSpecificThan(Level.WARN)) {
      Configurator.setLevel(CHECKPOINTS, Level.WARN);
    }
    logger(CHECKPOINTS).addFilter(filter);
    if (isQuiet) {
      root.addFilter(filter);
    }
    return filter;
  }

  private static LoggerConfig logger(String name) {
    return LoggerContext.getContext(false).getConfiguration().getLoggerConfig(name);
  }

  /** Whether to leave out errors of Kafka's clients. */
  void setOutage(boolean now) {
    outage = now;
  }

  /** Whether no checkpoint has completed since one failed. */
  boolean checkpointsFail() {
    return completedAtFailure == JobMetrics.sum(JobMetrics.CHECKPOINTS);
  }

  @Override
  public Result filter(LogEvent event) {
    if (event.getLoggerName().equals(CHECKPOINTS)) {
      causeOnDisk(event).ifPresent(this::tellFailedCheckpoint);
      return Result.DENY;
    }
    return hidesOutage
            && outage
            && event.getLoggerName().startsWith(EMBEDDED)
            && comesFromKafka(event)
        ? Result.DENY
        : Result.NEUTRAL;
  }

  private void tellFailedCheckpoint(String cause) {
    String consequence =
        checkpointsFail()
            ? "the job cannot advance: it starts again from its newest checkpoint each time"
            : "nothing is lost, the job continues from its newest checkpoint and tries again";
    completedAtFailure = JobMetrics.sum(JobMetrics.CHECKPOINTS);
    teller.accept(
        "a checkpoint could not be written to %s: %s; %s".formatted(directory, cause, consequence));
  }

  /**
   * The disk's error, if there is one. Other checkpoints fail because the job fails, which is
   * reported separately.
   */
  private static Optional<String> causeOnDisk(LogEvent event) {
    return causes(event)
        .filter(JobLog::isOfDisk)
        .reduce((outer, inner) -> inner)
        .map(cause -> cause.toString().replaceFirst("^(?:[\\w.$]+(?:Exception|Throwable): )+", ""));
  }

  /** Flink passes on a task's exception as text that begins with the name of its class. */
  private static boolean isOfDisk(Throwable cause) {
    String text = cause.toString();
    return cause instanceof IOException
        || Stream.of("IOException", "FileNotFoundException", "FileSystemException")
            .anyMatch(text::contains);
  }

  private static boolean comesFromKafka(LogEvent event) {
    return causes(event)
        .anyMatch(
            cause ->
                cause.getClass().getName().startsWith(KAFKA)
                    || Stream.of(cause.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().startsWith(KAFKA)));
  }

  /** At most 50, as causes may form a cycle. */
  private static Stream<Throwable> causes(LogEvent event) {
    return Stream.iterate(event.getThrown(), t -> t != null, Throwable::getCause).limit(MAX_CAUSES);
  }

  @Override
  public void close() {
    logger(CHECKPOINTS).removeFilter(this);
    logger("").removeFilter(this);
  }
}
