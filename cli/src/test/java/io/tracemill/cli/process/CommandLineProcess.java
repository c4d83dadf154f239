package io.tracemill.cli.process;

import io.tracemill.cli.Main;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A command line with this process's Java, class path, opened packages and way to compile and
 * collect garbage; killed when closed.
 */
public final class CommandLineProcess implements AutoCloseable {
  private static final int POLL_MILLIS = 2;

  private final Process process;
  private final Path said;

  private CommandLineProcess(Process process, Path said) {
    this.process = process;
    this.said = said;
  }

  /** A condition that is looked at again and again. */
  public interface Condition {
    boolean holds() throws Exception;
  }

  /**
   * Starts it.
   *
   * @param said the file to which all that it prints is added
   */
  public static CommandLineProcess start(Path said, List<String> options, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("--add-opens") || option.startsWith("-XX:"))
        .forEach(command::add);
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    return new CommandLineProcess(
        builder
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(said.toFile()))
            .start(),
        said);
  }

  /** All that it has printed so far. */
  public String said() throws IOException {
    return Files.readString(said, StandardCharsets.UTF_8);
  }

  public long pid() {
    return process.pid();
  }

  /** Waits until the condition holds; fails with what it printed if it ends before. */
  public void await(Condition condition) throws Exception {
    while (!condition.holds()) {
      if (process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
        throw new AssertionError("ended with %d: %s".formatted(process.exitValue(), said()));
      }
    }
  }

  /** As {@code kill -9} does; returns when the process is gone. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Asks it to end, as Ctrl-C does; its exit status. */
  public int stop() throws InterruptedException {
    process.destroy();
    return process.waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
