package io.tracemill.bench.job;

import java.util.Locale;

/** How much of the job runs. */
enum Stage {
  /** Read, decode, assemble, discard. */
  CEILING,
  /** All but the detection of changes, results to Kafka. */
  UNWATCHED,
  /** All of it, results to Kafka. */
  JOB;

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The prefix of its output topics. */
  String prefix() {
    return "bench-" + label();
  }
}
