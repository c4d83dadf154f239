package io.tracemill.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import picocli.CommandLine;

/** The entry point of the program. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.exit(run(args, utf8(FileDescriptor.out), utf8(FileDescriptor.err)));
  }

  /**
   * Runs one command line.
   *
   * @return 0 on success, 1 on failure, 2 on wrong usage or configuration; in the last two cases
   *     {@code err} gets one line with the reason
   */
  public static int run(String[] args, PrintStream out, PrintStream err) {
    return new CommandLine(new TracemillCommand())
        .setOut(new PrintWriter(out, true, UTF_8))
        .setErr(new PrintWriter(err, true, UTF_8))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionStrategy(Verbosity::execute)
        .setParameterExceptionHandler(Failures::wrongUsage)
        .setExecutionExceptionHandler(Failures::failed)
        .execute(args);
  }

  /** Writes the console as UTF-8 in every locale, since service names can hold any character. */
  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, UTF_8);
  }
}
