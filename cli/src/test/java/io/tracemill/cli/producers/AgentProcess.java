package io.tracemill.cli.producers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A JVM under the OpenTelemetry Java agent, from {@code start} to {@link #close}. */
final class AgentProcess implements AutoCloseable {
  private static final Predicate<String> AGENT =
      entry -> Path.of(entry).getFileName().toString().startsWith("opentelemetry-javaagent-");

  private final String service;
  private final Process process;

  private AgentProcess(String service, Process process) {
    this.service = service;
    this.process = process;
  }

  /**
   * Starts {@code main} as {@code service}, which sends its spans to {@code receiver} after a tenth
   * of a second at most.
   *
   * @param properties system properties that {@code main} reads
   */
  static AgentProcess start(
      String service, Class<?> main, URI receiver, Map<String, Object> properties)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-javaagent:" + classPath().filter(AGENT).findFirst().orElseThrow());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:-PrintWarnings", "-Xmx256m"));
    agentSettings(service, receiver).forEach((key, value) -> command.add(property(key, value)));
    properties.forEach((key, value) -> command.add(property(key, value)));
    command.add("-cp");
    command.add(classPath().filter(AGENT.negate()).collect(Collectors.joining(File.pathSeparator)));
    command.add(main.getName());
    return new AgentProcess(
        service,
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  private static Map<String, Object> agentSettings(String service, URI receiver) {
    return Map.of(
        "otel.service.name", service,
        "otel.exporter.otlp.protocol", "http/protobuf",
        "otel.exporter.otlp.endpoint", receiver,
        "otel.bsp.schedule.delay", 100,
        "otel.metrics.exporter", "none",
        "otel.logs.exporter", "none",
        "io.opentelemetry.javaagent.slf4j.simpleLogger.defaultLogLevel", "warn");
  }

  private static String property(String key, Object value) {
    return "-D" + key + "=" + value;
  }

  private static Stream<String> classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator));
  }

  /** Waits until the process says {@code ready}, and returns what it adds to that. */
  String awaitReady() throws IOException {
    String line = process.inputReader(UTF_8).readLine();
    if (line == null || !line.startsWith("ready")) {
      throw new IllegalStateException("%s is not ready but says %s".formatted(service, line));
    }
    return line.substring("ready".length()).strip();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
