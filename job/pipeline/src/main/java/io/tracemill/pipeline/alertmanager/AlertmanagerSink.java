package io.tracemill.pipeline.alertmanager;

import io.tracemill.analysis.explanation.ExplainedIncident;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * Posts alerts. Its parallelism must be 1, so that one task knows the newest alert of each
 * incident. Its state is at most 2,000 alerts of a few kB.
 */
public final class AlertmanagerSink implements Sink<Alert>, SupportsWriterState<Alert, OpenAlert> {
  private static final long serialVersionUID = 1;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final AlertmanagerSettings settings;

  private AlertmanagerSink(AlertmanagerSettings settings) {
    this.settings = settings;
  }

  /** Posts the incidents. */
  public static void post(DataStream<ExplainedIncident> incidents, AlertmanagerSettings settings) {
    incidents
        .flatMap(new IncidentAlerts(settings.traceLink()))
        .returns(AlertCodec.TYPE)
        .name("encode alerts")
        .uid("encode-alerts")
        .sinkTo(new AlertmanagerSink(settings))
        .setParallelism(1)
        .setMaxParallelism(1)
        .name("alertmanager")
        .uid("alertmanager");
  }

  @Override
  public AlertmanagerWriter createWriter(WriterInitContext context) {
    return restoreWriter(context, List.of());
  }

  @Override
  public AlertmanagerWriter restoreWriter(
      WriterInitContext context, Collection<OpenAlert> restored) {
    return new AlertmanagerWriter(
        settings,
        new AlertmanagerClient(settings.alerts(), PATIENCE),
        context.getProcessingTimeService(),
        context.getMailboxExecutor(),
        context.metricGroup(),
        restored);
  }

  @Override
  public SimpleVersionedSerializer<OpenAlert> getWriterStateSerializer() {
    return new OpenAlertCodec();
  }
}
