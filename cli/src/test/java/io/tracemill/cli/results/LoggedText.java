package io.tracemill.cli.results;

import java.io.StringWriter;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.WriterAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.layout.PatternLayout;

/**
 * All that is logged from {@link #start} to {@link #close}, stack traces too: by this project at
 * DEBUG, by all others at INFO. Nothing of it gets to standard error meanwhile.
 */
public final class LoggedText implements AutoCloseable {
  private static final String OURS = "io.tracemill";

  private final LoggerContext context;
  private final StringWriter text;

  private LoggedText(LoggerContext context, StringWriter text) {
    this.context = context;
    this.text = text;
  }

  public static LoggedText start() {
    LoggerContext context = LoggerContext.getContext(false);
    StringWriter text = new StringWriter();
    Configuration configuration = context.getConfiguration();
    WriterAppender appender =
        WriterAppender.createAppender(
            PatternLayout.newBuilder().withPattern("%p %c %m%n%throwable").build(),
            null,
            text,
            "text",
            false,
            false);
    appender.start();
    LoggerConfig root = configuration.getRootLogger();
    root.getAppenders().keySet().forEach(root::removeAppender);
    root.setLevel(Level.INFO);
    root.addAppender(appender, Level.ALL, null);
    configuration.getLoggerConfig(OURS).setLevel(Level.DEBUG);
    context.updateLoggers();
    return new LoggedText(context, text);
  }

  /** All lines so far. */
  public String text() {
    return text.toString();
  }

  /** Logs as the program does again. */
  @Override
  public void close() {
    context.reconfigure();
  }
}
