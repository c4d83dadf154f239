package io.tracemill.pipeline.assemble;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.analysis.trace.AssemblyRules;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;

/** One subtask of assembly: fragments in, closed traces out. Times are seconds from an origin. */
final class AssemblyHarness implements AutoCloseable {
  static final AssemblyRules RULES = new AssemblyRules(20_000, 10_000, 600_000, 3_600_000);
  static final AssemblyCaps CAPS = new AssemblyCaps(1000, 1 << 20, 1 << 20, 60_000);
  static final int MAX_PARALLELISM = 128;

  private static final long ORIGIN_MILLIS = 1_700_000_000_000L;

  private final KeyedOneInputStreamOperatorTestHarness<TraceId, Fragment, AssembledTrace> flink;
  private int taken;

  private AssemblyHarness(StateBackend backend, AssemblyCaps caps, int parallelism, int subtask)
      throws Exception {
    flink =
        new KeyedOneInputStreamOperatorTestHarness<>(
            SimpleOperatorFactory.of(new AssembleOperator(RULES, caps)),
            Fragment::traceId,
            TraceIdCodec.TYPE,
            MAX_PARALLELISM,
            parallelism,
            subtask);
    flink.setStateBackend(backend);
    flink.setup(new SayingSerializer());
  }

  static AssemblyHarness started() throws Exception {
    return started(CAPS);
  }

  static AssemblyHarness started(AssemblyCaps caps) throws Exception {
    return started(new HashMapStateBackend(), caps);
  }

  static AssemblyHarness started(StateBackend backend, AssemblyCaps caps) throws Exception {
    AssemblyHarness harness = new AssemblyHarness(backend, caps, 1, 0);
    harness.flink.open();
    return harness;
  }

  static AssemblyHarness restored(OperatorSubtaskState state) throws Exception {
    return restored(state, CAPS);
  }

  static AssemblyHarness restored(OperatorSubtaskState state, AssemblyCaps caps) throws Exception {
    return rescaled(state, caps, 1, 1, 0);
  }

  static AssemblyHarness restored(StateBackend backend, OperatorSubtaskState state)
      throws Exception {
    return rescaled(backend, state, CAPS, 1, 1, 0);
  }

  /** Subtask {@code subtask} of {@code to}, with its share of what {@code from} of them wrote. */
  static AssemblyHarness rescaled(
      OperatorSubtaskState state, AssemblyCaps caps, int from, int to, int subtask)
      throws Exception {
    return rescaled(new HashMapStateBackend(), state, caps, from, to, subtask);
  }

  private static AssemblyHarness rescaled(
      StateBackend backend,
      OperatorSubtaskState state,
      AssemblyCaps caps,
      int from,
      int to,
      int subtask)
      throws Exception {
    AssemblyHarness harness = new AssemblyHarness(backend, caps, to, subtask);
    harness.flink.initializeState(
        AbstractStreamOperatorTestHarness.repartitionOperatorState(
            state, MAX_PARALLELISM, from, to, subtask));
    harness.flink.open();
    return harness;
  }

  /** The moment {@code seconds} after the origin, in milliseconds since the epoch. */
  static long at(double seconds) {
    return ORIGIN_MILLIS + Math.round(1000 * seconds);
  }

  /** Which subtask of {@code parallelism} a trace belongs to. */
  static int subtaskOf(TraceId traceId, int parallelism) {
    return KeyGroupRangeAssignment.assignKeyToParallelOperator(
        traceId, MAX_PARALLELISM, parallelism);
  }

  AssemblyHarness feed(Fragment fragment) throws Exception {
    flink.processElement(fragment, fragment.timeMillis());
    return this;
  }

  AssemblyHarness feed(List<Fragment> fragments) throws Exception {
    for (Fragment fragment : fragments) {
      feed(fragment);
    }
    return this;
  }

  AssemblyHarness watermark(double seconds) throws Exception {
    flink.processWatermark(at(seconds));
    return this;
  }

  AssemblyHarness endOfInput() throws Exception {
    flink.processWatermark(Long.MAX_VALUE);
    return this;
  }

  /** What closed since this was asked last. */
  List<AssembledTrace> closed() {
    List<AssembledTrace> all = flink.extractOutputValues();
    List<AssembledTrace> fresh = List.copyOf(all.subList(taken, all.size()));
    taken = all.size();
    return fresh;
  }

  OperatorSubtaskState snapshot() throws Exception {
    flink.prepareSnapshotPreBarrier(1);
    return flink.snapshot(1, 1);
  }

  int stateEntries() {
    return flink.numKeyedStateEntries();
  }

  int timers() {
    return flink.numEventTimeTimers();
  }

  @Override
  public void close() throws Exception {
    flink.close();
  }
}
