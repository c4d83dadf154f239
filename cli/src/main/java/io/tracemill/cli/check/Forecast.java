package io.tracemill.cli.check;

import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.screen.Wording;
import io.tracemill.connectors.output.RecordJson;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.job.FlinkSettings;
import io.tracemill.pipeline.topology.Rules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.CoreOptions;

/**
 * The job's state and store at a steady rate, in bytes, over all subtasks:
 *
 * <pre>
 *   state = spans/s x seconds that a span waits for its trace to close x bytes of a span
 *         + bytes of the profiles of a pane x 8 x panes kept
 *         + steps on critical paths of all endpoints x 8,000, for the judge
 * </pre>
 *
 * The two factors were measured on recordings: 4 to 9 bytes of sums for a byte of a profile, and
 * 2.4 rows of the judge for a step, of 3,250 bytes each.
 *
 * @param openBytes state of open traces
 * @param sumsBytes state of the endpoints' sums
 * @param judgeBytes state of the judge
 * @param storeBytes the store when it is as old as it may become
 */
record Forecast(long openBytes, long sumsBytes, long judgeBytes, long storeBytes) {
  /** State should not take more of the heap than this. Flink, buffers and garbage need the rest. */
  private static final double HEAP_SHARE = 0.5;

  private static final long SUMS_BYTES_PER_BYTE = 8;
  private static final long JUDGE_BYTES_PER_STEP = 8_000;
  private static final double MILLIS_PER_SECOND = 1000;
  private static final double BYTES_PER_GIB = 1 << 30;

  /** The forecast from a sample. */
  static Forecast of(TracemillConfig config, Sample sample, TraceTimes times) {
    double openSeconds =
        (times.meanOpenMillis() + config.get(Keys.TIME_OUT_OF_ORDERNESS).toMillis())
            / MILLIS_PER_SECOND;
    double rate = sample.perSecond(sample.accounts().job().spans().decoded());
    long pane = paneBytes(sample.profiles());
    return new Forecast(
        Math.round(rate * openSeconds * times.bytesPerSpan()),
        SUMS_BYTES_PER_BYTE * pane * Rules.endpoint(config).maxPanes(),
        config.get(Keys.CHANGES_ENABLED) ? JUDGE_BYTES_PER_STEP * steps(sample.profiles()) : 0,
        storeBytes(config, sample, pane));
  }

  /** The mean size of all profiles of a pane. */
  private static long paneBytes(List<EndpointProfile> profiles) {
    Map<Long, Long> panes = new HashMap<>();
    profiles.forEach(
        profile ->
            panes.merge(
                profile.window().startMillis(),
                (long) RecordJson.bytes(profile).length,
                Long::sum));
    return (long) panes.values().stream().mapToLong(Long::longValue).average().orElse(0);
  }

  /** The number of steps on the critical paths of each endpoint's largest pane. */
  private static long steps(List<EndpointProfile> profiles) {
    Map<Frame, Long> steps = new HashMap<>();
    profiles.forEach(
        profile ->
            steps.merge(
                profile.endpoint(),
                profile.tree().stream().map(EndpointProfile.Node::step).distinct().count(),
                Math::max));
    return steps.values().stream().mapToLong(Long::longValue).sum();
  }

  /** A kept request takes no more than its spans do, and a stored pane no more than its profile. */
  private static long storeBytes(TracemillConfig config, Sample sample, long paneBytes) {
    Duration retention = config.get(Keys.STORE_RETENTION);
    long spans = sample.fragments().stream().mapToLong(each -> each.bytes().length).sum();
    double requests =
        Math.min(sample.perSecond(spans), config.get(Keys.STORE_BYTES_PER_SECOND))
            * retention.toSeconds();
    double panes = (double) paneBytes * retention.toMillis() / config.get(Keys.PANE).toMillis();
    return (long)
        (Math.min(requests, config.get(Keys.STORE_MAX_REQUEST_BYTES))
            + Math.min(panes, config.get(Keys.STORE_MAX_PANE_BYTES)));
  }

  /** All state. */
  long stateBytes() {
    return openBytes + sumsBytes + judgeBytes;
  }

  /**
   * Whether the state fits.
   *
   * @param heapBytes the largest heap of this JVM; {@code run} would have the same
   */
  List<Finding> memory(TracemillConfig config, long heapBytes) {
    List<Finding> findings = new ArrayList<>();
    findings.add(
        Finding.ok(
            "state of about %s, in a heap of %s"
                .formatted(Wording.bytes(stateBytes()), Wording.bytes(heapBytes)),
            part(openBytes, "open traces"),
            part(sumsBytes, "sums of endpoints, at most: endpoints per pane times panes kept"),
            part(judgeBytes, "the judge: places and calls of endpoints")));
    Finding.warnIf(
        stateBytes() > heapBytes * HEAP_SHARE,
        findings,
        "that is more than half of the heap",
        "TRACEMILL_OPTS=-Xmx%.0fg".formatted(Math.ceil(stateBytes() / HEAP_SHARE / BYTES_PER_GIB)),
        "or, to keep state outside the heap:",
        "flink: {state.backend.type: rocksdb}");
    long ofOne = openBytes / FlinkSettings.continuous(config).get(CoreOptions.DEFAULT_PARALLELISM);
    Finding.warnIf(
        ofOne > config.get(Keys.ASSEMBLY_MAX_OPEN_BYTES),
        findings,
        "open traces would exceed assembly.max-open-bytes: the oldest are cut short",
        Advice.setting(
            Keys.ASSEMBLY_MAX_OPEN_BYTES.path(),
            "%.0fGiB".formatted(Math.ceil(2.0 * ofOne / BYTES_PER_GIB))));
    return findings;
  }

  private static String part(long bytes, String what) {
    return "%8s  %s".formatted(Wording.bytes(bytes), what);
  }
}
