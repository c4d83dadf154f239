package io.tracemill.cli.keep;

import static io.tracemill.connectors.otlp.Requests.attributes;
import static io.tracemill.connectors.otlp.Requests.request;
import static io.tracemill.connectors.otlp.Requests.resource;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.record.KeepRecord;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.cli.replay.InputTopic;
import io.tracemill.cli.replay.TopicTarget;
import io.tracemill.connectors.otlp.OtlpEncoder;
import io.tracemill.connectors.otlp.Requests;
import io.tracemill.connectors.output.RecordJson;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.source.kafka.PartitionClock;
import io.tracemill.pipeline.source.kafka.TopicSelection;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The delay in record time; minutes are of the traffic, with a delay of 30. */
final class KeeperTest {
  private static final TopicPartition SPANS = new TopicPartition("spans", 0);
  private static final TopicPartition KEEP = new TopicPartition("tracemill.keep.v1", 0);
  private static final Duration DELAY = Duration.ofMinutes(30);

  private final Mock input = new Mock();
  private final Mock decided = new Mock();
  private final MockProducer<byte[], byte[]> output =
      new MockProducer<>(
          Cluster.empty(), true, null, new ByteArraySerializer(), new ByteArraySerializer());
  private final KeepTotals totals = new KeepTotals();
  private final PacedTopics spans =
      new PacedTopics(input, record -> record.timestamp(), DELAY.toMillis(), false);
  private final PacedTopics decisions =
      new PacedTopics(decided, Decision::millis, PartitionClock.LATEST_MILLIS, false);
  private long nanos;
  private final Keeper keeper =
      new Keeper(
          TracemillConfig.defaults().with(Keys.KAFKA_ENCODING, "otlp_proto"),
          DELAY,
          new WantedTraces(100, 1_000, totals),
          spans,
          decisions,
          new TopicTarget<>(
              output, new InputTopic("kept", 1, false, Map.of()), OtlpEncoder.proto()::encode),
          totals,
          () -> nanos);

  @BeforeEach
  void begin() {
    spans.join(new TopicSelection(List.of("spans")), () -> {});
    input.begin(SPANS);
    input.rebalance(List.of(SPANS));
    decided.begin(KEEP);
    decided.assign(List.of(KEEP));
    decided.updatePartitions(
        KEEP.topic(),
        List.of(new PartitionInfo(KEEP.topic(), 0, Node.noNode(), new Node[0], new Node[0])));
  }

  @Test
  void spansWaitUntilTheDecisionsAreADelayAhead() {
    input.add(SPANS, 0, span(1));
    input.add(SPANS, 1, span(2));
    turns(3);
    decided.add(KEEP, 25, decision(1, 25));
    turns(3);
    assertThat(output.history()).as("an incident could still name them").isEmpty();

    decided.add(KEEP, 30, decision(7, 30));
    turns(3);
    assertThat(totals.spansRead).as("only that of minute 0 is due").isEqualTo(1);
    assertThat(output.history()).hasSize(1);
  }

  @Test
  void afterALateStartMemoryHoldsTwoDelaysAndAQuarterOfDecisions() {
    for (int minute = 0; minute < 1_000; minute++) {
      input.add(SPANS, minute, span(minute));
      decided.add(KEEP, minute + 1, decision(minute, minute + 1));
    }
    turns(20);

    assertThat(totals.asked)
        .as("asked for %d at minute %d", totals.asked, totals.spansRead)
        .isLessThan(totals.spansRead + 62);
    turns(2_000);
    assertThat(totals.written).isEqualTo(971);
    assertThat(totals.missing).isZero();
    assertThat(totals.forgotten).isZero();
  }

  @Test
  void ifNoDecisionComesForADelayTheInputIsReadUpToTheNewest() {
    input.add(SPANS, 0, span(1));
    input.add(SPANS, 8, span(2));
    input.add(SPANS, 12, span(3));
    for (int trace = 1; trace <= 3; trace++) {
      decided.add(KEEP, 10, decision(trace, 10));
    }
    turns(3);
    nanos += DELAY.toNanos();
    turns(3);
    assertThat(totals.spansRead).isZero();

    nanos += 1;
    turns(3);
    assertThat(totals.written).as("the job may be down since minute 10").isEqualTo(2);
  }

  @Test
  void aTraceThatIsNamedTooLateIsNotFound() {
    input.add(SPANS, 0, span(1));
    input.add(SPANS, 10, span(2));
    input.add(SPANS, 90, span(3));
    decided.add(KEEP, 40, decision(2, 40));
    turns(3);
    decided.add(KEEP, 41, decision(1, 41));
    decided.add(KEEP, 200, decision(3, 200));
    turns(9);

    assertThat(totals.written).as("2; 3 is not asked for before minute 170").isEqualTo(1);
    assertThat(totals.asked).isEqualTo(2);
    assertThat(totals.missing).isEqualTo(1);
  }

  private void turns(int count) {
    int[] left = {count};
    keeper.run(() -> left[0]-- == 0, () -> {});
  }

  private static byte[] span(long trace) {
    return request(
            resource(
                attributes("service.name", "shop"), Requests.span(trace + 1, 1, "GET /", 0, 9)))
        .toByteArray();
  }

  private static byte[] decision(long trace, long minute) {
    return RecordJson.bytes(
        new KeepRecord(
            new TraceId(0, trace + 1).hex(),
            KeepRecord.Reason.SLOWEST,
            Frame.of("shop", "GET /"),
            Duration.ofMinutes(minute).toMillis()));
  }

  /** Kafka's mock, which also finds offsets by time. */
  private static final class Mock extends MockConsumer<byte[], byte[]> {
    private final Map<Long, Long> timeByOffset = new HashMap<>();

    Mock() {
      super("none");
    }

    void begin(TopicPartition partition) {
      updateBeginningOffsets(Map.of(partition, 0L));
      updateEndOffsets(Map.of(partition, 0L));
    }

    void add(TopicPartition partition, long minute, byte[] value) {
      long millis = Duration.ofMinutes(minute).toMillis();
      long offset = timeByOffset.size();
      timeByOffset.put(offset, millis);
      addRecord(
          new ConsumerRecord<>(
              partition.topic(),
              partition.partition(),
              offset,
              millis,
              TimestampType.CREATE_TIME,
              0,
              value.length,
              new byte[0],
              value,
              new RecordHeaders(),
              Optional.empty()));
      updateEndOffsets(Map.of(partition, offset + 1));
    }

    @Override
    public synchronized Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
        Map<TopicPartition, Long> times) {
      return times.entrySet().stream()
          .collect(
              toMap(
                  Map.Entry::getKey,
                  each ->
                      timeByOffset.entrySet().stream()
                          .filter(known -> known.getValue() >= each.getValue())
                          .map(known -> new OffsetAndTimestamp(known.getKey(), known.getValue()))
                          .min(Comparator.comparingLong(OffsetAndTimestamp::offset))
                          .orElse(new OffsetAndTimestamp(timeByOffset.size(), 0))));
    }
  }
}
