package io.tracemill.pipeline.alertmanager;

import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.pipeline.serialization.CodecSerializer;
import java.time.Duration;
import java.time.InstantSource;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands posts over to a thread that sends them, and waits for nothing. For a parallelism of 1, so
 * that of each incident one task knows the newest record. It emits nothing.
 */
public final class AlertmanagerFunction extends ProcessFunction<AlertPost, Void>
    implements CheckpointedFunction {
  private static final long serialVersionUID = 1;
  private static final Logger LOG = LoggerFactory.getLogger(AlertmanagerFunction.class);
  private static final int MAX_ALERTS = 2_000;
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final long LAST_MILLIS = 3_000;

  private final AlertmanagerSettings settings;
  private final InstantSource clock;

  /**
   * Alerts that are open or whose end is not posted; at most {@link #MAX_ALERTS}, a few kB each.
   */
  private transient ListState<OpenAlert> alerts;

  private transient Outbox outbox;
  private transient PosterMetrics metrics;
  private transient PosterThread thread;
  private transient boolean outOfRoom;

  /**
   * @param clock says how old a post is; serializable, as {@link InstantSource#system()} is
   */
  AlertmanagerFunction(AlertmanagerSettings settings, InstantSource clock) {
    this.settings = settings;
    this.clock = clock;
  }

  /** Has the incidents posted. */
  public static void post(DataStream<ExplainedIncident> incidents, AlertmanagerSettings settings) {
    incidents
        .flatMap(new PostFunction(settings.traceLink()))
        .returns(AlertPostCodec.TYPE)
        .name("encode posts")
        .uid("encode-posts")
        .process(new AlertmanagerFunction(settings, InstantSource.system()), Types.VOID)
        .setParallelism(1)
        .setMaxParallelism(1)
        .name("alertmanager")
        .uid("alertmanager");
  }

  /** All there is, the thread too: what {@code open} would add needs what is restored here. */
  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    alerts =
        context
            .getOperatorStateStore()
            .getListState(
                new ListStateDescriptor<>("alerts", new CodecSerializer<>(new OpenAlertCodec())));
    outbox = new Outbox(settings, MAX_ALERTS);
    outbox.restore(alerts.get(), clock.millis());
    metrics = PosterMetrics.of(getRuntimeContext().getMetricGroup(), outbox);
    outOfRoom = false;
    AlertmanagerClient client = new AlertmanagerClient(settings.alerts(), PATIENCE);
    thread = new PosterThread(new Poster(settings, outbox, client, metrics, clock), LAST_MILLIS);
    thread.start();
  }

  @Override
  public void processElement(AlertPost post, Context context, Collector<Void> out) {
    try {
      note(outbox.offer(post, clock.millis()));
      thread.wake();
    } catch (RuntimeException e) {
      // The incident is in the results; that it can't be posted must not stop the job.
      metrics.dropped().inc();
      LOG.warn("Incident {} can't be posted", post.identity().incident(), e);
    }
  }

  private void note(Outbox.Offered offered) {
    switch (offered) {
      case TAKEN -> outOfRoom = false;
      case STALE -> metrics.skipped().inc();
      case DISPLACING, NO_ROOM -> {
        metrics.dropped().inc();
        if (!outOfRoom) {
          LOG.warn(
              "More than {} alerts are open; not all are posted, pages before tickets", MAX_ALERTS);
        }
        outOfRoom = true;
      }
    }
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    alerts.update(outbox.snapshot());
  }

  /** Also after a start that failed half-way. */
  @Override
  public void close() {
    if (thread != null) {
      thread.close();
    }
  }
}
