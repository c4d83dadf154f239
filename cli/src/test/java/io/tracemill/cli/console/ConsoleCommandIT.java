package io.tracemill.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.results.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class ConsoleCommandIT {
  private static final String MAIN = "io.tracemill.console.ConsoleMain";

  @TempDir private Path directory;

  @Test
  void theAddressIsPrintedAndTheStatusIsThatOfTheConsole() throws IOException {
    Path arguments = directory.resolve("arguments");
    Path config = Files.writeString(directory.resolve("tracemill.yaml"), "store.path: x\n");
    try (StandIn console =
        StandIn.of(
            directory,
            MAIN,
            """
            java.nio.file.Files.writeString(java.nio.file.Path.of("%s"), String.join(" ", args));
            System.out.println("console: http://127.0.0.1:1/");
            System.exit(1);
            """
                .formatted(arguments))) {
      CommandLineRun run =
          CommandLineRun.of("console", "--config", config.toString(), "--port", "1");

      assertThat(run.out()).isEqualTo("console: http://127.0.0.1:1/%n".formatted());
      assertThat(run.status()).isEqualTo(1);
      assertThat(arguments).hasContent("--config %s --port 1".formatted(config));
    }
  }

  @Test
  void aCrashIsSaidInOneLine() throws IOException {
    try (StandIn console = StandIn.of(directory, MAIN, "Runtime.getRuntime().halt(9);")) {
      CommandLineRun.of("console").assertFailed(1, "the console ended with status 9");
    }
  }

  @Test
  void aBadConfigurationStartsNothing() throws IOException {
    try (StandIn console = StandIn.of(directory, MAIN, "System.exit(9);")) {
      CommandLineRun.configured(directory, "console: {address: 0.0.0.0}", "console")
          .assertFailed(2, "console.address: \"0.0.0.0\" is not allowed; allowed: ");
      CommandLineRun.of("console", "--port", "70000").assertFailed(2, "console.port: \"70000\"");
    }
  }

  @Test
  void withoutTheLauncherThereIsNoConsole() throws IOException {
    String input = Files.writeString(directory.resolve("in.json"), "{}").toString();
    CommandLineRun.of("console").assertFailed(1, "start Tracemill by its script ./tracemill");
    CommandLineRun.of("report", input, "--out", directory.resolve("r.html").toString())
        .assertFailed(1, "start Tracemill by its script ./tracemill");
  }

  /** A parent that dies closes the pipe, as {@code close} does. */
  @Test
  void theConsoleEndsWithItsInput() throws Exception {
    Path ended = directory.resolve("ended");
    try (StandIn console =
        StandIn.of(
            directory,
            MAIN,
            """
            while (System.in.read() >= 0) {}
            java.nio.file.Files.createFile(java.nio.file.Path.of("%s"));
            """
                .formatted(ended))) {
      ConsoleProcess process = ConsoleProcess.console(List.of(), line -> {});
      assertThat(process.isAlive()).isTrue();
      process.close();
      assertThat(process.isAlive()).isFalse();
      assertThat(ended).exists();
    }
  }
}
