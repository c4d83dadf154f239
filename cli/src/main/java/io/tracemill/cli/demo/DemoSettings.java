package io.tracemill.cli.demo;

import io.tracemill.connectors.formats.Encoding;
import io.tracemill.pipeline.config.ChangeKeys;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.StartPosition;
import io.tracemill.pipeline.config.TracemillConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The configuration of the demo: short windows, so that results appear soon. */
final class DemoSettings {
  static final Duration WINDOW = Duration.ofSeconds(30);
  static final Duration SLIDE = Duration.ofSeconds(5);

  /** The shop's exporters send once a second. */
  private static final Duration QUIET_PERIOD = Duration.ofSeconds(2);

  /** The length of the traffic before the demo begins, from which the job learns the baseline. */
  static final Duration PAST = Duration.ofMinutes(10);

  /**
   * Length of a pane of change detection. The shop has 40 requests a second. Its rarest endpoint,
   * checkout, has 20 requests in a pane, enough to find a fault in well under a minute.
   */
  static final int PANE_SECONDS = 10;

  /** The shop is fast: the default of 50 ms would hide its faults. */
  static final int PAGES_FROM_MILLIS = 10;

  /** As long as a checkpoint interval: requests can be found soon, and a demo makes few files. */
  private static final Duration INDEX_COMPACTION = Duration.ofSeconds(10);

  private DemoSettings() {}

  /** The directory of the demo's index. */
  static Path index(Path state) {
    return state.resolve("index");
  }

  static TracemillConfig of(String bootstrapServers, Path state, int webPort) {
    TracemillConfig defaults = TracemillConfig.defaults();
    Map<String, String> flink = new HashMap<>(defaults.get(Keys.FLINK));
    flink.put("rest.port", Integer.toString(webPort));
    return defaults
        .with(Keys.KAFKA_BOOTSTRAP_SERVERS, bootstrapServers)
        .with(Keys.KAFKA_ENCODING, Encoding.OTLP_PROTO.label())
        .with(Keys.KAFKA_START, StartPosition.Named.EARLIEST)
        .with(Keys.PROFILES_WINDOW, WINDOW)
        .with(Keys.PROFILES_SLIDE, SLIDE)
        .with(Keys.ASSEMBLY_QUIET_PERIOD, QUIET_PERIOD)
        .with(Keys.ASSEMBLY_ROOT_GRACE, QUIET_PERIOD)
        .with(ChangeKeys.CHANGES_PANE, Duration.ofSeconds(PANE_SECONDS))
        .with(ChangeKeys.CHANGES_PAGE_TIME, Duration.ofMillis(PAGES_FROM_MILLIS))
        // No Jaeger runs here, so a link would lead nowhere.
        .with(ChangeKeys.LINKS_TRACE, "")
        .with(Keys.STATE_DIRECTORY, state.toString())
        .with(Keys.INDEX_PATH, index(state).toString())
        .with(Keys.INDEX_COMPACTION, INDEX_COMPACTION)
        .with(Keys.FLINK, flink)
        .checked();
  }
}
