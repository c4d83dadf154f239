package io.tracemill.connectors.jaeger;

import static io.tracemill.connectors.otlp.Requests.attribute;
import static io.tracemill.connectors.otlp.Requests.attributes;
import static io.tracemill.connectors.otlp.Requests.integer;
import static io.tracemill.connectors.otlp.Requests.link;
import static io.tracemill.connectors.otlp.Requests.request;
import static io.tracemill.connectors.otlp.Requests.resource;
import static io.tracemill.connectors.otlp.Requests.span;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import io.tracemill.analysis.span.ReadSpan;
import io.tracemill.analysis.span.RejectReason;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.connectors.decoding.Decoding;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.encoding.RecordEncoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class JaegerProtoDecoderTest extends JaegerRecordContract {
  /** The fields of a span by hand, in the order of their numbers. */
  private static final String TRACE_ID = "0a10" + "0102030405060708090a0b0c0d0e0f10";

  private static final String SPAN_ID = "1208" + "00000000000000a1";
  private static final String NAME = "1a03" + "676574"; // get
  private static final String CHILD_OF =
      "221c" + "0a10" + "0102030405060708090a0b0c0d0e0f10" + "1208" + "00000000000000b2";
  private static final String FLAGS = "2801";
  private static final String START = "3208" + "0880e2cfaa06" + "1064"; // 1,700,000,000 s 100 ns
  private static final String DURATION = "3a05" + "0801" + "10f403"; // 1 s 500 ns
  private static final String CLIENT =
      "4213" + "0a09" + "7370616e2e6b696e64" + "1a06" + "636c69656e74"; // span.kind client
  private static final String ERROR = "420b" + "0a05" + "6572726f72" + "1001" + "2001";
  private static final String PROCESS =
      "5218" + "0a04" + "63617274" + "1210" + "0a08" + "686f73746e616d65" + "1a04" + "686f7374";
  private static final String SPAN =
      TRACE_ID + SPAN_ID + NAME + CHILD_OF + FLAGS + START + DURATION + CLIENT + ERROR + PROCESS;

  private final RecordDecoder decoder = newDecoder();

  @Override
  protected RecordDecoder newDecoder() {
    return new JaegerProtoDecoder(Decoding.RULES);
  }

  @Override
  protected RecordEncoder newEncoder() {
    return new JaegerProtoEncoder();
  }

  @Test
  void aSpanComesOutOfTheBytesThatTheSchemaSays() {
    assertThat(only(SPAN))
        .isEqualTo(
            new ReadSpan(
                new TraceId(0x0102030405060708L, 0x090a0b0c0d0e0f10L),
                "cart",
                "host",
                0xa1,
                0xb2,
                false,
                SpanKind.CLIENT,
                true,
                1_700_000_000_000_000_100L,
                1_000_000_500,
                "get",
                Map.of()));
  }

  @Test
  void aSpanBecomesTheBytesThatTheSchemaSays() {
    byte[] record =
        encode(
                request(
                    resource(
                        attributes("service.name", "s", "k", "v"),
                        span(1, 2, "n", 1, 3)
                            .setFlags(0x101)
                            .setKindValue(1)
                            .addLinks(link(3, 4))
                            .addAttributes(attribute("i", integer(5))))))
            .get(0);

    assertThat(HexFormat.of().formatHex(record))
        .isEqualTo(
            "0a1000000000000000000000000000000001"
                + "12080000000000000002"
                + "1a016e"
                + "221e0a1000000000000000000000000000000003120800000000000000041801"
                + "2801"
                + "32090880e2cfaa0610e807"
                + "3a0310d00f"
                + "42070a016910022805"
                + "42150a097370616e2e6b696e641a08696e7465726e616c"
                + "520b0a0173"
                + "12060a016b1a0176");
  }

  @Test
  void anIdOf64BitsHasZerosBeforeIt() {
    String short64 = "0a08" + "090a0b0c0d0e0f10";
    String reference = "2214" + short64 + "1208" + "00000000000000b2";

    ReadSpan span = only(short64 + SPAN_ID + reference + START);

    assertThat(span.traceId()).isEqualTo(new TraceId(0, 0x090a0b0c0d0e0f10L));
    assertThat(span.parentId()).isEqualTo(0xb2);
  }

  @Test
  void theFirstChildOfWinsOverWhatFollowsFromBefore() {
    String followsFrom = CHILD_OF.replace("221c", "221e").replace("b2", "c3") + "1801";

    assertThat(only(TRACE_ID + SPAN_ID + followsFrom + CHILD_OF + START).parentId())
        .isEqualTo(0xb2);
    assertThat(only(TRACE_ID + SPAN_ID + followsFrom + START).async()).isTrue();
  }

  @Test
  void whatHasNoIdsAndNoStartIsNoSpan() {
    for (String missing : List.of(TRACE_ID, SPAN_ID, START)) {
      assertThat(decode(SPAN.replaceFirst(missing, "")).reason())
          .isEqualTo("no trace_id, span_id or start_time");
    }
    assertThat(decode(SPAN.replace(SPAN_ID, "1207" + "000000000000a1")).decoded()).isFalse();
    assertThat(decode(SPAN.replaceFirst(TRACE_ID, "0a00")).decoded()).isFalse();
  }

  @Test
  void aSpanOfNoProcessHasAnUnknownService() {
    assertThat(only(SPAN.replace(PROCESS, "")).service()).isEqualTo("unknown_service");
  }

  @Test
  void timesBeyond64BitsRejectTheSpan() {
    String most = "08ffffffffffffffff7f" + "10ffffffff07";
    String least = "0880808080808080808001" + "1080808080f8ffffffff01";

    assertThat(rejectedWith("3210" + most, DURATION)).containsExactly(RejectReason.IN_FUTURE);
    assertThat(rejectedWith(START, "3a10" + most)).containsExactly(RejectReason.IN_FUTURE);
    assertThat(rejectedWith("3216" + least, DURATION)).containsExactly(RejectReason.BEFORE_EPOCH);
    assertThat(rejectedWith(START, "3a16" + least)).containsExactly(RejectReason.BEFORE_EPOCH);
    assertThat(rejectedWith(START, "3a0b" + "08ffffffffffffffffff01"))
        .containsExactly(RejectReason.NEGATIVE_DURATION);
  }

  private List<RejectReason> rejectedWith(String start, String duration) {
    return Decoding.rejected(
        decoder, HexFormat.of().parseHex(SPAN.replace(START, start).replace(DURATION, duration)));
  }

  @Property(tries = 200)
  void theOrderOfFieldsMeansNothing(@ForAll long seed) throws InvalidProtocolBufferException {
    Random random = new Random(seed);
    List<ByteString> fields = new ArrayList<>();
    for (var field : UnknownFieldSet.parseFrom(HexFormat.of().parseHex(SPAN)).asMap().entrySet()) {
      fields.add(
          UnknownFieldSet.newBuilder()
              .addField(field.getKey(), field.getValue())
              .build()
              .toByteString());
    }
    Collections.shuffle(fields, random);

    assertThat(Decoding.of(decoder, ByteString.copyFrom(fields).toByteArray()).spans())
        .containsExactly(only(SPAN));
  }

  @Test
  void noBeginningOfASpanWithoutItsStartIsOne() {
    byte[] record = HexFormat.of().parseHex(SPAN);
    int behindStart = SPAN.indexOf(DURATION) / 2;
    for (int length = 0; length < behindStart; length++) {
      assertThat(Decoding.of(decoder, Arrays.copyOf(record, length)).decoded()).isFalse();
    }
  }

  private Decoding decode(String record) {
    return Decoding.of(decoder, HexFormat.of().parseHex(record));
  }

  private ReadSpan only(String record) {
    Decoding decoding = decode(record);
    assertThat(decoding.reason()).isEmpty();
    assertThat(decoding.spans()).hasSize(1);
    return decoding.spans().get(0);
  }
}
