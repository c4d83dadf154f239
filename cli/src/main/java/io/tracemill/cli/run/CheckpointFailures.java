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

/** Reports a failed checkpoint in one line. Flink only logs the failure, and restarts the job. */
final class CheckpointFailures extends AbstractFilter implements AutoCloseable {
  private static final String LOGGER =
      "org.apache.flink.runtime.checkpoint.CheckpointFailureManager";
  private static final int MAX_CAUSES = 50;

  private final String directory;
  private final Consumer<String> teller;

  /** A reporter of checkpoints in this directory. */
  CheckpointFailures(String directory, Consumer<String> teller) {
    this.directory = directory;
    this.teller = teller;
  }

  /** Listens to Flink's log from now on. */
  static CheckpointFailures listen(String directory, Consumer<String> teller) {
    CheckpointFailures failures = new CheckpointFailures(directory, teller);
    if (logger().getLevel().isMoreSpecificThan(Level.WARN)) {
      Configurator.setLevel(LOGGER, Level.WARN);
    }
    logger().addFilter(failures);
    return failures;
  }

  private static LoggerConfig logger() {
    return LoggerContext.getContext(false).getConfiguration().getLoggerConfig(LOGGER);
  }

  @Override
  public Result filter(LogEvent event) {
    Optional<String> cause = cause(event);
    cause.ifPresent(
        text ->
            teller.accept(
                "a checkpoint could not be written to %s: %s; nothing is lost, the job continues"
                        .formatted(directory, text)
                    + " from its newest checkpoint and tries again"));
    return event.getLoggerName().equals(LOGGER) ? Result.DENY : Result.NEUTRAL;
  }

  /**
   * The disk's error, if there is one. Other checkpoints fail because the job fails, which is
   * reported separately.
   */
  private static Optional<String> cause(LogEvent event) {
    return event.getLoggerName().equals(LOGGER)
        ? Stream.iterate(event.getThrown(), t -> t != null, Throwable::getCause)
            .limit(MAX_CAUSES)
            .filter(CheckpointFailures::isOfDisk)
            .reduce((outer, inner) -> inner)
            .map(CheckpointFailures::text)
        : Optional.empty();
  }

  /** Flink passes on a task's exception as text that begins with the name of its class. */
  private static boolean isOfDisk(Throwable cause) {
    String text = cause.toString();
    return cause instanceof IOException
        || text.contains("IOException")
        || text.contains("FileNotFoundException")
        || text.contains("FileSystemException");
  }

  private static String text(Throwable cause) {
    return cause.toString().replaceFirst("^(?:[\\w.$]+(?:Exception|Throwable): )+", "");
  }

  @Override
  public void close() {
    logger().removeFilter(this);
  }
}
