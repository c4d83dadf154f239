package io.tracemill.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;

/** A program in the place of the console or its report, on a class path of its own. */
final class StandIn implements AutoCloseable {
  private StandIn() {}

  /**
   * Compiles it and puts it on the console's class path, until it is closed.
   *
   * @param className a class of the console's with a main method
   * @param body that of the method
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
