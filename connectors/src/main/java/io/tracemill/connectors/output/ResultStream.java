package io.tracemill.connectors.output;

import java.util.Locale;

/** The streams of results (architecture 8): a topic each on Kafka, a file each on disk. */
public enum ResultStream {
  TRACES("delete", "every analysed request with its critical path; off unless output.traces is on"),
  PROFILES("compact,delete", "where the time of each endpoint's requests went, per window"),
  QUALITY("delete", "how far the results can be trusted: the accounts of records and spans"),
  LATE_SPANS("delete", "spans that came after their trace had closed"),
  DEAD_LETTERS("delete", "records that could not be decoded, with where they came from and why");

  private static final int VERSION = 1;

  private final String cleanupPolicy;
  private final String description;

  ResultStream(String cleanupPolicy, String description) {
    this.cleanupPolicy = cleanupPolicy;
    this.description = description;
  }

  /** The name in topics, files and options: {@code late-spans}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Its topic: {@code <prefix>.late-spans.v1}. */
  public String topic(String prefix) {
    return prefix + "." + label() + ".v" + VERSION;
  }

  /** What Kafka's {@code cleanup.policy} of the topic should be. */
  public String cleanupPolicy() {
    return cleanupPolicy;
  }

  /** A line that says what is in it. */
  public String description() {
    return description;
  }
}
