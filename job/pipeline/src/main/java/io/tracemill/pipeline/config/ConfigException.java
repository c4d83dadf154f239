package io.tracemill.pipeline.config;

/** A configuration that can't be used. The message is one line for the author of the file. */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public ConfigException(String message) {
    super(message.lines().map(String::strip).reduce((a, b) -> a + " " + b).orElse(""));
  }
}
