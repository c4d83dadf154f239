package io.tracemill.console.browser;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.cli.results.Recording;
import io.tracemill.console.Console;
import java.nio.file.Path;

/** A console over a recording, and a browser to look at it. */
final class RecordedConsole implements AutoCloseable {
  /** Without its gateway, Train Ticket has many endpoints. */
  private static final String YAML =
      """
      endpoints: {skip: [{service: ts-gateway-service, operation: "*"}]}
      spans: {attributes: [k8s.pod.name]}
      """;

  private final Browser browser;
  private final Console console;
  private final String name;

  private RecordedConsole(Browser browser, Console console, String name) {
    this.browser = browser;
    this.console = console;
    this.name = name;
  }

  /** Analyses a recording below a directory and starts both. */
  static RecordedConsole of(Recording recording, Path directory) throws Exception {
    Browser browser = Browser.open();
    RecordedResults results =
        RecordedResults.of(recording.file(), YAML, directory.resolve(recording.dataset()));
    String name = recording.dataset().replaceAll("-\\d.*", "");
    return new RecordedConsole(browser, results.console(), name);
  }

  Browser browser() {
    return browser;
  }

  ConsoleApi api() {
    return new ConsoleApi(console.address());
  }

  /** A walk whose screenshots begin with the name of the system that was recorded. */
  Walk walk() {
    return new Walk(browser, console.address(), name);
  }

  /** The newest change that the job has explained, of the endpoint with the most requests. */
  JsonNode explainedChange() throws Exception {
    JsonNode endpoints = api().get("endpoints").path("endpoints");
    for (JsonNode each : Answers.largestFirst(endpoints, "/traces")) {
      JsonNode records =
          api().get("endpoint/changes", Answers.scope(each.path("endpoint"))).path("records");
      if (!records.isEmpty()) {
        return records.get(0);
      }
    }
    throw new AssertionError("the job has explained no change");
  }

  @Override
  public void close() throws Exception {
    browser.close();
    console.close();
  }
}
