package io.tracemill.cli.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import io.tracemill.cli.traffic.OtlpSpans;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * What comes beside {@link GoodTraces}: every {@link Hostility}, by services of its own.
 *
 * @param good what it comes beside, on the same partitions and at the same times
 * @param newNames names that nobody has seen before in each record of that kind; a tenth as many
 *     services, but one at least
 */
public record HostileMix(GoodTraces good, int newNames) {
  /** Service of all traces that are not good. */
  public static final String SERVICE = "intruder";

  private static final long MARK = 0x0BAD_0BAD_0BAD_0BADL;
  private static final long YEAR_MILLIS = 365L * 24 * 3_600_000;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int LARGE_BYTES = 900_000;
  private static final int LARGE_GARBAGE_BYTES = 890_000;
  private static final int ATTRIBUTES = 100_000;
  private static final int HUGE_NAME_LENGTH = 500_000;
  private static final int NAMES_PER_SERVICE = 10;
  private static final int HOT_REQUESTS = 100;
  private static final int DURATION_NANOS = 5_000_000;

  /** No field of any message has this tag. */
  private static final byte NO_TAG = 0x07;

  /** The last bytes are half of a surrogate pair. */
  private static final byte[] NASTY =
      "\"quoted\" \\ <script>&amp;</script> \r\n\t\0\u0001\u001b[31m \u00ed\u00a0\u0080"
          .getBytes(StandardCharsets.ISO_8859_1);

  /** As long as {@link #NASTY}, in whose place it stands: the encoder refuses what is no text. */
  private static final String PLACE = "~".repeat(NASTY.length);

  /** What is done beside the good trace of this number. */
  public List<Misdeed> beside(int number) {
    List<Misdeed> misdeeds = new ArrayList<>();
    for (Hostility kind : Hostility.values()) {
      if (kind.isDoneBeside(number)) {
        misdeeds.add(misdeed(kind, number));
      }
    }
    return misdeeds;
  }

  private Misdeed misdeed(Hostility kind, int number) {
    long now = (good.startMillis() + number * good.stepMillis()) * NANOS_PER_MILLI;
    ByteString id = OtlpSpans.id(MARK + kind.ordinal(), number + 1L);
    Span root = span(id, 1, 0, "root", now);
    return switch (kind) {
      case GARBAGE -> malformed(kind, number, garbage(number, 200));
      case LARGE_GARBAGE -> malformed(kind, number, garbage(number, LARGE_GARBAGE_BYTES));
      case TRUNCATED -> {
        byte[] whole = good.trace(number).get(0).value();
        yield malformed(kind, number, Arrays.copyOf(whole, whole.length / 2));
      }
      case LARGE -> decoded(kind, number, 0, padded(root));
      case SPAN_OF_NEXT_YEAR ->
          decoded(
              kind, number, 1, root, span(id, 2, 1, "next", now + YEAR_MILLIS * NANOS_PER_MILLI));
      case SPAN_OF_1969 ->
          decoded(kind, number, 1, root, span(id, 2, 1, "moon", -YEAR_MILLIS * NANOS_PER_MILLI));
      case RECORD_OF_NEXT_YEAR -> ofNextYear(decoded(kind, number, 0, root));
      case ZERO_TRACE_ID ->
          decoded(kind, number, 1, root, span(OtlpSpans.id(0, 0), 2, 1, "nobody", now));
      case ZERO_SPAN_ID -> decoded(kind, number, 1, root, span(id, 0, 1, "nameless", now));
      case PARENT_CYCLE ->
          decoded(
              kind,
              number,
              3,
              root,
              span(id, 2, 3, "hen", now),
              span(id, 3, 2, "egg", now),
              span(id, 4, 4, "self", now));
      case NEW_NAMES -> decoded(kind, number, 0, newNames(number, now));
      case ENDLESS_TRACE ->
          decoded(
              kind,
              number,
              0,
              span(OtlpSpans.id(MARK, 1), number + 2L, number + 3L, "and so on", now));
      case HOT_ENDPOINT -> decoded(kind, number, 0, hot(number, now));
      case NASTY_NAMES ->
          nasty(number, root, span(id, 2, 1, PLACE, now), span(twin(id), 1, 0, PLACE, now));
      case MANY_ATTRIBUTES -> decoded(kind, number, 0, manyAttributes(root));
      case HUGE_NAME ->
          decoded(kind, number, 0, root, span(id, 2, 1, "n".repeat(HUGE_NAME_LENGTH), now));
      case NEW_SERVICES -> newServices(number, now);
    };
  }

