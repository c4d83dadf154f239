package io.tracemill.cli.console;

import io.tracemill.cli.options.ConfigOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Answers an agent over standard input and output, by the Model Context Protocol. */
@Command(
    name = "mcp",
    header = "Answer an agent by the Model Context Protocol, on standard input and output.",
    description = {
      "",
      "Offers the console's questions as the tools incidents, incident, endpoints, profile, compare,"
          + " diagnose, traces and trace. They only read. An answer has at most 8 kB, and says what"
          + " it left out.",
      "",
      "Reads the job's output topics, and the store if `store.path` is set. A running console offers"
          + " the same tools at /mcp, with its token if any.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill mcp --config tracemill.yaml",
      "  {\"command\": \"tracemill\", \"args\": [\"mcp\", \"--config\", \"tracemill.yaml\"]}"
    })
public final class McpCommand implements Callable<Integer> {
  @Mixin private ConfigOption config = new ConfigOption();

  @Override
  public Integer call() throws Exception {
    config.load();
    List<String> arguments = new ArrayList<>();
    config.file().ifPresent(file -> arguments.addAll(List.of("--config", file.toString())));
    return ConsoleProcess.mcp(arguments);
  }
}
