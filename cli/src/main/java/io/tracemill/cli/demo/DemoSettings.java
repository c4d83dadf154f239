package io.tracemill.cli.demo;

import io.tracemill.pipeline.config.ConfigFile;
import io.tracemill.pipeline.config.TracemillConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * The configuration of the demo: short windows, so that results appear soon.
 *
 * @param file the configuration as a file
 * @param config the values in it
 */
record DemoSettings(Path file, TracemillConfig config) {
  /** The length of the traffic before the demo begins, from which the job learns the baseline. */
  static final Duration PAST = Duration.ofMinutes(10);

  /**
   * Length of a pane. The shop has 40 requests a second. Its rarest endpoint, checkout, has 20
   * requests in a pane, enough to find a fault in well under a minute.
   */
  static final int PANE_SECONDS = 10;

  /** The shop is fast: the default of 50 ms would hide its faults. */
  static final int PAGES_FROM_MILLIS = 10;

  /** The shop's exporters send once a second, so traces are complete after two. */
  private static final String YAML =
      """
      kafka: {bootstrap-servers: "%s", encoding: otlp_proto, start: earliest}
      pane: %ds
      profiles: {window: 30s, slide: 10s}
      assembly: {quiet-period: 2s, root-grace: 2s}
      changes: {page.time: %dms}
      state: {directory: '%s'}
      store: {path: '%s'}
      console: {port: %d}
      flink: {rest.port: %d}
      """;

  /** The directory of the demo's store. */
  static Path store(Path state) {
    return state.resolve("store");
  }

  /** Writes the configuration as a file into {@code state}, for the demo and its console. */
  static DemoSettings write(String bootstrapServers, Path state, int webPort, int consolePort)
      throws IOException {
    String yaml =
        YAML.formatted(
            bootstrapServers,
            PANE_SECONDS,
            PAGES_FROM_MILLIS,
            quoted(state),
            quoted(store(state)),
            consolePort,
            webPort);
    Path file = Files.writeString(state.resolve("demo.yaml"), yaml);
    return new DemoSettings(file, ConfigFile.load(file, Map.of()));
  }

  private static String quoted(Path path) {
    return path.toString().replace("'", "''");
  }
}
