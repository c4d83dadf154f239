package io.tracemill.console.browser;

import io.tracemill.cli.console.ConsoleProcess;
import io.tracemill.cli.process.FreePorts;
import io.tracemill.cli.results.CommandLineRun;
import java.io.IOException;
import java.time.Duration;
import org.openqa.selenium.support.ui.FluentWait;

/** The demo in this process, with its console in a process of its own. */
final class RunningDemo implements AutoCloseable {
  private static final Duration STARTS_WITHIN = Duration.ofMinutes(2);
  private static final long ENDS_WITHIN_MILLIS = 30_000;

  private final Thread thread;
  private final String address;

  private RunningDemo(Thread thread, String address) {
    this.thread = thread;
    this.address = address;
  }

  /** Starts a scenario; returns when the console knows a first window. */
  static RunningDemo start(String scenario) throws IOException {
    String port = Integer.toString(FreePorts.any());
    System.setProperty(ConsoleProcess.CLASS_PATH, System.getProperty("java.class.path"));
    Thread thread =
        new Thread(
            () -> CommandLineRun.of("demo", "--scenario", scenario, "--console-port", port),
            "demo");
    thread.setDaemon(true);
    thread.start();
    RunningDemo demo = new RunningDemo(thread, "http://127.0.0.1:%s/".formatted(port));
    new FluentWait<>(demo.api()).withTimeout(STARTS_WITHIN).until(RunningDemo::hasAWindow);
    return demo;
  }

  private static boolean hasAWindow(ConsoleApi api) {
    try {
      return api.get("status").has("asOfMillis");
    } catch (IOException e) {
      return false; // It does not listen yet.
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The address of the console's first page. */
  String address() {
    return address;
  }

  /** The answers of its console. */
  ConsoleApi api() {
    return new ConsoleApi(address);
  }

  @Override
  public void close() throws InterruptedException {
    thread.interrupt();
    thread.join(ENDS_WITHIN_MILLIS);
    System.clearProperty(ConsoleProcess.CLASS_PATH);
  }
}
