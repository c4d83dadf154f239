package io.tracemill.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.console.ConsoleProcess;
import io.tracemill.cli.process.Patience;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DemoConsoleTest {
  private final List<String> told = new ArrayList<>();

  @TempDir private Path directory;

  @AfterEach
  void forgetTheClassPath() {
    System.clearProperty(ConsoleProcess.CLASS_PATH);
  }

  @Test
  void theAddressIsToldBeforeTheConsoleStartsAndItsEndOnce() throws IOException {
    // There is no console in this directory, so its process ends at once.
    System.setProperty(ConsoleProcess.CLASS_PATH, directory.toString());
    try (DemoConsole console = new DemoConsole(true, 8460, told::add)) {
      assertThat(told).hasSize(1).first().asString().startsWith("console: http://127.0.0.1:8460/");

      console.start(directory.resolve("demo.yaml"));
      Patience.until("its end is told", () -> ended(console));
      assertThat(console.address()).isEmpty();
      assertThat(told).hasSize(2);
    }
  }

  private boolean ended(DemoConsole console) {
    return console.address().isEmpty()
        && told.contains("the console has ended; the demo continues");
  }

  @Test
  void withoutAConsoleTheDemoGoesOn() throws IOException {
    try (DemoConsole console = new DemoConsole(true, 8460, told::add)) {
      console.start(directory.resolve("demo.yaml"));
      assertThat(console.address()).isEmpty();
    }
    assertThat(told)
        .containsExactly("no console: start the demo with ./tracemill demo to have one");
  }

  @Test
  void aConsoleThatIsNotWantedIsNotStarted() throws IOException {
    System.setProperty(ConsoleProcess.CLASS_PATH, directory.toString());
    try (DemoConsole console = new DemoConsole(false, 8460, told::add)) {
      console.start(directory.resolve("demo.yaml"));
      assertThat(console.address()).isEmpty();
    }
    assertThat(told).isEmpty();
  }
}
