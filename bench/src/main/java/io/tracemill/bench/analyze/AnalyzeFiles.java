package io.tracemill.bench.analyze;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.flink.util.FileUtils;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures {@code tracemill analyze} over Jaeger JSON. */
@Command(
    name = "bench/run analyze",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Writes the traffic as Jaeger JSON files, reads them once into the page cache, then times"
          + " `tracemill analyze` over them from the start of the process to its end. TRACEMILL_OPTS"
          + " are options of its JVM.",
      ""
    })
public final class AnalyzeFiles implements Callable<Integer> {
  /** CRISP's light mode, spans a second of one core, parsing of JSON included. */
  private static final double CRISP = 44_000;

  private static final int TIMES = 10;

  @Option(names = "--spans", paramLabel = "N", description = "(default: ${DEFAULT-VALUE}).")
  private long spans = 4_000_000;

  @Option(names = "--files", paramLabel = "N", description = "(default: ${DEFAULT-VALUE}).")
  private int files = 4;

  @Option(names = "--runs", paramLabel = "N", description = "(default: ${DEFAULT-VALUE}).")
  private int runs = 3;

  @Option(
      names = "--in",
      paramLabel = "DIR",
      description = "Where the files go, for as long as this runs (default: the system's).")
  private Path in = Path.of(System.getProperty("java.io.tmpdir"));

  private final PrintStream out = System.out;

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new AnalyzeFiles()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (files < 1 || runs < 1 || spans < files) {
      throw new CommandLine.ParameterException(
          new CommandLine(this),
          "--files, --runs, --spans: at least 1, 1 and a span for each file");
    }
    String tracemill = Path.of(System.getProperty("tracemill.root"), "tracemill").toString();
    Path directory = Files.createTempDirectory(in, "tracemill-bench-");
    try {
      Path log = directory.resolve("log");
      // Builds what is stale, so that no run does.
      ProcessTime.of(List.of(tracemill, "--version"), log);
      WrittenFiles written = JaegerFiles.write(directory, files, spans);
      out.printf(
          "%,d spans in %d files of Jaeger JSON, %,d MB together%n%n%-5s %9s %9s %10s %12s %s%n",
          written.spans(),
          files,
          written.bytes() >> 20,
          "run",
          "wall",
          "CPU",
          "spans/s",
          "per CPU-s",
          "of CRISP's " + Math.round(CRISP / 1e3) + " k");
      for (int run = 1; run <= runs; run++) {
        Path results = directory.resolve("results-" + run);
        print(run, written.spans(), ProcessTime.of(command(tracemill, written, results), log));
      }
      out.printf("goal: %,.0f per CPU-s%n%n%s", TIMES * CRISP, Files.readString(log));
    } finally {
      FileUtils.deleteDirectory(directory.toFile());
    }
    return 0;
  }

  private static List<String> command(String tracemill, WrittenFiles files, Path results) {
    List<String> command = new ArrayList<>(List.of(tracemill, "analyze"));
    files.paths().forEach(path -> command.add(path.toString()));
    command.addAll(List.of("--out", results.toString()));
    return command;
  }

  private void print(int run, long count, ProcessTime time) {
    double perCpuSecond = count / time.cpuSeconds();
    out.printf(
        "%-5d %7.1f s %7.1f s %,10.0f %,12.0f %.1f times%n",
        run,
        time.seconds(),
        time.cpuSeconds(),
        count / time.seconds(),
        perCpuSecond,
        perCpuSecond / CRISP);
  }
}
