package io.tracemill.cli.console;

import io.tracemill.cli.files.OpenStore;
import io.tracemill.cli.options.ConfigOption;
import io.tracemill.cli.options.InputFiles;
import io.tracemill.cli.options.TemporaryDirectory;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.store.engine.EngineLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Analyses trace files and writes one HTML file with the console's pages about them. */
@Command(
    name = "report",
    header = "Write the console's pages about trace files into one HTML file.",
    description = {
      "",
      "Analyses the files as `analyze` does, and writes one HTML file with the console's pages and"
          + " their data. It opens in any browser and needs no server and no network, so you can"
          + " send it to somebody.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill report traces.otlp.jsonl.gz --out report.html",
      "  tracemill report a.json b.json --out report.html --config tracemill.yaml"
    })
public final class ReportCommand implements Callable<Integer> {
  private static final int MAX_NAMED = 3;

  @Mixin private InputFiles files = new InputFiles();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "The HTML file to write.")
  private Path out = Path.of("report.html");

  @Option(names = "--overwrite", description = "Replace the file if it exists.")
  private boolean overwrite;

  @Option(
      names = "--title",
      paramLabel = "TEXT",
      description = "Title of the page (default: the names of the trace files).")
  private Optional<String> title = Optional.empty();

  @Mixin private ConfigOption config = new ConfigOption();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    TracemillConfig values = config.load();
    refuseOldFile();
    ConsoleProcess.requireAvailable();
    // Report an unreadable file before Flink starts.
    files.first(values.get(Keys.TIME_MAX_JUMP));
    try (TemporaryDirectory directory = TemporaryDirectory.create("tracemill-report")) {
      Path data = Files.createDirectory(directory.path().resolve("data"));
      try (OpenStore store =
          OpenStore.of(files, values, data, EngineLimits.DEFAULT, spec.commandLine().getErr())) {
        return write(data, store.directory());
      }
    }
  }

  private void refuseOldFile() {
    if (!overwrite && Files.exists(out)) {
      throw new ConfigException(
          "--out: '%s' exists; give another file or add --overwrite".formatted(out));
    }
  }

  private int write(Path data, Path store) throws IOException, InterruptedException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--data", data.toString(), "--store", store.toString(), "--out", out.toString()));
    arguments.addAll(List.of("--title", title.orElseGet(this::names)));
    config.file().ifPresent(file -> arguments.addAll(List.of("--config", file.toString())));
    try (ConsoleProcess report = ConsoleProcess.report(arguments, line -> {})) {
      int status = report.await();
      if (status == 0) {
        spec.commandLine().getOut().printf("%s: %.1f MB%n", out, Files.size(out) / 1e6).flush();
      }
      return status;
    }
  }

  private String names() {
    List<String> names =
        files.paths().stream().map(path -> String.valueOf(path.getFileName())).toList();
    String first = String.join(", ", names.subList(0, Math.min(MAX_NAMED, names.size())));
    return names.size() <= MAX_NAMED
        ? first
        : first + " and %d more".formatted(names.size() - MAX_NAMED);
  }
}
