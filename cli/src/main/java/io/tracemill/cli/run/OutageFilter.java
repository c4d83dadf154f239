package io.tracemill.cli.run;

import java.util.stream.Stream;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.filter.AbstractFilter;

/**
 * Drops the log entries of Kafka's clients and of Flink during an outage of the brokers and shortly
 * after. No error that ends the job is lost: the job throws it to its caller as well.
 */
final class OutageFilter extends AbstractFilter {
  private static final String EMBEDDED = "org.apache.";
  private static final String KAFKA = "org.apache.kafka.";
  private static final int MAX_CAUSES = 50;

  private volatile boolean outage;

  void setOutage(boolean now) {
    outage = now;
  }

  /** Filters all log entries from now on, unless Flink and Kafka are logged too. */
  void install() {
    if (!root().getLevel().isLessSpecificThan(Level.INFO)) {
      root().addFilter(this);
    }
  }

  void remove() {
    root().removeFilter(this);
  }

  private static LoggerConfig root() {
    return LoggerContext.getContext(false).getConfiguration().getRootLogger();
  }

  @Override
  public Result filter(LogEvent event) {
    return outage && event.getLoggerName().startsWith(EMBEDDED) && comesFromKafka(event)
        ? Result.DENY
        : Result.NEUTRAL;
  }

  private static boolean comesFromKafka(LogEvent event) {
    return Stream.iterate(event.getThrown(), t -> t != null, Throwable::getCause)
        .limit(MAX_CAUSES)
        .anyMatch(OutageFilter::isKafkas);
  }

  private static boolean isKafkas(Throwable cause) {
    return cause.getClass().getName().startsWith(KAFKA)
        || Stream.of(cause.getStackTrace())
            .anyMatch(frame -> frame.getClassName().startsWith(KAFKA));
  }
}
