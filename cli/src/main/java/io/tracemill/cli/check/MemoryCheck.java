package io.tracemill.cli.check;

import io.tracemill.cli.sample.MemoryEstimate;
import io.tracemill.cli.screen.Wording;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.job.FlinkSettings;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.CoreOptions;

/**
 * Whether the job's state fits.
 *
 * @param heapBytes the largest heap of this JVM; {@code run} would have the same
 */
record MemoryCheck(TracemillConfig config, long heapBytes) {
  /** More of the heap than this is not for state: Flink, buffers, room to collect garbage. */
  private static final double HEAP_SHARE = 0.5;

  private static final double BYTES_PER_GIB = 1 << 30;

  List<Finding> of(MemoryEstimate estimate, double spansPerSecond) {
    List<Finding> findings = new ArrayList<>();
    String text =
        "state of about %s, in a heap of %s"
            .formatted(Wording.bytes(estimate.bytes()), Wording.bytes(heapBytes));
    String[] how = how(estimate, spansPerSecond);
    findings.add(Finding.ok(text, how));
    if (estimate.bytes() > heapBytes * HEAP_SHARE) {
      findings.add(
          Finding.warning(
              "that is more than half of the heap",
              "TRACEMILL_OPTS=-Xmx%.0fg"
                  .formatted(Math.ceil(estimate.bytes() / HEAP_SHARE / BYTES_PER_GIB)),
              "or, for state beside the heap:",
              "flink: {state.backend.type: rocksdb}"));
    }
    int subtasks = FlinkSettings.continuous(config).get(CoreOptions.DEFAULT_PARALLELISM);
    long allowed = config.get(Keys.ASSEMBLY_MAX_OPEN_BYTES);
    if (estimate.openBytes() / subtasks > allowed) {
      findings.add(
          Finding.warning(
              "open traces would exceed assembly.max-open-bytes: the oldest are cut short",
              Advice.setting(
                  Keys.ASSEMBLY_MAX_OPEN_BYTES.path(),
                  "%.0fGiB"
                      .formatted(
                          Math.ceil(2.0 * estimate.openBytes() / subtasks / BYTES_PER_GIB)))));
    }
    return findings;
  }

  private static String[] how(MemoryEstimate estimate, double spansPerSecond) {
    return new String[] {
      "%8s  open traces: %s spans/s, each open for %.1f s, %.0f bytes a span"
          .formatted(
              Wording.bytes(estimate.openBytes()),
              Wording.rate(spansPerSecond),
              estimate.openSeconds(),
              estimate.bytesPerSpan()),
      "%8s  closed traces that are remembered for assembly.tombstone-ttl"
          .formatted(Wording.bytes(estimate.tombstoneBytes())),
      "%8s  profiles and baselines, at most: endpoints of a slide times slides kept"
          .formatted(Wording.bytes(estimate.profileBytes())),
    };
  }
}
