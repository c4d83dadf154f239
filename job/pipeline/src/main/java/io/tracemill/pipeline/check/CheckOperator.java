package io.tracemill.pipeline.check;

import io.tracemill.analysis.anomaly.AnomalyModel;
import io.tracemill.analysis.anomaly.traffic.RequestCheck;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.pipeline.MetricScope;
import io.tracemill.pipeline.count.EndpointPart;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.jspecify.annotations.Nullable;

/**
 * Compares complete requests with the models of their endpoints. It emits those that may be
 * anomalies, and a sample that shows what is normal.
 */
public final class CheckOperator extends AbstractStreamOperator<EndpointPart>
    implements OneInputStreamOperator<RequestAnalysis, EndpointPart> {
  private final String directory;
  private final long maxBytes;
  private final int perSecond;
  private final long paneMillis;

  private transient Optional<ModelWatch> watch;
  private transient RequestCheck check;

  /**
   * @param directory of the files of models
   * @param maxBytes about the most memory of all models in a process
   * @param perSecond the most scores of all tasks per second of event time
   */
  public CheckOperator(String directory, long maxBytes, int perSecond, long paneMillis) {
    this.directory = directory;
    this.maxBytes = maxBytes;
    this.perSecond = perSecond;
    this.paneMillis = paneMillis;
  }

  @Override
  public void open() throws Exception {
    super.open();
    int tasks = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
    check = new RequestCheck(Math.max(1, perSecond / tasks));
    ModelWatch opened = ModelWatch.open(Path.of(directory), maxBytes);
    watch = Optional.of(opened);
    MetricGroup group = MetricScope.of(getMetricGroup());
    group.gauge("anomalyModels", () -> opened.models().byEndpoint().size());
    group.gauge("anomalyModelsLeftOut", () -> opened.models().leftOut());
    group.gauge("anomalyFilesRefused", () -> opened.models().refused());
    group.gauge("requestsChecked", () -> check.checked());
    group.gauge("requestsUnscored", () -> check.checked() - check.scored());
    group.gauge("anomaliesDropped", () -> check.dropped());
  }

  @Override
  public void processElement(StreamRecord<RequestAnalysis> element) {
    RequestAnalysis request = element.getValue();
    @Nullable AnomalyModel model =
        watch.orElseThrow().models().byEndpoint().get(request.endpoint());
    if (model == null || !request.complete()) {
      return;
    }
    long time = element.getTimestamp();
    long pane = Math.floorDiv(time, paneMillis) * paneMillis;
    check
        .check(request, model, time)
        .map(checked -> EndpointPart.of(request.endpoint(), pane, checked))
        .ifPresent(part -> output.collect(new StreamRecord<>(part, time)));
  }

  @Override
  public void close() throws Exception {
    // A task that failed before it was opened has no watch.
    Optional.ofNullable(watch).flatMap(opened -> opened).ifPresent(ModelWatch::close);
    super.close();
  }
}
