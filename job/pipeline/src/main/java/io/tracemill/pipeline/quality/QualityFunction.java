package io.tracemill.pipeline.quality;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.quality.QualityDelta;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.record.QualityRecord;
import io.tracemill.analysis.record.QualityRecords;
import io.tracemill.pipeline.serialization.CodecSerializer;
import io.tracemill.pipeline.serialization.SmileCodec;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Adds up the counts of all tasks. A report of the job is cumulative since its first start; a
 * report of any other scope covers one pane.
 */
public final class QualityFunction
    extends KeyedProcessFunction<QualityScope, QualityDelta, QualityRecord>
    implements CheckpointedFunction {
  private final long paneMillis;

  /** Key: scope; by pane start, the panes that are not over; a pane is cleared when it is over. */
  private transient MapState<Long, QualityDelta> panes;

  /** Key: the job's scope alone; one record; kept for good. */
  private transient ValueState<QualityCounts> total;

  private transient AccountMetrics metrics;

  /** Whether restored state is still missing in the metrics. */
  private transient boolean unread;

  public QualityFunction(long paneMillis) {
    this.paneMillis = paneMillis;
  }

  @Override
  public void initializeState(FunctionInitializationContext context) {
    unread = context.isRestored();
  }

  /** A counter that jumps from 0 to the restored value would look like a burst in a rate. */
  @Override
  public void open(OpenContext context) {
    CodecSerializer<QualityCounts> counts = SmileCodec.serializerOf(QualityCounts.class);
    panes =
        getRuntimeContext()
            .getMapState(
                new MapStateDescriptor<>(
                    "panes", LongSerializer.INSTANCE, SmileCodec.serializerOf(QualityDelta.class)));
    total = getRuntimeContext().getState(new ValueStateDescriptor<>("total", counts));
    metrics = new AccountMetrics();
    if (!unread) {
      metrics.register(getRuntimeContext().getMetricGroup());
    }
  }

  @Override
  public void processElement(QualityDelta delta, Context context, Collector<QualityRecord> out)
      throws Exception {
    if (isOfJob(delta.scope())) {
      showInMetrics(delta.counts());
    }
    QualityDelta pane = panes.get(delta.paneMillis());
    panes.put(delta.paneMillis(), pane == null ? delta : pane.plus(delta));
    context.timerService().registerEventTimeTimer(delta.paneMillis() + paneMillis);
  }

  @Override
  public void onTimer(long millis, OnTimerContext context, Collector<QualityRecord> out)
      throws Exception {
    QualityScope scope = context.getCurrentKey();
    for (QualityDelta pane : take(millis, context).values()) {
      QualityCounts counts = isOfJob(scope) ? accumulated(pane.counts()) : pane.counts();
      long start = pane.paneMillis();
      Period window = new Period(start, start + paneMillis);
      out.collect(QualityRecords.of(scope, window, counts, pane.watch()));
    }
  }

  /**
   * The panes that are over, the oldest first. A timer set before a restart with another slide may
   * find none, or panes that are not over. Those get new timers.
   */
  private SortedMap<Long, QualityDelta> take(long millis, OnTimerContext context) throws Exception {
    SortedMap<Long, QualityDelta> over = new TreeMap<>();
    for (Map.Entry<Long, QualityDelta> pane : panes.entries()) {
      long end = pane.getKey() + paneMillis;
      if (end <= millis) {
        over.put(pane.getKey(), pane.getValue());
      } else {
        context.timerService().registerEventTimeTimer(end);
      }
    }
    for (long pane : over.keySet()) {
      panes.remove(pane);
    }
    return over;
  }

  private static boolean isOfJob(QualityScope scope) {
    return scope.kind() == QualityScope.Kind.JOB;
  }

  /** Restored state is visible only under its key, so the metrics wait for the first delta. */
  private void showInMetrics(QualityCounts more) throws Exception {
    if (unread) {
      unread = false;
      QualityCounts before = total.value();
      if (before != null) {
        metrics.add(before);
      }
      for (QualityDelta pane : panes.values()) {
        metrics.add(pane.counts());
      }
      metrics.register(getRuntimeContext().getMetricGroup());
    }
    metrics.add(more);
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) {}

  private QualityCounts accumulated(QualityCounts pane) throws Exception {
    QualityCounts before = total.value();
    QualityCounts sum = before == null ? new QualityCounts() : before.copy();
    sum.merge(pane);
    total.update(sum);
    return sum;
  }
}
