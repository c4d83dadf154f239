package io.tracemill.cli.check;

import io.tracemill.cli.screen.Wording;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.job.FlinkSettings;
import io.tracemill.pipeline.topology.Rules;
import io.tracemill.pipeline.topology.StateWeights;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.CoreOptions;

/**
 * Checks that the job's state fits into the heap at a steady rate, over all subtasks.
 *
 * <pre>
 *   open traces  = spans/s x how long a span waits for its trace to close x bytes per span
 *   tombstones   = traces/s x how long one is remembered x bytes of one
 *   profiles     = bytes of all endpoints in one slide x slides that are kept, at most
 *   judge        = places and calls of all endpoints x bytes of one
 * </pre>
 *
 * @param heapBytes the largest heap of this JVM; {@code run} would have the same
 */
record MemoryCheck(TracemillConfig config, long heapBytes) {
  /** State should not take more of the heap than this. Flink, buffers and garbage need the rest. */
  private static final double HEAP_SHARE = 0.5;

  private static final double MILLIS_PER_SECOND = 1000;
  private static final double BYTES_PER_GIB = 1 << 30;

  List<Finding> of(Sample sample, TraceTimes times) {
    double rate = sample.spansPerSecond();
    double openSeconds =
        (times.meanOpenMillis() + config.get(Keys.TIME_OUT_OF_ORDERNESS).toMillis())
            / MILLIS_PER_SECOND;
    double rememberedSeconds = Rules.REMEMBERED.toMillis() / MILLIS_PER_SECOND;
    long open = Math.round(rate * openSeconds * times.bytesPerSpan());
    long closed =
        Math.round(rate * times.tracesPerSpan() * rememberedSeconds * StateWeights.ofTombstone());
    long profiles = StateWeights.ofEndpoints(sample.paneBytes(), config);
    long judge = config.get(Keys.CHANGES_ENABLED) ? StateWeights.ofJudge(sample.judged()) : 0;
    List<Finding> findings =
        new ArrayList<>(
            state(
                open + closed + profiles + judge,
                "%8s  open traces: %s spans/s, each open for %.1f s, %.0f bytes a span"
                    .formatted(
                        Wording.bytes(open), Wording.rate(rate), openSeconds, times.bytesPerSpan()),
                "%8s  closed traces, remembered for a minute".formatted(Wording.bytes(closed)),
                "%8s  sums of endpoints, at most: endpoints per pane times panes kept"
                    .formatted(Wording.bytes(profiles)),
                "%8s  the judge: places and calls of endpoints".formatted(Wording.bytes(judge))));
    findings.addAll(openTraces(open));
    return findings;
  }

  /** The findings about all state together. */
  List<Finding> state(long bytes, String... parts) {
    List<Finding> findings = new ArrayList<>();
    findings.add(
        Finding.ok(
            "state of about %s, in a heap of %s"
                .formatted(Wording.bytes(bytes), Wording.bytes(heapBytes)),
            parts));
    if (bytes > heapBytes * HEAP_SHARE) {
      findings.add(
          Finding.warning(
              "that is more than half of the heap",
              "TRACEMILL_OPTS=-Xmx%.0fg".formatted(Math.ceil(bytes / HEAP_SHARE / BYTES_PER_GIB)),
              "or, for state beside the heap:",
              "flink: {state.backend.type: rocksdb}"));
    }
    return findings;
  }

  /** The findings about the open traces of each subtask. */
  List<Finding> openTraces(long bytes) {
    long ofOne = bytes / FlinkSettings.continuous(config).get(CoreOptions.DEFAULT_PARALLELISM);
    return ofOne <= config.get(Keys.ASSEMBLY_MAX_OPEN_BYTES)
        ? List.of()
        : List.of(
            Finding.warning(
                "open traces would exceed assembly.max-open-bytes: the oldest are cut short",
                Advice.setting(
                    Keys.ASSEMBLY_MAX_OPEN_BYTES.path(),
                    "%.0fGiB".formatted(Math.ceil(2.0 * ofOne / BYTES_PER_GIB)))));
  }
}
