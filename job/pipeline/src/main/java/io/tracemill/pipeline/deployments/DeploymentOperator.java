package io.tracemill.pipeline.deployments;

import io.tracemill.analysis.deployment.Deployment;
import io.tracemill.analysis.deployment.DeploymentWatch;
import io.tracemill.analysis.deployment.ServiceValues;
import io.tracemill.analysis.deployment.VersionedRequest;
import io.tracemill.pipeline.MetricScope;
import io.tracemill.pipeline.serialization.SmileCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Passes the kept requests of each pane to the watch of deployments, in order. It runs as one task,
 * because requests with the old and the new version come from all tasks.
 */
public final class DeploymentOperator extends AbstractStreamOperator<Deployment>
    implements OneInputStreamOperator<VersionedRequest, Deployment> {
  private static final long serialVersionUID = 1;

  private final long paneMillis;

  /** No key; the requests of panes that are not over, at most those that the sample keeps. */
  private transient ListState<VersionedRequest> pendingState;

  /** No key; the known services, at most 2,000, each with at most 20 values. */
  private transient ListState<ServiceValues> servicesState;

  private transient NavigableMap<Long, List<VersionedRequest>> pending;
  private transient DeploymentWatch watch;

  /** End of the last pane. Later requests of it count in the next one. */
  private transient long doneMillis;

  /** Other threads read them. */
  private transient volatile long services;

  private transient volatile long dropped;

  public DeploymentOperator(long paneMillis) {
    this.paneMillis = paneMillis;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    pendingState =
        context
            .getOperatorStateStore()
            .getListState(
                new ListStateDescriptor<>(
                    "deployments-pending", SmileCodec.typeOf(VersionedRequest.class)));
    servicesState =
        context
            .getOperatorStateStore()
            .getListState(
                new ListStateDescriptor<>(
                    "deployments-services", SmileCodec.typeOf(ServiceValues.class)));
    List<ServiceValues> known = new ArrayList<>();
    servicesState.get().forEach(known::add);
    watch = new DeploymentWatch(known);
    doneMillis = known.stream().mapToLong(ServiceValues::seenMillis).max().orElse(Long.MIN_VALUE);
    pending = new TreeMap<>();
    pendingState.get().forEach(this::add);
  }

  @Override
  public void open() throws Exception {
    super.open();
    MetricGroup group = MetricScope.of(getMetricGroup());
    group.gauge("deploymentServices", () -> services);
    group.gauge("deploymentsDropped", () -> dropped);
  }

  private void add(VersionedRequest request) {
    long start = Math.floorDiv(request.timeMillis(), paneMillis) * paneMillis;
    pending.computeIfAbsent(Math.max(start, doneMillis), added -> new ArrayList<>()).add(request);
  }

  @Override
  public void processElement(StreamRecord<VersionedRequest> element) {
    add(element.getValue());
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    while (!pending.isEmpty() && pending.firstKey() <= mark.getTimestamp() - paneMillis) {
      Map.Entry<Long, List<VersionedRequest>> pane = pending.pollFirstEntry();
      doneMillis = pane.getKey() + paneMillis;
      for (Deployment news : watch.pane(pane.getValue(), pane.getKey(), doneMillis)) {
        output.collect(new StreamRecord<>(news, doneMillis));
      }
      services = watch.state().size();
      dropped = watch.dropped();
    }
    super.processWatermark(mark);
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    pendingState.update(pending.values().stream().flatMap(List::stream).toList());
    servicesState.update(watch.state());
  }
}
