package io.tracemill.cli.keep;

import static io.tracemill.connectors.otlp.Requests.attributes;
import static io.tracemill.connectors.otlp.Requests.request;
import static io.tracemill.connectors.otlp.Requests.resource;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.analysis.record.KeepRecord;
import io.tracemill.connectors.otlp.Requests;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

/** The delay in record time; minutes are of the traffic, with a delay of 30. */
final class KeeperTest {
  private static final TopicPartition SPANS = new TopicPartition("spans", 0);
  private static final TopicPartition KEEP = new TopicPartition("tracemill.keep.v1", 0);
  private static final long MINUTE = 60_000;

  private final Mock kafka = new Mock();
  private Instant now = Instant.ofEpochMilli(10_000 * MINUTE);
  private WantedTraces traces = traces(10_000);
  private Keeper keeper = keeper();

  @Test
  void spansWaitUntilTheDecisionsAreADelayAhead() {
    kafka.span(1);
    kafka.span(2);
    turns(3);
    kafka.decision(1, 26);
    turns(3);
    assertThat(traces.totals.spansRead).as("an incident could still name them").isZero();

    kafka.decision(7, 31);
    turns(3);
    assertThat(traces.totals.spansRead).as("only that of minute 1 is due").isEqualTo(1);
    assertThat(traces.totals.found).isEqualTo(1);
    kafka.decision(7, 32);
    turns(3);
    assertThat(traces.totals.spansRead).isEqualTo(2);
  }

  @Test
  void afterALateStartDecisionsWaitForRoom() {
    traces = traces(1_000);
    keeper = keeper();
    for (int minute = 1; minute <= 5_000; minute++) {
      kafka.span(minute);
      kafka.decision(minute, minute + 1);
    }
    turns(200);

    assertThat(traces.totals.found).isEqualTo(4_971);
    assertThat(traces.totals.forgotten).isZero();
    assertThat(traces.totals.missing).isZero();
  }

  @Test
  void ifNoDecisionComesForADelayTheInputIsReadUpToTheNewest() {
    kafka.span(1);
    kafka.span(8);
    kafka.span(12);
    kafka.decision(1, 10);
    turns(3);
    now = now.plus(Duration.ofMinutes(30));
    turns(3);
    assertThat(traces.totals.spansRead).isZero();

    now = now.plusMillis(1);
    turns(3);
    assertThat(traces.totals.spansRead).as("the job may be down since minute 10").isEqualTo(2);
  }

  @Test
  void aTimeFarInTheFutureStopsNoPartition() {
    kafka.span(20_000);
    kafka.span(1);
    kafka.decision(1, 31);
    turns(3);
    assertThat(traces.totals.found).isEqualTo(1);
  }

  @Test
  void theNextRunReadsTheDecisionsThatLateSpansNeed() {
    for (int minute = 1; minute <= 100; minute++) {
      kafka.span(minute);
      kafka.decision(minute, minute);
    }
    turns(9);

    assertThat(traces.totals.found).isEqualTo(70);
    assertThat(kafka.committed(Set.of(SPANS))).containsEntry(SPANS, new OffsetAndMetadata(70));
    assertThat(kafka.committed(Set.of(KEEP))).containsEntry(KEEP, new OffsetAndMetadata(39));
  }

  private static WantedTraces traces(int most) {
    return new WantedTraces(Set.of(KeepRecord.Reason.SLOWEST), most, 1_000_000);
  }

  private Keeper keeper() {
    return new Keeper(
        kafka,
        List.of("spans"),
        KEEP.topic(),
        traces,
        SpanCopierTest.copier("otlp_proto", traces, SpanCopierTest.output()),
        Duration.ofMinutes(30),
        () -> now);
  }

  private void turns(int count) {
    int[] left = {count};
    keeper.run(false, () -> left[0]-- == 0, () -> {});
  }

  /** Kafka's mock of both topics, which also reads a record twice and finds offsets by time. */
  private static final class Mock extends MockConsumer<byte[], byte[]> {
    private final Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records =
        Map.of(SPANS, new ArrayList<>(), KEEP, new ArrayList<>());

    Mock() {
      super("none");
      for (TopicPartition each : records.keySet()) {
        updateBeginningOffsets(Map.of(each, 0L));
        updateEndOffsets(Map.of(each, 0L));
        updatePartitions(
            each.topic(),
            List.of(new PartitionInfo(each.topic(), 0, Node.noNode(), new Node[0], new Node[0])));
      }
    }

    void span(long minute) {
      Span.Builder span = Requests.span(minute + 1, 1, "GET /", 0, 9);
      add(SPANS, minute, request(resource(attributes("a", "b"), span)).toByteArray());
    }

    void decision(long trace, long minute) {
      long millis = minute * MINUTE;
      add(KEEP, minute, WantedTracesTest.decision(trace + 1, millis, KeepRecord.Reason.SLOWEST));
    }

    private void add(TopicPartition to, long minute, byte[] value) {
      List<ConsumerRecord<byte[], byte[]>> all = records.getOrDefault(to, List.of());
      all.add(
          new ConsumerRecord<>(
              to.topic(),
              0,
              all.size(),
              minute * MINUTE,
              TimestampType.CREATE_TIME,
              0,
              value.length,
              new byte[0],
              value,
              new RecordHeaders(),
              Optional.empty()));
      updateEndOffsets(Map.of(to, (long) all.size()));
    }

    @Override
    public synchronized ConsumerRecords<byte[], byte[]> poll(Duration wait) {
      Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> next = new HashMap<>();
      records.forEach(
          (name, all) -> {
            if (!paused().contains(name)) {
              int from = (int) position(name);
              int to = Math.min(all.size(), from + WantedTraces.BATCH);
              next.put(name, List.copyOf(all.subList(from, to)));
              seek(name, to);
            }
          });
      return new ConsumerRecords<>(next, Map.of());
    }

    @Override
    public synchronized Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
        Map<TopicPartition, Long> times) {
      return times.entrySet().stream()
          .collect(toMap(Map.Entry::getKey, each -> first(each.getValue())));
    }

    private OffsetAndTimestamp first(long millis) {
      List<ConsumerRecord<byte[], byte[]>> all = records.getOrDefault(KEEP, List.of());
      return new OffsetAndTimestamp(
          all.stream().filter(each -> each.timestamp() < millis).count(), millis);
    }
  }
}
