package io.tracemill.cli;

import io.tracemill.pipeline.config.KeyReference;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints every configuration key. */
@Command(
    name = "config",
    header =
        "Print every configuration key, with its default, the allowed values and its" + " effect.",
    description = {
      "",
      "The output is a complete configuration file. Keep the keys that you change and"
          + " delete the rest: a missing key keeps its default, and an unknown key is an"
          + " error. In values, $${NAME} or $${NAME:-default} is an environment variable, and"
          + " $${file:PATH} the content of a file. Give secrets only in these ways."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  tracemill config > tracemill.yaml", "  tracemill config | grep -A2 -i window"})
final class ConfigCommand implements Runnable {
  private static final String PREAMBLE =
      """
      # Tracemill's configuration: every key at its default.
      # ${NAME} and ${NAME:-default} in values are replaced by environment variables, ${file:PATH} by
      # the content of a file. Secrets can be given only in these ways.

      """;

  @Option(names = "--markdown", description = "Print the table of docs/operations.md.")
  private boolean markdown;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    out.print(markdown ? KeyReference.markdown() : PREAMBLE + KeyReference.yaml());
    out.flush();
  }
}
