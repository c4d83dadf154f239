package io.tracemill.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Comparator.comparingLong;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.cli.results.Results;
import io.tracemill.cli.run.EmbeddedJob;
import io.tracemill.cli.run.Topics;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * What the job makes of a scenario of the demo, with the demo's traffic and configuration but no
 * store, through Kafka but without waiting: all records are there, with the times at which the demo
 * would have sent them, before the job reads them to their end.
 *
 * @param faults what was injected
 * @param records of all streams with event times, in order of these
 */
public record WatchedShop(List<Injected> faults, List<Written> records) {
  private static final Set<ResultStream> STREAMS =
      EnumSet.of(
          ResultStream.PROFILES,
          ResultStream.INCIDENTS,
          ResultStream.MUTATIONS,
          ResultStream.CHANGES,
          ResultStream.DEPLOYMENTS,
          ResultStream.QUALITY);

  static final Instant BEGINNING = Instant.parse("2026-01-01T12:00:00Z");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double REQUESTS_PER_SECOND = DemoCommand.REQUESTS_PER_SECOND;

  /** A fault from this time on; {@code culprit} is the service that it hits. */
  public record Injected(long startMillis, String culprit) {}

  /** A record as it was written; its time is that of the data that it is about. */
  public record Written(ResultStream stream, long timeMillis, String text) {}

  /** Looks on at all faults of the demo, until some time after the start of the last. */
  public static WatchedShop ofAllFaults(Duration after, Path state) throws Exception {
    List<Fault> faults = Scenario.FAULTS.from(BEGINNING);
    Instant end = faults.get(faults.size() - 1).start().plus(after);
    return of(Scenario.FAULTS, Duration.between(BEGINNING, end), state);
  }

  /** Looks on for {@code length} from {@link #BEGINNING}. */
  static WatchedShop of(Scenario scenario, Duration length, Path state) throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      Topics.create(broker);
      send(broker, scenario.from(BEGINNING), BEGINNING.plus(length));
      TracemillConfig config =
          DemoSettings.write(broker.bootstrapServers(), state, 0, 0)
              .config()
              .with(Keys.STORE_PATH, "");
      try (EmbeddedJob job = EmbeddedJob.start(config, true, Optional.empty())) {
        job.await();
      }
      List<Written> records = new ArrayList<>();
      STREAMS.forEach(stream -> records.addAll(records(broker, stream)));
      records.sort(comparingLong(Written::timeMillis));
      return new WatchedShop(
          scenario.from(BEGINNING).stream()
              .map(each -> new Injected(each.start().toEpochMilli(), each.culprit()))
              .toList(),
          records);
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

  private static List<Written> records(EmbeddedBroker broker, ResultStream stream) {
    return Results.recordsIn(broker.bootstrapServers(), stream.topic("tracemill")).stream()
        .map(each -> new Written(stream, each.timestamp(), new String(each.value(), UTF_8)))
        .toList();
  }

  /** The records of one stream, in order. */
  List<JsonNode> of(ResultStream stream) throws IOException {
    List<JsonNode> records = new ArrayList<>();
    for (Written record : this.records) {
      if (record.stream == stream) {
        records.add(JSON.readTree(record.text));
      }
    }
    return records;
  }
}
