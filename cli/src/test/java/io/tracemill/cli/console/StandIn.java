package io.tracemill.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;

/** A program that replaces the console or the report, with its own class path. */
final class StandIn implements AutoCloseable {
  private StandIn() {}

  /**
   * Compiles the program and makes its directory the console's class path, until it is closed.
   *
   * @param className name of the console's class with the main method
   * @param body body of that method
   */
  static StandIn of(Path directory, String className, String body) throws IOException {
    int dot = className.lastIndexOf('.');
    String source =
        "package %s; public class %s { public static void main(String[] args) throws Exception { %s } }"
            .formatted(className.substring(0, dot), className.substring(dot + 1), body);
    Path file = directory.resolve(className.substring(dot + 1) + ".java");
    Files.writeString(file, source);
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, System.err, "-d", directory.toString(), file.toString());
    assertThat(status).isZero();
    System.setProperty(ConsoleProcess.CLASS_PATH, directory.toString());
    return new StandIn();
  }

  @Override
  public void close() {
    System.clearProperty(ConsoleProcess.CLASS_PATH);
  }
}
