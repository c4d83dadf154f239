package io.tracemill.cli.hostile;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import io.tracemill.cli.traffic.OtlpSpans;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Whole traces of a shop and its stock, one after the other, each in two records on two partitions.
 *
 * <pre>
 *   shop   |--- SERVER ------------------------|   record 1
 *             |--- CLIENT -----------------|
 *   stock       |--- SERVER -------------|         record 2
 *                  |-- CLIENT --|
 * </pre>
 *
 * One stock host's clock is ahead, so that its spans are shifted. Of {@value #LATE_EVERY} traces
 * one has a fifth span that comes when the trace has long closed, of one endpoint after the other:
 * of each endpoint's spans these are half of what it takes to be blind.
 *
 * @param startMillis when the first trace starts
 * @param stepMillis from one to the next
 * @param slowness of the server of stock
 */
public record GoodTraces(
    String topic, int partitions, long startMillis, long stepMillis, Slowness slowness) {
  /** Spans of a trace that come in time. */
  public static final int SPANS = 4;

  /** So many traces have one span that is late. */
  public static final int LATE_EVERY = 50;

  private static final String[] ENDPOINTS = {"GET /cart", "GET /items", "POST /order", "GET /help"};
  private static final long LATE_NANOS = 35_000_000_000L;
  private static final int STOCK_HOSTS = 5;
  private static final long CLOCK_AHEAD_NANOS = 1_500_000;

  /** What the id of each of these traces begins with. */
  static final long MARK = 0x600D_600D_600D_600DL;

  /** Traces of a system that is well. */
  public GoodTraces(String topic, int partitions, long startMillis, long stepMillis) {
    this(topic, partitions, startMillis, stepMillis, Slowness.NONE);
  }

  /**
   * How long a server takes longer than it should.
   *
   * @param fromMillis start of the first trace in which it does, milliseconds since the epoch
   * @param untilMillis start of the first one in which it does no more
   * @param delayNanos by how much
   */
  public record Slowness(long fromMillis, long untilMillis, long delayNanos) {
    static final Slowness NONE = new Slowness(0, 0, 0);

    private long delayNanosAt(long millis) {
      return fromMillis <= millis && millis < untilMillis ? delayNanos : 0;
    }
  }

  /** The records of a trace, of which there are two or three. */
  public List<ProducerRecord<byte[], byte[]>> trace(int number) {
    SplittableRandom random = new SplittableRandom(number);
    ByteString id = OtlpSpans.id(MARK, number + 1L);
    long startMillis = this.startMillis + number * stepMillis;
    long start = startMillis * 1_000_000L;
    long length = 4_000_000 + random.nextLong(40_000_000);
    long end = start + length + slowness.delayNanosAt(startMillis);
    String host = "stock-" + number % STOCK_HOSTS;
    long ahead = number % STOCK_HOSTS == 0 ? CLOCK_AHEAD_NANOS : 0;
    long stock = start + 900_000 + ahead;
    long select = start + 1_200_000 + ahead;
    Span shop = server(id, 1, 0, endpoint(number), start, end);
    Span call = client(id, 2, 1, "stock", start + 500_000, end - 400_000);
    Span called = server(id, 3, 2, "GET /stock", stock, end - 800_000 + ahead);
    Span query = client(id, 4, 3, "SELECT", select, select + random.nextLong(length / 3));
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    records.add(record(number, "shop", "shop-1", end, shop, call));
    records.add(record(number + 1, "stock", host, end + 3_000_000, called, query));
    if (late(number)) {
      Span log = span(id, 5, 1, SpanKind.SPAN_KIND_INTERNAL, "log", start, end);
      records.add(record(number, "shop", "shop-1", end + LATE_NANOS, log));
    }
    return records;
  }

  /** Whether this trace has a span that is late. */
  public static boolean late(int number) {
    return number % LATE_EVERY == LATE_EVERY - 1 - number / LATE_EVERY % ENDPOINTS.length;
  }

  private static String endpoint(int number) {
    return ENDPOINTS[number % ENDPOINTS.length];
  }

  private static Span server(
      ByteString id, long spanId, long parentId, String name, long from, long to) {
    return span(id, spanId, parentId, SpanKind.SPAN_KIND_SERVER, name, from, to);
  }

  private static Span client(
      ByteString id, long spanId, long parentId, String name, long from, long to) {
    return span(id, spanId, parentId, SpanKind.SPAN_KIND_CLIENT, name, from, to);
  }

  private static Span span(
      ByteString id, long spanId, long parentId, SpanKind kind, String name, long from, long to) {
    return OtlpSpans.span(id, spanId, parentId, kind, name, from, to).build();
  }

  private ProducerRecord<byte[], byte[]> record(
      int number, String service, String host, long sentNanos, Span... spans) {
    return new ProducerRecord<>(
        topic,
        Math.floorMod(number, partitions),
        sentNanos / 1_000_000,
        Integer.toString(number).getBytes(StandardCharsets.UTF_8),
        by(service, host, List.of(spans)));
  }

  /** Spans of one service on one host as the bytes of an export request. */
  static byte[] by(String service, String host, List<Span> spans) {
    return OtlpSpans.request(spans, "service.name", service, "host.name", host).toByteArray();
  }
}
