package io.tracemill.cli.results;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.cli.Main;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

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
}
