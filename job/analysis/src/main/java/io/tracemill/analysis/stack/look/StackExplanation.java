package io.tracemill.analysis.stack.look;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.record.StreamRecord;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Optional;

/**
 * Which stacks explain why a span is slow on its hosts: a record of {@code stack-explanations}.
 * Times are nanoseconds.
 *
 * @param window of its spans and samples
 * @param incidentId the incident whose culprit runs on these hosts
 * @param features of all looks, culprits of a look first
 * @param deviationNanos of the paper's coefficients in the first look with enough samples
 * @param boundNanos the paper's bound of 99 %, reported only
 * @param summary one sentence
 */
public record StackExplanation(
    Period window,
    Frame span,
    Optional<String> incidentId,
    Policy policy,
    List<HostSpans> hosts,
    Both selfNanos,
    Samples samples,
    Verdict verdict,
    List<Feature> features,
    long deviationNanos,
    long boundNanos,
    Heat heat,
    Flame flame,
    String summary)
    implements StreamRecord {
  /** The outcome. */
  public enum Verdict {
    CULPRITS,
    NO_ANOMALY,
    TOO_FEW_SAMPLES
  }

  public StackExplanation {
    requireNonNull(window, "window");
    requireNonNull(span, "span");
    requireNonNull(verdict, "verdict");
    hosts = List.copyOf(hosts);
    features = List.copyOf(features);
  }

  @Override
  public List<String> key() {
    return List.of(
        Long.toString(window.startMillis()),
        hosts.stream().map(HostSpans::host).collect(joining(",")),
        span.service(),
        span.operation(),
        incidentId.orElse(""));
  }

  @Override
  public List<Frame> about() {
    return List.of(span);
  }

  /** The same for an incident. */
  public StackExplanation of(String incident) {
    return new StackExplanation(
        window,
        span,
        Optional.of(incident),
        policy,
        hosts,
        selfNanos,
        samples,
        verdict,
        features,
        deviationNanos,
        boundNanos,
        heat,
        flame,
        summary);
  }

  /** How spans were chosen, and how many. */
  public record Policy(String name, int fastSpans, int slowSpans) {}

  /** The compared spans of a host. */
  public record HostSpans(String host, int spans, int slowSpans) {}

  /** The mean of fast and slow spans. */
  public record Both(long fast, long slow) {}

  /**
   * The evidence.
   *
   * @param kind {@code cpu}, {@code wait} or both
   * @param fastNanos time of the samples beside fast spans; what touches two spans counts twice
   * @param virtual samples added for those not taken
   * @param lost samples missed in gaps too long to fill
   * @param late samples that came after their window
   * @param unstitchable samples without a time
   */
  public record Samples(
      String kind,
      long periodNanos,
      long fastNanos,
      long slowNanos,
      long virtual,
      long lost,
      long late,
      long unstitchable) {}

  /** The culprits' share of the CPU time by host and bucket; buckets begin with the window. */
  public record Heat(long bucketMillis, List<Row> rows) {
    public Heat {
      rows = List.copyOf(rows);
    }

    /**
     * One row.
     *
     * @param tenths a character for each bucket: {@code .} for less than a twentieth, digits for
     *     tenths, {@code #} for all
     */
    public record Row(String host, String name, String tenths) {}
  }

  /** The stacks in the self segments of fast and slow spans, as trees. */
  public record Flame(List<Node> fast, List<Node> slow) {
    public Flame {
      fast = List.copyOf(fast);
      slow = List.copyOf(slow);
    }

    /**
     * A function below its callers.
     *
     * @param parent index of the node above, -1 for the first
     * @param nanos time with it on the stack
     */
    public record Node(int parent, String frame, long nanos) {}
  }
}
