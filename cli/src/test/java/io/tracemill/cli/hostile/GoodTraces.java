package io.tracemill.cli.hostile;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

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
  public List<InputRecord> trace(int number) {
    SplittableRandom random = new SplittableRandom(number);
    ByteString id = Exported.id(MARK, number + 1L);
    long startMillis = this.startMillis + number * stepMillis;
    long start = startMillis * 1_000_000L;
    long length = 4_000_000 + random.nextLong(40_000_000);
    long end = start + length + slowness.delayNanosAt(startMillis);
    int host = number % STOCK_HOSTS;
    long ahead = host == 0 ? CLOCK_AHEAD_NANOS : 0;
    List<InputRecord> records = new ArrayList<>();
    records.add(
        record(
            number,
            "shop",
            "shop-1",
            end,
            List.of(
                span(id, 1, 0, SpanKind.SPAN_KIND_SERVER, endpoint(number), start, end),
                span(
                    id,
                    2,
                    1,
                    SpanKind.SPAN_KIND_CLIENT,
                    "stock",
                    start + 500_000,
                    end - 400_000))));
    records.add(
        record(
            number + 1,
            "stock",
            "stock-" + host,
            end + 3_000_000,
            List.of(
                span(
                    id,
                    3,
                    2,
                    SpanKind.SPAN_KIND_SERVER,
                    "GET /stock",
                    start + 900_000 + ahead,
                    end - 800_000 + ahead),
                span(
                    id,
                    4,
                    3,
                    SpanKind.SPAN_KIND_CLIENT,
                    "SELECT",
                    start + 1_200_000 + ahead,
                    start + 1_200_000 + ahead + random.nextLong(length / 3)))));
    if (late(number)) {
      records.add(
          record(
              number,
              "shop",
              "shop-1",
              end + LATE_NANOS,
              List.of(span(id, 5, 1, SpanKind.SPAN_KIND_INTERNAL, "log", start, end))));
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

  private static Span span(
      ByteString id, long spanId, long parentId, SpanKind kind, String name, long from, long to) {
    return Exported.span(id, spanId, parentId, kind, name, from, to).build();
  }

  private InputRecord record(
      int number, String service, String host, long sentNanos, List<Span> spans) {
    return new InputRecord(
        topic,
        Math.floorMod(number, partitions),
        sentNanos / 1_000_000,
        Integer.toString(number).getBytes(StandardCharsets.UTF_8),
        Exported.by(service, host, spans));
  }
}
