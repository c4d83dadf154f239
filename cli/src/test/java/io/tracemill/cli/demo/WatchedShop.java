package io.tracemill.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.cli.results.Results;
import io.tracemill.cli.run.EmbeddedJob;
import io.tracemill.cli.run.Topics;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.TracemillConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What the job makes of a scenario of the demo, with the demo's traffic and configuration, through
 * Kafka but without waiting: all records are there, with the times at which the demo would have
 * sent them, before the job reads them to their end.
 *
 * @param incidents records as they were written, in order
 * @param quality likewise
 * @param deployments likewise
 */
record WatchedShop(List<JsonNode> incidents, List<JsonNode> quality, List<JsonNode> deployments) {
  static final Instant BEGINNING = Instant.parse("2026-01-01T12:00:00Z");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double REQUESTS_PER_SECOND = DemoCommand.REQUESTS_PER_SECOND;

  /** Looks on for {@code length} from {@link #BEGINNING}. */
  static WatchedShop of(Scenario scenario, Duration length, Path state) throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      Topics.create(broker);
      send(broker, scenario.from(BEGINNING), BEGINNING.plus(length));
      TracemillConfig config = DemoSettings.write(broker.bootstrapServers(), state, 0, 0).config();
      try (EmbeddedJob job = EmbeddedJob.start(config, true, Optional.empty())) {
        job.await();
      }
      return new WatchedShop(
          records(broker, ResultStream.INCIDENTS),
          records(broker, ResultStream.QUALITY),
          records(broker, ResultStream.DEPLOYMENTS));
    }
  }

  private static void send(EmbeddedBroker broker, List<Fault> faults, Instant end) {
    ShopTraffic traffic =
        new ShopTraffic(
            faults,
            REQUESTS_PER_SECOND,
            BEGINNING.minus(DemoSettings.PAST),
            new SplittableRandom(DemoCommand.SEED));
    TrafficProducer producer = TrafficProducer.to(broker.bootstrapServers(), "otlp_spans", traffic);
    try (producer) {
      producer.advanceTo(end);
    }
    assertThat(producer.failure()).isEmpty();
  }

  private static List<JsonNode> records(EmbeddedBroker broker, ResultStream stream)
      throws IOException {
    List<JsonNode> records = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record :
        Results.recordsIn(broker.bootstrapServers(), stream.topic("tracemill"))) {
      records.add(JSON.readTree(record.value()));
    }
    return records;
  }
}
