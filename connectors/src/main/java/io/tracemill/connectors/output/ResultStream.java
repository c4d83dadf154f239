package io.tracemill.connectors.output;

import io.tracemill.analysis.deployment.Deployment;
import io.tracemill.analysis.record.AnomalyRecord;
import io.tracemill.analysis.record.ChangeRecord;
import io.tracemill.analysis.record.Dependency;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.record.Hotspot;
import io.tracemill.analysis.record.IncidentRecord;
import io.tracemill.analysis.record.KeepRecord;
import io.tracemill.analysis.record.LateSpanRecord;
import io.tracemill.analysis.record.MutationRecord;
import io.tracemill.analysis.record.QualityRecord;
import io.tracemill.analysis.record.StreamRecord;
import io.tracemill.analysis.record.TraceRecord;
import io.tracemill.analysis.stack.look.StackExplanation;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The streams of results (architecture 8): each is a topic on Kafka or a file on disk. */
public enum ResultStream {
  TRACES(
      0,
      TraceRecord.class,
      "delete",
      "every analysed request with its critical path; off unless output.traces is on"),
  PROFILES(
      1,
      EndpointProfile.class,
      "compact,delete",
      "where the time of each endpoint's requests went, per window"),
  MUTATIONS(
      5,
      MutationRecord.class,
      "compact,delete",
      "what changed in an endpoint's requests, and how sure that is"),
  INCIDENTS(
      6,
      IncidentRecord.class,
      "compact,delete",
      "mutations of one cause: what somebody should look at"),
  CHANGES(
      7,
      ChangeRecord.class,
      "delete",
      "why an endpoint's mean latency changed, as terms that add up"),
  HOTSPOTS(8, Hotspot.class, "delete", "which frames cost most over all endpoints, per window"),
  DEPENDENCIES(14, Dependency.class, "delete", "which services call which, how often and how fast"),
  STACK_EXPLANATIONS(
      15,
      StackExplanation.class,
      "delete",
      "what ran on a host while its spans were slow; needs stacks.topics"),
  ANOMALIES(
      16,
      AnomalyRecord.class,
      "delete",
      "requests that are unlike the others of their endpoint; needs anomalies.models"),
  DEPLOYMENTS(
      18,
      Deployment.class,
      "compact,delete",
      "new versions of services, each with a verdict on its requests"),
  KEEP(17, KeepRecord.class, "delete", "which traces are worth keeping, and why"),
  QUALITY(
      2,
      QualityRecord.class,
      "delete",
      "how far the results can be trusted: the accounts of records and spans"),
  LATE_SPANS(3, LateSpanRecord.class, "delete", "spans that came after their trace had closed"),
  DEAD_LETTERS(4, "delete", "records that could not be decoded, with where they came from and why");

  private static final int VERSION = 1;

  private final int number;
  private final String cleanupPolicy;
  private final String description;
  private final Optional<Class<? extends StreamRecord>> type;

  ResultStream(int number, String cleanupPolicy, String description) {
    this(number, Optional.empty(), cleanupPolicy, description);
  }

  ResultStream(
      int number, Class<? extends StreamRecord> type, String cleanupPolicy, String description) {
    this(number, Optional.of(type), cleanupPolicy, description);
  }

  ResultStream(
      int number,
      Optional<Class<? extends StreamRecord>> type,
      String cleanupPolicy,
      String description) {
    this.number = number;
    this.type = type;
    this.cleanupPolicy = cleanupPolicy;
    this.description = description;
  }

  /**
   * Its number in serialized records; it never changes when streams are added.
   *
   * @see #ofNumber
   */
  public int number() {
    return number;
  }

  /** The stream with this {@link #number}; empty if it is not known here. */
  public static Optional<ResultStream> ofNumber(int number) {
    return Arrays.stream(values()).filter(stream -> stream.number == number).findFirst();
  }

  /** The type of its records; empty if they are read as JSON only. */
  public Optional<Class<? extends StreamRecord>> type() {
    return type;
  }

  /** The stream of a record. */
  static ResultStream of(StreamRecord record) {
    return Arrays.stream(values())
        .filter(stream -> stream.type.filter(type -> type.isInstance(record)).isPresent())
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no stream of " + record.getClass()));
  }

  /** The name in topics, files and options: {@code late-spans}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Its topic: {@code <prefix>.late-spans.v1}. */
  public String topic(String prefix) {
    return prefix + "." + label() + ".v" + VERSION;
  }

  /** The recommended {@code cleanup.policy} of the Kafka topic. */
  public String cleanupPolicy() {
    return cleanupPolicy;
  }

  /** A line that describes its content. */
  public String description() {
    return description;
  }
}
