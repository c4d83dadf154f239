package io.tracemill.bench.endtoend;

import java.util.Locale;
import java.util.Map;

/** Where the job keeps its state. */
enum State {
  /** As it does where nothing is configured. */
  HEAP,
  /** With incremental checkpoints. */
  ROCKSDB;

  /** What {@code flink:} of the configuration says for it. */
  Map<String, String> flink() {
    return switch (this) {
      case HEAP -> Map.of();
      case ROCKSDB ->
          Map.of("state.backend.type", "rocksdb", "execution.checkpointing.incremental", "true");
    };
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
