package io.tracemill.bench.job;

import java.util.Locale;

/** The part of the job that runs. */
enum Stage {
  /** Decodes and assembles, then discards the traces. */
  CEILING,
  /** The whole job except change detection, with results to Kafka. */
  UNWATCHED,
  /** The whole job except the store, with results to Kafka. */
  UNSTORED,
  /** The whole job, with results to Kafka. */
  JOB;

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The prefix of its output topics. */
  String prefix() {
    return "bench-" + label();
  }
}
