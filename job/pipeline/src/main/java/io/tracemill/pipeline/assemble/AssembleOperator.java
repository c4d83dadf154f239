package io.tracemill.pipeline.assemble;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.analysis.trace.AssemblyClock;
import io.tracemill.analysis.trace.AssemblyRules;
import io.tracemill.analysis.trace.TraceEndpoint;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Gathers the fragments of each trace until its deadline (semantics 3); {@link AssemblyClock} says
 * when that is.
 *
 * <p>A fragment costs one append. All else about an open trace follows from its fragments and is
 * only in memory. The operator reads the fragments no earlier than the earliest deadline that they
 * alone could cause. It is an operator, not a function, because it keeps its own deadlines. It must
 * also close the oldest of <em>all</em> open traces when together they hold too many bytes.
 */
public final class AssembleOperator extends AbstractStreamOperator<AssembledTrace>
    implements OneInputStreamOperator<Fragment, AssembledTrace> {
  private static final long serialVersionUID = 1;

  private final AssemblyRules rules;
  private final AssemblyCaps caps;

  private transient AssemblyClock clock;
  private transient TombstoneState tombstoneState;
  private transient Tombstones tombstones;
  private transient OpenTraceState state;
  private transient OpenTraces openTraces;
  private transient Deadlines deadlines;
  private transient long watermarkMillis;
  private transient AssemblyTime time;
  private transient AssembleMetrics gauges;

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
    watermarkMillis = Long.MIN_VALUE;
    state = new OpenTraceState(getKeyedStateBackend());
    Map<TraceId, OpenTrace> restored = state.restored(this::grown);
    openTraces = OpenTraces.restored(restored);
    deadlines = new Deadlines();
    long next = time.next(watermarkMillis);
    restored.forEach((traceId, open) -> deadlines.add(traceId, Math.max(next, open.dueMillis())));
    gauges = new AssembleMetrics(getMetricGroup(), openTraces, caps, tombstones);
  }

  @Override
  public void processElement(StreamRecord<Fragment> element) throws Exception {
    Fragment fragment = element.getValue();
    time.see(fragment.timeMillis());
    OpenTrace open = openTraces.get(fragment.traceId());
    if (open.isOpen() && isTooMuch(open, fragment)) {
      closeEarly(fragment.traceId(), open, fragment.spans());
      return;
    }
    add(fragment, open);
    while (openTraces.exceed(caps.maxOpenBytes())) {
      closeOldest();
    }
  }

  private boolean isTooMuch(OpenTrace open, Fragment more) {
    return open.spans() + more.spans() > caps.maxSpans()
        || open.bytes() + AssemblyCaps.weight(more) > caps.maxBytes();
  }

  private void add(Fragment fragment, OpenTrace open) throws Exception {
    state.add(fragment);
    OpenTrace grown = grown(open, fragment);
    // Checked for every fragment, not only the first one: the order must not matter.
    if (!open.reopened() && tombstones.covers(fragment.traceId(), fragment.timeMillis())) {
      grown = grown.reopen();
      state.reopen(tombstones.endpoint(fragment.traceId()));
    }
    keep(fragment.traceId(), grown, open.dueMillis());
  }

  private OpenTrace grown(OpenTrace open, Fragment more) {
    return open.with(
        more.spans(),
        AssemblyCaps.weight(more),
        clock.earliestDeadline(more.timeMillis(), more.root()));
  }

  private void keep(TraceId traceId, OpenTrace open, long dueBefore) {
    openTraces.put(traceId, open);
    if (open.dueMillis() != dueBefore) {
      deadlines.add(traceId, open.dueMillis());
    }
  }

  private void look(TraceId traceId, long millis) throws Exception {
    OpenTrace open = openTraces.get(traceId);
    if (!open.isOpen() || millis < open.dueMillis()) {
      return;
    }
    setCurrentKey(traceId);
    AssemblyClock.Closing closing =
        clock.closing(state.fragments(), time.believedUntil(watermarkMillis));
    if (closing.deadlineMillis() > millis) {
      keep(traceId, open.dueAt(closing.nextLookMillis(millis)), millis);
    } else {
      TraceEndpoint endpoint = clear(traceId, open);
      emit(
          new AssembledTrace(
              traceId, millis, false, 0, open.reopened(), closing.included(), endpoint));
      for (Fragment later : closing.later()) {
        add(later, openTraces.get(traceId));
      }
    }
  }

  private void closeOldest() throws Exception {
    Object current = getCurrentKey();
    TraceId oldest = openTraces.oldest();
    setCurrentKey(oldest);
    closeEarly(oldest, openTraces.get(oldest), 0);
    setCurrentKey(current);
  }

  private void closeEarly(TraceId traceId, OpenTrace open, int cappedSpans) throws Exception {
    List<Fragment> stored = state.fragments();
    long closed = Math.max(latestTime(stored), time.next(watermarkMillis));
    TraceEndpoint endpoint = clear(traceId, open);
    emit(new AssembledTrace(traceId, closed, true, cappedSpans, open.reopened(), stored, endpoint));
  }

  private static long latestTime(List<Fragment> fragments) {
    return fragments.stream().mapToLong(Fragment::timeMillis).max().orElse(0);
  }

  /** Clears the closed trace and returns its endpoint for the tombstone. */
  private TraceEndpoint clear(TraceId traceId, OpenTrace open) throws IOException {
    TraceEndpoint endpoint =
        state.endpoint(open).map(TraceEndpoint::of).orElseGet(TraceEndpoint::unknown);
    state.clear(open);
    openTraces.close(traceId, open);
    return endpoint;
  }

  /**
   * The next operator in the chain analyses the trace before this returns, and sets its endpoint.
   */
  private void emit(AssembledTrace trace) {
    output.collect(new StreamRecord<>(trace, trace.deadlineMillis()));
    tombstones.add(trace.traceId(), trace.deadlineMillis(), trace.endpoint().frame());
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    watermarkMillis = mark.getTimestamp();
    deadlines.forEachUntil(watermarkMillis, this::look);
    super.processWatermark(mark);
    tombstones.purge(mark.getTimestamp());
    gauges.look();
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    tombstoneState.snapshot();
    time.snapshot(watermarkMillis);
  }
}
