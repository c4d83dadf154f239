package io.tracemill.pipeline.assemble;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static io.tracemill.pipeline.assemble.AssemblyHarness.CAPS;
import static io.tracemill.pipeline.assemble.AssemblyHarness.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.span.Fragment;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.junit.jupiter.api.Test;

/** With state in RocksDB too, a restore finds the deadlines of open traces by their fragments. */
class AssembleRocksDbTest {
  private static final int TRACES = 40;

  @Test
  void tracesCloseAsTheyDoWithStateOnTheHeap() throws Exception {
    assertThat(closed(new EmbeddedRocksDBStateBackend()))
        .hasSizeGreaterThan(TRACES)
        .isEqualTo(closed(new HashMapStateBackend()));
  }

  /** Some traces close before a restore, some after it, and some come again. */
  private static List<String> closed(StateBackend backend) throws Exception {
    List<String> closed = new ArrayList<>();
    OperatorSubtaskState state;
    try (AssemblyHarness harness = AssemblyHarness.started(backend, CAPS)) {
      for (int trace = 0; trace < TRACES; trace++) {
        harness.feed(root(trace, trace));
      }
      closed.add("before");
      state = harness.watermark(25).snapshot();
      collect(harness, closed);
    }
    try (AssemblyHarness harness = AssemblyHarness.restored(backend, state)) {
      closed.add("after");
      for (int trace = 0; trace < TRACES; trace += 3) {
        harness.feed(stray(trace, 41));
      }
      harness.watermark(45);
      collect(harness, closed);
      harness.endOfInput();
      collect(harness, closed);
    }
    return closed;
  }

  private static void collect(AssemblyHarness harness, List<String> into) {
    harness
        .closed()
        .forEach(
            trace -> into.add(trace.traceId() + " " + trace.fragments().size() + trace.reopened()));
  }

  private static Fragment root(long trace, double seconds) {
    return trace(trace).root("frontend", 0, 100).fragment(at(seconds));
  }

  private static Fragment stray(long trace, double seconds) {
    return trace(trace).orphan("db", 10, 40).fragment(at(seconds));
  }
}