  private static Span span(ByteString id, long spanId, long parentId, String name, long now) {
    return OtlpSpans.span(
            id, spanId, parentId, SpanKind.SPAN_KIND_SERVER, name, now, now + DURATION_NANOS)
        .build();
  }

  private Misdeed malformed(Hostility kind, int number, byte[] value) {
    return new Misdeed(kind, record(number, NASTY, value), 0, 0);
  }

  private Misdeed decoded(Hostility kind, int number, int rejected, Span... spans) {
    byte[] value = GoodTraces.by(SERVICE, "dark-" + number % 7, List.of(spans));
    return new Misdeed(kind, record(number, new byte[0], value), spans.length, rejected);
  }

  private ProducerRecord<byte[], byte[]> record(int number, byte[] key, byte[] value) {
    long now = good.startMillis() + number * good.stepMillis();
    return new ProducerRecord<>(good.topic(), number % good.partitions(), now, key, value);
  }

  private static Misdeed ofNextYear(Misdeed misdeed) {
    ProducerRecord<byte[], byte[]> record = misdeed.record();
    return new Misdeed(
        misdeed.kind(),
        new ProducerRecord<>(
            record.topic(),
            record.partition(),
            record.timestamp() + YEAR_MILLIS,
            record.key(),
            record.value()),
        misdeed.spans(),
        misdeed.rejected());
  }

  private static ByteString twin(ByteString id) {
    return id.substring(Long.BYTES).concat(id.substring(0, Long.BYTES));
  }

  private Misdeed nasty(int number, Span... spans) {
    byte[] value = GoodTraces.by(PLACE, PLACE, List.of(spans));
    byte[] place = PLACE.getBytes(UTF_8);
    for (int at = 0; at <= value.length - place.length; at++) {
      if (Arrays.equals(value, at, at + place.length, place, 0, place.length)) {
        System.arraycopy(NASTY, 0, value, at, NASTY.length);
      }
    }
    return new Misdeed(Hostility.NASTY_NAMES, record(number, NASTY, value), spans.length, 0);
  }

  private static byte[] garbage(int number, int length) {
    byte[] garbage = new byte[length];
    new SplittableRandom(number).nextBytes(garbage);
    garbage[0] = NO_TAG;
    return garbage;
  }

  private static Span padded(Span span) {
    int left = LARGE_BYTES - span.getSerializedSize() - 200;
    return span.toBuilder().addAttributes(OtlpSpans.attribute("padding", "p".repeat(left))).build();
  }

  private Span[] newNames(int number, long now) {
    Span[] spans = new Span[newNames];
    for (int i = 0; i < newNames; i += 2) {
      int serial = number * newNames + i;
      ByteString id = OtlpSpans.id(MARK + Hostility.NEW_NAMES.ordinal(), serial + 1L);
      spans[i] = span(id, 1, 0, "new-" + serial, now);
      spans[i + 1] = span(id, 2, 1, "new-" + (serial + 1), now);
    }
    return spans;
  }

  private Misdeed newServices(int number, long now) {
    int services = Math.max(1, newNames / NAMES_PER_SERVICE);
    // Export requests one after the other are one of all their services.
    ByteArrayOutputStream value = new ByteArrayOutputStream();
    for (int i = 0; i < services; i++) {
      int serial = number * services + i;
      ByteString id = OtlpSpans.id(MARK + Hostility.NEW_SERVICES.ordinal(), serial + 1L);
      value.writeBytes(
          GoodTraces.by("service-" + serial, "dark-0", List.of(span(id, 1, 0, "root", now))));
    }
    ProducerRecord<byte[], byte[]> record = record(number, new byte[0], value.toByteArray());
    return new Misdeed(Hostility.NEW_SERVICES, record, services, 0);
  }

  private static Span[] hot(int number, long now) {
    Span[] spans = new Span[HOT_REQUESTS];
    for (int i = 0; i < HOT_REQUESTS; i++) {
      long serial = (long) number * HOT_REQUESTS + i;
      ByteString id = OtlpSpans.id(MARK + Hostility.HOT_ENDPOINT.ordinal(), serial + 1);
      spans[i] = span(id, 1, 0, "hot", now);
    }
    return spans;
  }

  private static Span manyAttributes(Span span) {
    KeyValue attribute = KeyValue.newBuilder().setKey("k").build();
    Span.Builder builder = span.toBuilder();
    for (int i = 0; i < ATTRIBUTES; i++) {
      builder.addAttributes(attribute);
    }
    return builder.build();
  }
}
