package io.tracemill.cli.results;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.Main;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A command line run within the test.
 *
 * @param status its exit status
 * @param out what it printed
 * @param err what it complained of
 */
public record CommandLineRun(int status, String out, String err) {
  public static CommandLineRun of(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Main.run(arguments, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
    return new CommandLineRun(status, out.toString(UTF_8), err.toString(UTF_8));
  }

  /** Runs a command with {@code yaml} as its configuration, written into a directory. */
  public static CommandLineRun configured(
      Path directory, String yaml, String command, String... more) throws IOException {
    Path config = Files.writeString(directory.resolve(command + ".yaml"), yaml);
    List<String> arguments = new ArrayList<>(List.of(command, "--config", config.toString()));
    arguments.addAll(List.of(more));
    return of(arguments.toArray(String[]::new));
  }

  /** Asserts that the command succeeded. */
  public CommandLineRun succeeds() {
    assertThat(status).as(err).isZero();
    return this;
  }

  /** Asserts that the command failed with one line of error output. */
  public void assertFailed(int expected, String... says) {
    assertThat(err.lines()).hasSize(1);
    assertThat(err).contains(says);
    assertThat(status).isEqualTo(expected);
  }
}
