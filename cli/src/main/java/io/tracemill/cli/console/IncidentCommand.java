package io.tracemill.cli.console;

import io.tracemill.cli.files.OpenStore;
import io.tracemill.cli.options.ConfigOption;
import io.tracemill.cli.options.TemporaryDirectory;
import io.tracemill.cli.options.TimeOptions;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.store.engine.EngineLimits;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints what is known about one incident. */
@Command(
    name = "incident",
    header = "Print what is known about one incident, for a ticket or an agent.",
    description = {
      "",
      "Prints at most 20 kB: what happened, how complete the evidence is, culprits, which steps"
          + " changed, versions, stack samples, and the critical paths of traces from before and"
          + " during the incident. It says what it left out. In the console, the incident's page"
          + " copies the same text.",
      "",
      "Reads the job's output topics, as far back as `console.history`, and the traces from the"
          + " store if `store.path` is set. With --store, it needs no Kafka and reads older"
          + " incidents.",
      "",
      "`tracemill watch --stream incidents` and the console show ids. If no incident has the id,"
          + " it lists ids that exist.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill incident 3fa9c1 --config tracemill.yaml",
      "  tracemill incident 3fa9c1 --config tracemill.yaml --json | jq .culprits",
      "  tracemill incident 3fa9c1 --store ./store --from '2 days ago'"
    })
public final class IncidentCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "ID",
      description = "The incident's id, or a prefix that no other id has.")
  private String id = "";

  @Option(names = "--markdown", description = "Print Markdown (the default).")
  private boolean markdown;

  @Option(names = "--json", description = "Print one JSON document instead.")
  private boolean json;

  @Option(
      names = "--store",
      paramLabel = "DIR",
      description =
          "Directory of a store to read instead of topics; without --from, its last six hours.")
  private Optional<Path> store = Optional.empty();

  @Mixin private TimeOptions times = new TimeOptions();

  @Mixin private ConfigOption config = new ConfigOption();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    TracemillConfig values = config.load();
    if (json && markdown) {
      throw new ConfigException("--json and --markdown are two forms; give one of them");
    }
    if (store.isEmpty()) {
      times.refuse("--from and --to are for a store; name one with --store");
      return print(List.of());
    }
    ConsoleProcess.requireAvailable();
    try (TemporaryDirectory data = TemporaryDirectory.create("tracemill-incident")) {
      write(store.get(), values, data.path());
      return print(List.of("--data", data.path().toString(), "--store", store.get().toString()));
    }
  }

  private void write(Path directory, TracemillConfig values, Path data) throws IOException {
    try (OpenStore opened = OpenStore.at(directory, Optional.empty(), EngineLimits.DEFAULT)) {
      StoredStreams.write(opened, times, values, data, spec.commandLine().getErr());
    }
  }

  private int print(List<String> more) throws IOException, InterruptedException {
    List<String> arguments =
        new ArrayList<>(List.of("--id", id, "--form", json ? "json" : "markdown"));
    arguments.addAll(more);
    config.file().ifPresent(file -> arguments.addAll(List.of("--config", file.toString())));
    PrintWriter out = spec.commandLine().getOut();
    try (ConsoleProcess console = ConsoleProcess.incident(arguments, out::println)) {
      int status = console.await();
      out.flush();
      return status;
    }
  }
}
