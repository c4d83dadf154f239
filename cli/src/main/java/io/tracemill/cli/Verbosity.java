package io.tracemill.cli;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** Sets the log level before a command runs. */
final class Verbosity {
  private Verbosity() {}

  static int execute(ParseResult parsed) {
    if (Failures.root(parsed.commandSpec().commandLine()).verbose()) {
      Configurator.setRootLevel(Level.INFO);
      Configurator.setLevel("io.tracemill", Level.INFO);
    }
    return new CommandLine.RunLast().execute(parsed);
  }
}
