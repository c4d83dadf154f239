package io.tracemill.cli;

import java.util.Locale;

/** The output streams, and how a topic keeps each. */
enum OutputTopic {
  TRACES("delete", "every analysed request with its critical path; off unless output.traces is on"),
  PROFILES("compact,delete", "where the time of each endpoint's requests went, per window"),
  QUALITY("delete", "how far the results can be trusted: the accounts of records and spans"),
  LATE_SPANS("delete", "spans that came after their trace had closed"),
  DEAD_LETTERS("delete", "records that could not be decoded, with where they came from and why");

  private final String cleanupPolicy;
  private final String description;

  OutputTopic(String cleanupPolicy, String description) {
    this.cleanupPolicy = cleanupPolicy;
    this.description = description;
  }

  /** The topic of this stream: {@code tracemill.late-spans.v1}. */
  String topic(String prefix) {
    return prefix + "." + name().toLowerCase(Locale.ROOT).replace('_', '-') + ".v1";
  }

  /** Kafka's {@code cleanup.policy}. */
  String cleanupPolicy() {
    return cleanupPolicy;
  }

  /** What is in it. */
  String description() {
    return description;
  }
}
