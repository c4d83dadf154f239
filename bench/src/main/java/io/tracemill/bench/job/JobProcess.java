package io.tracemill.bench.job;

import io.tracemill.bench.workload.Wire;
import io.tracemill.cli.process.FreePorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Controls the process of a {@link MeasuredJob}, which does not outlive this process. */
final class JobProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Process process;
  private final Broker broker;
  private final PrintWriter questions;
  private final BufferedReader answers;
  private final HttpClient http = HttpClient.newHttpClient();
  private final HttpRequest page;
  private volatile Sample.Metrics metrics = Sample.Metrics.NONE;

  private JobProcess(Process process, Broker broker, int metricsPort) {
    this.process = process;
    this.broker = broker;
    this.questions = new PrintWriter(process.outputWriter(), true);
    this.answers = process.inputReader();
    this.page =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + metricsPort + "/metrics"))
            .timeout(PATIENCE)
            .build();
  }

  /**
   * Starts a stage of the job.
   *
   * @param bounded whether it ends at the end of the topic
   * @param directory for its configuration and state
   */
  static JobProcess start(
      Settings settings, Wire wire, Stage stage, boolean bounded, Broker broker, Path directory)
      throws IOException {
    int port = FreePorts.any();
    Path config =
        Files.writeString(
            Files.createDirectories(directory).resolve("tracemill.yaml"),
            settings.config(
                wire, stage, broker.bootstrapServers(), directory.resolve("state"), port));
    List<String> jvm = new ArrayList<>(List.of("-Xmx" + settings.heap));
    jvm.addAll(settings.jvm);
    ProcessBuilder builder =
        java(MeasuredJob.class, jvm, stage.name(), Boolean.toString(bounded), config.toString());
    return new JobProcess(builder.start(), broker, port);
  }

  /**
   * A process with this one's Java, class path and opened packages. Its standard error is
   * inherited.
   */
  static ProcessBuilder java(Class<?> main, List<String> options, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("--add-opens"))
        .forEach(command::add);
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(Redirect.INHERIT);
  }

  static long cpuNanos(Process process) {
    return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
  }

  /** The job's progress so far; empty if it has ended. */
  Optional<Sample> sample(Sent sent) {
    return ask("", sent, status("VmRSS:"));
  }

  /**
   * The same after a garbage collection, with new metrics. The resident memory is read before it.
   */
  Optional<Sample> sampleAfterCollection(Sent sent) {
    long resident = status("VmRSS:");
    refreshMetrics().join();
    return ask(MeasuredJob.COLLECT, sent, resident);
  }

  private synchronized Optional<Sample> ask(String question, Sent sent, long residentBytes) {
    long asked = System.nanoTime();
    questions.println(question);
    try {
      String line = answers.readLine();
      while (line != null && !line.startsWith(MeasuredJob.SAMPLE)) {
        line = answers.readLine();
      }
      if (line == null) {
        return Optional.empty();
      }
      String[] answer = line.split(" ", -1);
      return Optional.of(
          new Sample(
              // The job counts its records before the collection.
              question.isEmpty() ? System.nanoTime() : asked,
              sent,
              Long.parseLong(answer[1]),
              cpuNanos(process),
              broker.cpuNanos(),
              Long.parseLong(answer[2]),
              Long.parseLong(answer[3]),
              residentBytes,
              status("VmHWM:"),
              metrics));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Reads the job's metrics for later samples. The old values stay if the job does not answer. */
  CompletableFuture<Void> refreshMetrics() {
    return http.sendAsync(page, BodyHandlers.ofString())
        .thenAccept(response -> metrics = Sample.Metrics.of(response.body()))
        .exceptionally(unanswered -> null);
  }

  /**
   * A memory size that Linux reports; 0 if the system does not report it or the process has ended.
   */
  private long status(String name) {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    try {
      return Files.readAllLines(status).stream()
          .filter(line -> line.startsWith(name))
          .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
          .sum();
    } catch (IOException | UncheckedIOException e) {
      return 0;
    }
  }

  /** Waits for the end of the process, which should be near; returns its exit status. */
  int exitStatus() throws InterruptedException {
    return process.waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
