package io.tracemill.connectors.output;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The streams of results (architecture 8): each is a topic on Kafka or a file on disk. */
public enum ResultStream {
  TRACES(
      0, "delete", "every analysed request with its critical path; off unless output.traces is on"),
  PROFILES(1, "compact,delete", "where the time of each endpoint's requests went, per window"),
  MUTATIONS(5, "compact,delete", "what changed in an endpoint's requests, and how sure that is"),
  INCIDENTS(6, "compact,delete", "mutations of one cause: what somebody should look at"),
  CHANGES(7, "delete", "why an endpoint's mean latency changed, as terms that add up"),
  HOTSPOTS(8, "compact,delete", "which frames cost most over all endpoints, per window"),
  SYSTEMS(12, "compact,delete", "latency and size of all requests, per window"),
  HEATMAPS(
      9, "compact,delete", "where sampled requests of an endpoint spent their time, per window"),
  WHAT_IFS(10, "compact,delete", "what faster places would save an endpoint, per window"),
  BREAKDOWNS(11, "compact,delete", "the time of an endpoint's frames by attribute, per window"),
  QUALITY(2, "delete", "how far the results can be trusted: the accounts of records and spans"),
  LATE_SPANS(3, "delete", "spans that came after their trace had closed"),
  DEAD_LETTERS(4, "delete", "records that could not be decoded, with where they came from and why");

  private static final int VERSION = 1;

  private final int number;
  private final String cleanupPolicy;
  private final String description;

  ResultStream(int number, String cleanupPolicy, String description) {
    this.number = number;
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
