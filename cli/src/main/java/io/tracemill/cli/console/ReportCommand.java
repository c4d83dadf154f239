package io.tracemill.cli.console;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.cli.files.OpenStore;
import io.tracemill.cli.options.ConfigOption;
import io.tracemill.cli.options.InputFiles;
import io.tracemill.cli.options.TemporaryDirectory;
import io.tracemill.cli.options.TimeOptions;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.store.engine.EngineLimits;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Writes one HTML file with the console's pages about trace files or a store. */
@Command(
    name = "report",
    header = "Write the console's pages about trace files or a store into one HTML file.",
    description = {
      "",
      "Analyses the files as `analyze` does, or reads a store, and writes one HTML file with the"
          + " console's pages and their data. It opens in any browser and needs no server and no"
          + " network, so you can send it to somebody.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tracemill report traces.otlp.jsonl.gz --out report.html",
      "  tracemill report a.json b.json --out report.html --config tracemill.yaml",
      "  tracemill report a.json --explanations explained.jsonl --out report.html",
      "  tracemill report --store ./store --from '2h ago' --out report.html"
    })
public final class ReportCommand implements Callable<Integer> {
  private static final int MAX_NAMED = 3;

  /** The latest time that the console's questions take: the year 5138. */
  private static final long LAST_MILLIS = 99_999_999_999_999L;

  @Mixin private InputFiles files = new InputFiles();

  @Option(
      names = "--store",
      paramLabel = "DIR",
      description =
          "Directory of a store to read instead of files; without --from, its last six hours.")
  private Optional<Path> store = Optional.empty();

  @Mixin private TimeOptions times = new TimeOptions();

  @Option(
      names = "--explanations",
      paramLabel = "FILE",
      description = "What `explain --json` printed, for the page Stacks; may be repeated.")
  private List<Path> explanations = new ArrayList<>();

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
      description = "Title of the pages, beside the names of the files or the store.")
  private Optional<String> title = Optional.empty();

  @Mixin private ConfigOption config = new ConfigOption();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    TracemillConfig values = config.load();
    refuseOldFile();
    refuseWrongInput();
    refuseUnreadable();
    ConsoleProcess.requireAvailable();
    try (TemporaryDirectory directory = TemporaryDirectory.create("tracemill-report")) {
      Path data = Files.createDirectory(directory.path().resolve("data"));
      return store.isPresent() ? ofStore(values, data, store.get()) : ofFiles(values, data);
    }
  }

  private int ofFiles(TracemillConfig values, Path data) throws Exception {
    // Report an unreadable file before Flink starts.
    files.first(values.get(Keys.TIME_MAX_JUMP));
    try (OpenStore kept =
        OpenStore.of(files, values, data, EngineLimits.DEFAULT, spec.commandLine().getErr())) {
      return write(data, kept.directory(), List.of());
    }
  }

  private int ofStore(TracemillConfig values, Path data, Path directory) throws Exception {
    PrintWriter err = spec.commandLine().getErr();
    try (OpenStore opened = OpenStore.at(directory, Optional.empty(), EngineLimits.DEFAULT)) {
      Period time = StoredStreams.write(opened, times, values, data, err);
      long to = Math.min(LAST_MILLIS, time.endMillis());
      return write(data, directory, List.of("--time", time.startMillis() + "/" + to));
    }
  }

  private void refuseWrongInput() {
    if (store.isEmpty()) {
      files.require();
      times.refuse("--from and --to are for a store; name one with --store");
    } else if (!files.paths().isEmpty()) {
      throw new ConfigException("give trace files, or --store, not both");
    }
  }

  private void refuseUnreadable() {
    for (Path file : explanations) {
      if (!Files.isReadable(file)) {
        throw new ConfigException("--explanations: '%s' cannot be read".formatted(file));
      }
    }
  }

  private void refuseOldFile() {
    if (!overwrite && Files.exists(out)) {
      throw new ConfigException(
          "--out: '%s' exists; give another file or add --overwrite".formatted(out));
    }
  }

  private int write(Path data, Path kept, List<String> more)
      throws IOException, InterruptedException {
    for (Path file : explanations) {
      Files.write(
          data.resolve(ResultStream.STACK_EXPLANATIONS.label() + ".jsonl"),
          Files.readAllBytes(file),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--data", data.toString(), "--store", kept.toString(), "--out", out.toString()));
    arguments.addAll(List.of("--source", names()));
    title.ifPresent(text -> arguments.addAll(List.of("--title", text)));
    arguments.addAll(more);
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
        Stream.concat(store.stream(), files.paths().stream())
            .map(path -> String.valueOf(path.getFileName()))
            .toList();
    String first = String.join(", ", names.subList(0, Math.min(MAX_NAMED, names.size())));
    return names.size() <= MAX_NAMED
        ? first
        : first + " and %d more".formatted(names.size() - MAX_NAMED);
  }
}
