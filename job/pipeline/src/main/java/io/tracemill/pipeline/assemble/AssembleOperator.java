package io.tracemill.pipeline.assemble;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.analysis.trace.AssemblyClock;
import io.tracemill.analysis.trace.AssemblyRules;
import io.tracemill.pipeline.serialization.CodecSerializer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Gathers the fragments of each trace until its deadline (semantics 3); {@link AssemblyClock} says
 * when that is.
 *
 * <p>A fragment costs one read and write of a small header and an append. A timer stands at the
 * earliest deadline that its fragments alone could cause; only when it fires are they looked at. It
 * is an operator, not a function, because the oldest of <em>all</em> open traces has to close when
 * together they hold too many bytes.
 */
public final class AssembleOperator extends AbstractStreamOperator<AssembledTrace>
    implements OneInputStreamOperator<Fragment, AssembledTrace>,
        Triggerable<TraceId, VoidNamespace> {
  private static final long serialVersionUID = 1;

  private final AssemblyRules rules;
  private final AssemblyCaps caps;

  private transient AssemblyClock clock;
  private transient TombstoneState tombstoneState;
  private transient Tombstones tombstones;
  private transient InternalTimerService<VoidNamespace> timers;
  private transient OpenTraces openTraces;
  private transient AssemblyTime time;
  private transient AssembleMetrics gauges;

  /** Key: trace id; a few numbers; cleared when the trace closes. */
  private transient ValueState<OpenTrace> header;

  /** Key: trace id; up to max-spans or max-bytes; cleared when the trace closes. */
  private transient ListState<Fragment> fragments;

  public AssembleOperator(AssemblyRules rules, AssemblyCaps caps) {
    this.rules = rules;
    this.caps = caps;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    tombstoneState =
        new TombstoneState(
            context.getOperatorStateStore(),
            getRuntimeContext().getTaskInfo(),
            caps.tombstoneMillis());
    tombstones = tombstoneState.tombstones();
    time = new AssemblyTime(context.getOperatorStateStore());
  }

  @Override
  public void open() throws Exception {
    super.open();
    clock = new AssemblyClock(rules);
    timers = getInternalTimerService("deadlines", VoidNamespaceSerializer.INSTANCE, this);
    ValueStateDescriptor<OpenTrace> headers =
        new ValueStateDescriptor<>("open-trace", new CodecSerializer<>(new OpenTraceCodec()));
    header = getPartitionedState(headers);
    fragments =
        getPartitionedState(
            new ListStateDescriptor<>("fragments", new CodecSerializer<>(new FragmentCodec())));
    Map<TraceId, OpenTrace> restored = new HashMap<>();
    this.<TraceId>getKeyedStateBackend()
        .applyToAllKeys(
            VoidNamespace.INSTANCE,
            VoidNamespaceSerializer.INSTANCE,
            headers,
            (traceId, state) -> restored.put(traceId, state.value()));
    openTraces = OpenTraces.restored(restored);
    gauges = new AssembleMetrics(getMetricGroup(), openTraces, caps, tombstones);
  }

  @Override
  public void processElement(StreamRecord<Fragment> element) throws Exception {
    Fragment fragment = element.getValue();
    time.see(fragment.timeMillis());
    OpenTrace open = header.value();
    if (open == null) {
      open = OpenTrace.opened();
    } else if (open.spans() + fragment.spans() > caps.maxSpans()
        || open.bytes() + AssemblyCaps.weight(fragment) > caps.maxBytes()) {
      closeEarly(fragment.traceId(), open, fragment.spans());
      return;
    }
    add(fragment, open);
    while (openTraces.exceed(caps.maxOpenBytes())) {
      closeOldest();
    }
  }

  private void add(Fragment fragment, OpenTrace open) throws Exception {
    fragments.add(fragment);
    openTraces.grow(fragment.traceId(), AssemblyCaps.weight(fragment));
    // Asked for every fragment, not for the first to arrive: the order must not matter.
    boolean reopened =
        open.reopened() || tombstones.covers(fragment.traceId(), fragment.timeMillis());
    OpenTrace grown = open.with(fragment.spans(), AssemblyCaps.weight(fragment), reopened);
    long deadline = clock.earliestDeadline(fragment.timeMillis(), fragment.root());
    if (deadline < grown.timerMillis()) {
      timers.registerEventTimeTimer(VoidNamespace.INSTANCE, deadline);
      grown = grown.withTimer(deadline);
    }
    header.update(grown);
  }

  @Override
  public void onEventTime(InternalTimer<TraceId, VoidNamespace> timer) throws Exception {
    OpenTrace open = header.value();
    if (open == null || timer.getTimestamp() < open.timerMillis()) {
      return;
    }
    AssemblyClock.Closing closing =
        clock.closing(storedFragments(), time.believedUntil(timers.currentWatermark()));
    if (closing.deadlineMillis() > timer.getTimestamp()) {
      long next = closing.nextLookMillis(timer.getTimestamp());
      timers.registerEventTimeTimer(VoidNamespace.INSTANCE, next);
      header.update(open.withTimer(next));
    } else {
      TraceId traceId = timer.getKey();
      clear(traceId, open);
      emit(
          new AssembledTrace(
              traceId, timer.getTimestamp(), false, 0, open.reopened(), closing.included()));
      reopen(closing.later());
    }
  }

  private void reopen(List<Fragment> later) throws Exception {
    for (Fragment fragment : later) {
      OpenTrace open = header.value();
      add(fragment, open == null ? OpenTrace.opened() : open);
    }
  }

  private void closeOldest() throws Exception {
    Object current = getCurrentKey();
    TraceId oldest = openTraces.oldest();
    setCurrentKey(oldest);
    closeEarly(oldest, header.value(), 0);
    setCurrentKey(current);
  }

  private void closeEarly(TraceId traceId, OpenTrace open, int cappedSpans) throws Exception {
    List<Fragment> stored = storedFragments();
    long closed = Math.max(latestTime(stored), time.next(timers.currentWatermark()));
    clear(traceId, open);
    emit(new AssembledTrace(traceId, closed, true, cappedSpans, open.reopened(), stored));
  }

  private static long latestTime(List<Fragment> fragments) {
    return fragments.stream().mapToLong(Fragment::timeMillis).max().orElse(0);
  }

  private List<Fragment> storedFragments() throws Exception {
    List<Fragment> stored = new ArrayList<>();
    fragments.get().forEach(stored::add);
    return stored;
  }

  private void clear(TraceId traceId, OpenTrace open) {
    header.clear();
    fragments.clear();
    openTraces.close(traceId, open.bytes());
  }

  private void emit(AssembledTrace trace) {
    tombstones.add(trace.traceId(), trace.deadlineMillis());
    output.collect(new StreamRecord<>(trace, trace.deadlineMillis()));
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    super.processWatermark(mark);
    tombstones.purge(mark.getTimestamp());
    gauges.look();
  }

  @Override
  public void onProcessingTime(InternalTimer<TraceId, VoidNamespace> timer) {
    throw new IllegalStateException("no timer by processing time: " + timer);
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    tombstoneState.snapshot();
    time.snapshot(timers.currentWatermark());
  }
}
