package io.tracemill.pipeline.store;

import io.tracemill.store.layout.StoredPane;
import io.tracemill.analysis.sample.WeightedRequest;
import io.tracemill.analysis.pane.PaneCounts;
import io.tracemill.analysis.profile.EndpointProfile;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.store.sink.StoreSinks;
import io.tracemill.pipeline.aggregate.PaneGrid;
import io.tracemill.pipeline.config.ChangeKeys;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.monitor.MonitorFunction;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import java.time.Duration;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/** The stages of the job that write one line of the index. */
public final class StoreWriter {
  private final TracemillConfig config;
  private final ProfileLimits limits;
  private final StoreLine line;
  private final StoreSinks sinks;

  /**
   * @param limits of the sums in panes
   */
  public StoreWriter(TracemillConfig config, ProfileLimits limits, StoreLine line) {
    this.config = config;
    this.limits = limits;
    this.line = line;
    this.sinks = new StoreSinks(line.directory(), checkpoints(config));
  }

  /** How many checkpoints are between two compactions; 1 for a job without checkpoints. */
  private static int checkpoints(TracemillConfig config) {
    Duration compaction = config.get(Keys.INDEX_COMPACTION);
    return Configuration.fromMap(config.get(Keys.FLINK))
        .getOptional(CheckpointingOptions.CHECKPOINTING_INTERVAL)
        .filter(interval -> !interval.isZero())
        .map(interval -> (int) Math.max(1, compaction.toNanos() / interval.toNanos()))
        .orElse(1);
  }

  /** Writes a sample of the requests, and their categories. */
  public void requests(DataStream<RequestAnalysis> requests) {
    SingleOutputStreamOperator<WeightedRequest> kept =
        requests
            .transform(
                "index",
                new InChainTypeInfo<>(WeightedRequest.class),
                new SampleOperator(
                    PaneGrid.every(config.get(Keys.PROFILES_SLIDE).toMillis()),
                    config.get(Keys.INDEX_REQUESTS_PER_SECOND)))
            .uid("index");
    kept.sinkTo(sinks.requests()).name("write requests").uid("write-index-requests");
    kept.getSideOutput(SampleOperator.CATEGORIES)
        .sinkTo(sinks.categories())
        .name("write categories")
        .uid("write-index-categories");
  }

  /** Writes the sums of each pane and endpoint for profiles. */
  public DataStream<StoredPane> profiles(SingleOutputStreamOperator<EndpointProfile> profiles) {
    return profiles
        .getSideOutput(MonitorFunction.PANES)
        .map(PaneBytes::of, StoredPaneCodec.TYPE)
        .name("pane bytes");
  }

  /** The counts of each pane and endpoint for change detection. */
  public DataStream<StoredPane> counts(DataStream<PaneCounts> counts) {
    long paneMillis = config.get(ChangeKeys.CHANGES_PANE).toMillis();
    return counts
        .map(pane -> PaneBytes.of(pane, paneMillis), StoredPaneCodec.TYPE)
        .setParallelism(1)
        .name("count bytes");
  }

  /** Writes sums of panes in one task, which also deletes old hours if the line is maintained. */
  public void panes(DataStream<StoredPane> panes) {
    (line.maintained() ? maintained(panes) : panes)
        .sinkTo(sinks.panes())
        .setParallelism(1)
        .name("write panes")
        .uid("write-index-panes");
  }

  private DataStream<StoredPane> maintained(DataStream<StoredPane> panes) {
    return panes
        .process(
            new MaintenanceFunction(
                line.directory().getParent(),
                config.get(Keys.INDEX_RETENTION),
                config.get(Keys.INDEX_MAX_BYTES),
                limits),
            StoredPaneCodec.TYPE)
        .setParallelism(1)
        .name("maintain index")
        .uid("maintain-index");
  }
}
