package io.tracemill.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.bench.workload.JaegerFiles;
import java.io.IOException;
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
    showDefaultValues = true,
    description = {
      "Writes the traffic as Jaeger JSON files, then times `tracemill analyze` over them from"
          + " start to end of the process. The files are in the page cache. TRACEMILL_OPTS sets"
          + " options of its JVM.",
      ""
    })
public final class AnalyzeFiles implements Callable<Integer> {
  /** Spans a second per core in CRISP's light mode, including the parsing of JSON. */
  private static final double CRISP = 44_000;

  private static final int TIMES = 10;

  /** Runs its arguments as a command under the shell's {@code time}. */
  private static final String TIME = "TIMEFORMAT='%R %U %S'; LC_ALL=C; time \"$@\" >\"$0\" 2>&1";

  @Option(names = "--spans", description = "Of all files together.")
  private long spans = 4_000_000;

  @Option(names = "--files", description = "How many.")
  private int files = 4;

  @Option(names = "--runs", description = "How many.")
  private int runs = 3;

  @Option(names = "--in", description = "Where the files go, for as long as this runs.")
  private Path in = Path.of(System.getProperty("java.io.tmpdir"));

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
    Path directory = Files.createTempDirectory(in, "tracemill-bench-");
    try {
      measure(directory);
    } finally {
      FileUtils.deleteDirectory(directory.toFile());
    }
    return 0;
  }

  private void measure(Path directory) throws IOException, InterruptedException {
    String tracemill = Path.of(System.getProperty("tracemill.root"), "tracemill").toString();
    Path log = directory.resolve("log");
    // Builds outdated code now, so that no run does.
    time(List.of(tracemill, "--version"), log);
    JaegerFiles written = JaegerFiles.write(directory, files, spans);
    // The files were just written, so the page cache has them if it is large enough.
    long bytes = 0;
    for (Path path : written.paths()) {
      bytes += Files.size(path);
    }
    System.out.printf(
        "%,d spans in %d files of Jaeger JSON, %,d MB together%n%n%-5s %9s %9s %10s %12s %s%n",
        written.spans(),
        files,
        bytes >> 20,
        "run",
        "wall",
        "CPU",
        "spans/s",
        "per CPU-s",
        "of CRISP's " + Math.round(CRISP / 1e3) + " k");
    for (int run = 1; run <= runs; run++) {
      List<String> command = new ArrayList<>(List.of(tracemill, "analyze"));
      written.paths().forEach(path -> command.add(path.toString()));
      command.addAll(
          List.of("--out", directory.resolve("results-" + run).toString(), "--overwrite"));
      double[] times = time(command, log);
      double cpuSeconds = times[1] + times[2];
      System.out.printf(
          "%-5d %7.1f s %7.1f s %,10.0f %,12.0f %.1f times%n",
          run,
          times[0],
          cpuSeconds,
          written.spans() / times[0],
          written.spans() / cpuSeconds,
          written.spans() / cpuSeconds / CRISP);
    }
    System.out.printf("goal: %,.0f per CPU-s%n%n%s", TIMES * CRISP, Files.readString(log));
  }

  /** The seconds that the command took: elapsed, user and system time. */
  private static double[] time(List<String> command, Path log)
      throws IOException, InterruptedException {
    List<String> timed = new ArrayList<>(List.of("bash", "-c", TIME, log.toString()));
    timed.addAll(command);
    Process process = new ProcessBuilder(timed).start();
    String times = new String(process.getErrorStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException("failed: " + command + "\n" + Files.readString(log));
    }
    return List.of(times.strip().split(" ", -1)).stream()
        .mapToDouble(Double::parseDouble)
        .toArray();
  }
}
