package io.tracemill.cli.run;

import java.util.stream.Stream;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.filter.AbstractFilter;

/**
 * Keeps from the log what Kafka's clients throw, and Flink reports, while brokers are away, and
 * shortly after. What ends the job is thrown to who waits for it, and never only logged.
 */
final class OutageFilter extends AbstractFilter {
  private static final String EMBEDDED = "org.apache.";
  private static final String KAFKA = "org.apache.kafka.";
  private static final int MAX_CAUSES = 50;

  private volatile boolean outage;

  void setOutage(boolean now) {
    outage = now;
  }

  /** Filters all that is logged from now on, unless what Flink and Kafka do is logged too. */
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
