package io.tracemill.pipeline.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sums.SumRules;
import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.endpoint.EndpointFunction;
import io.tracemill.pipeline.keep.KeepFunction;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import io.tracemill.store.layout.StoredPane;
import io.tracemill.store.layout.StoredRecord;
import io.tracemill.store.retention.StoreMaintenance;
import io.tracemill.store.sink.StoreSinks;
import java.io.IOException;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/** The stages of the job that write one line of the store. */
public final class StoreWriter {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final TracemillConfig config;
  private final SumRules limits;
  private final StoreLine line;
  private final StoreSinks sinks;

  /**
   * @param limits of the sums in panes
   */
  public StoreWriter(TracemillConfig config, SumRules limits, StoreLine line) {
    this.config = config;
    this.limits = limits;
    this.line = line;
    this.sinks = new StoreSinks(line.directory(), line.rules().replay());
  }

  /**
   * Writes the sampled requests, or all if the job is bounded.
   *
   * @param kept the sample
   */
  public void requests(
      DataStream<RequestAnalysis> requests, SingleOutputStreamOperator<KeptRequest> kept) {
    SingleOutputStreamOperator<KeptRequest> stored = line.bounded() ? all(requests) : kept;
    stored.sinkTo(sinks.requests()).name("write requests").uid("store-requests");
  }

  private static SingleOutputStreamOperator<KeptRequest> all(DataStream<RequestAnalysis> requests) {
    return requests
        .process(new KeepFunction(), new InChainTypeInfo<>(KeptRequest.class))
        .name("keep all")
        .uid("keep-all");
  }

  /** Writes the sums of each pane and endpoint. */
  public void profiles(SingleOutputStreamOperator<EndpointProfile> profiles) {
    panes(
        profiles
            .getSideOutput(EndpointFunction.PANES)
            .map(PaneBytes::of, StoredPaneCodec.TYPE)
            .name("pane bytes"));
  }

  /** Writes sums of panes in one task, which also maintains the store unless the job is bounded. */
  private void panes(DataStream<StoredPane> panes) {
    (line.bounded() ? panes : maintained(panes))
        .sinkTo(sinks.panes())
        .setParallelism(1)
        .name("write panes")
        .uid("store-panes");
  }

  /** Writes the records of incidents, mutations and changes in one task. */
  public void incidents(DataStream<ResultRecord> records) {
    records
        .map(StoreWriter::stored, StoredRecordCodec.TYPE)
        .name("incident rows")
        .sinkTo(sinks.incidents())
        .setParallelism(1)
        .name("write incidents")
        .uid("store-incidents");
  }

  /** NUL, which separates the parts of a key, is a space in the id. */
  private static StoredRecord stored(ResultRecord record) throws IOException {
    JsonNode json = JSON.readTree(record.value());
    return new StoredRecord(
        record.timestampMillis(),
        record.stream().label(),
        new String(record.key(), UTF_8).replace('\0', ' '),
        json.path("status").asText(),
        json.path("severity").asText(),
        new String(record.value(), UTF_8));
  }

  private DataStream<StoredPane> maintained(DataStream<StoredPane> panes) {
    return panes
        .process(
            new MaintenanceFunction(
                line.directory(),
                line.rules().replay(),
                new StoreMaintenance.Limits(
                    config.get(Keys.STORE_RETENTION),
                    config.get(Keys.STORE_MAX_REQUEST_BYTES),
                    config.get(Keys.STORE_MAX_PANE_BYTES)),
                limits),
            StoredPaneCodec.TYPE)
        .setParallelism(1)
        .name("maintain store")
        .uid("maintain-store");
  }
}
