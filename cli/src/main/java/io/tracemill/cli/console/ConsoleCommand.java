package io.tracemill.cli.console;

import io.tracemill.cli.options.ConfigOption;
import io.tracemill.cli.terminal.StopSignal;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the console until it is stopped, and prints its address. */
@Command(
    name = "console",
    header = "Serve web pages of what the job finds, with the traces behind each number.",
    description = {
      "",
      "Reads the job's output topics, and the store if `store.path` is set. The pages show"
          + " incidents, endpoints, flame graphs and traces, and answer questions to the store."
          + " /api/v1 has the same as JSON. The console changes nothing and joins no consumer"
          + " group. The job runs elsewhere.",
      "",
      "The console listens at 127.0.0.1. Any other `console.address` needs `console.token`, or a"
          + " proxy that logs users in and sets `console.proxy-header`.",
      "",
      "Prints its address when it listens, and runs until Ctrl-C or the signal TERM.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill console --config tracemill.yaml",
      "  tracemill console --config tracemill.yaml --port 0",
      "  curl http://127.0.0.1:8460/api/v1/incidents"
    })
public final class ConsoleCommand implements Callable<Integer> {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** The console closes its connections when it stops. */
  private static final int PATIENCE_SECONDS = 10;

  @Mixin private ConfigOption config = new ConfigOption();

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Port to listen at, instead of `console.port`; 0 is any free port.")
  private Optional<Integer> port = Optional.empty();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    check();
    try (StopSignal stop = new StopSignal(PATIENCE_SECONDS, false);
        ConsoleProcess console =
            ConsoleProcess.console(arguments(), spec.commandLine().getOut()::println)) {
      while (!stop.await(LOOK_NANOS)) {
        if (!console.isAlive()) {
          return console.await();
        }
      }
      return 0;
    }
  }

  /** Reports a bad configuration before the console's process starts. */
  private void check() {
    TracemillConfig values = config.load();
    port.ifPresent(number -> values.with(Keys.CONSOLE_PORT, number));
  }

  private List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    config.file().ifPresent(file -> arguments.addAll(List.of("--config", file.toString())));
    port.ifPresent(number -> arguments.addAll(List.of("--port", number.toString())));
    return arguments;
  }
}
