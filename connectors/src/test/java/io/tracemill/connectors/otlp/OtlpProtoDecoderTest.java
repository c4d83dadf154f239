package io.tracemill.connectors.otlp;

import static io.tracemill.connectors.otlp.Requests.attributes;
import static io.tracemill.connectors.otlp.Requests.request;
import static io.tracemill.connectors.otlp.Requests.resource;
import static io.tracemill.connectors.otlp.Requests.span;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.analysis.span.ReadSpan;
import io.tracemill.connectors.decoding.Decoding;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.decoding.RecordDecoderContract;
import io.tracemill.connectors.formats.Encoding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The cursor against protobuf's own classes. Whatever those accept, it accepts with equal spans.
 * Allowed differences: it also accepts names that are not UTF-8, and damage within what it skips;
 * it alone rejects a varint whose tenth byte announces an eleventh (protobuf 4.35 takes some).
 */
class OtlpProtoDecoderTest extends RecordDecoderContract {
  private final RecordDecoder decoder = newDecoder();

  @Override
  protected RecordDecoder newDecoder() {
    return Encoding.OTLP_PROTO.decoder(Decoding.RULES);
  }

  @Override
  protected List<byte[]> encode(ExportTraceServiceRequest request) {
    return List.of(request.toByteArray());
  }

  @Property
  void decodesWhatTheGeneratedClassesDecode(@ForAll("requests") ExportTraceServiceRequest request) {
    assertThat(Decoding.of(decoder, request.toByteArray()))
        .isEqualTo(ReferenceOtlp.decode(request));
  }

  @Property
  void orderAndRepetitionOfFieldsMeanWhatTheyMeanToTheGeneratedClasses(@ForAll long seed)
      throws InvalidProtocolBufferException {
    Random random = new Random(seed);
    List<ByteString> fields = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      ByteString spans = shuffled(random, RandomRequests.resourceSpans(random).toByteString());
      fields.add(field(1, spans.concat(RandomRequests.resourceSpans(random).toByteString())));
      ByteString span =
          shuffled(
              random,
              RandomRequests.span(random)
                  .toByteString()
                  .concat(RandomRequests.span(random).toByteString()));
      fields.add(field(1, field(2, field(2, span))));
    }
    byte[] record = ByteString.copyFrom(fields).toByteArray();

    assertThat(Decoding.of(decoder, record))
        .isEqualTo(ReferenceOtlp.decode(ExportTraceServiceRequest.parseFrom(record)));
  }

  private static ByteString field(int number, ByteString content) {
    return UnknownFieldSet.newBuilder()
        .addField(number, UnknownFieldSet.Field.newBuilder().addLengthDelimited(content).build())
        .build()
        .toByteString();
  }

  private static ByteString shuffled(Random random, ByteString message)
      throws InvalidProtocolBufferException {
    List<ByteString> fields = new ArrayList<>();
    for (Map.Entry<Integer, UnknownFieldSet.Field> field :
        UnknownFieldSet.parseFrom(message).asMap().entrySet()) {
      fields.add(
          UnknownFieldSet.newBuilder()
              .addField(field.getKey(), field.getValue())
              .build()
              .toByteString());
    }
    Collections.shuffle(fields, random);
    return ByteString.copyFrom(fields);
  }

  @Property(tries = 30)
  void rejectsTheTruncationsThatTheGeneratedClassesReject(
      @ForAll("requests") ExportTraceServiceRequest request) {
    byte[] record = request.toByteArray();
    for (int length = 0; length < record.length; length++) {
      byte[] truncated = Arrays.copyOf(record, length);
      Optional<Decoding> expected = parse(truncated).map(ReferenceOtlp::decode);
      Decoding actual = Decoding.of(decoder, truncated);
      assertThat(actual.decoded()).isEqualTo(expected.isPresent());
      expected.ifPresent(decoding -> assertThat(actual).isEqualTo(decoding));
    }
  }

  @Property
  void acceptsTheDamageThatTheGeneratedClassesAccept(
      @ForAll("requests") ExportTraceServiceRequest request, @ForAll long seed) {
    Random random = new Random(seed);
    byte[] record = request.toByteArray();
    for (int i = 0; i < 30 && record.length > 0; i++) {
      byte[] damaged = record.clone();
      for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
        damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
      }
      Decoding actual = Decoding.of(decoder, damaged);
      boolean varintTooLong = actual.reason().startsWith("varint of more than 10 bytes");
      Optional<ExportTraceServiceRequest> expected = parse(damaged).filter(p -> !varintTooLong);
      expected.ifPresent(
          parsed ->
              assertThat(actual)
                  .as(HexFormat.of().formatHex(damaged))
                  .isEqualTo(ReferenceOtlp.decode(parsed)));
    }
  }

  private static Optional<ExportTraceServiceRequest> parse(byte[] record) {
    try {
      return Optional.of(ExportTraceServiceRequest.parseFrom(record));
    } catch (InvalidProtocolBufferException e) {
      return Optional.empty();
    }
  }

  @Provide
  Arbitrary<ExportTraceServiceRequest> requests() {
    return Arbitraries.randomValue(RandomRequests::request);
  }

  @ParameterizedTest
  @CsvSource({
    "00, field number 0",
    "0a05, 5 bytes wanted where 0 are left at offset 2",
    "0a, 1 bytes wanted where 0 are left at offset 1",
    "0affffffff0f, negative length",
    "08ffffffffffffffffffffff01, varint of more than 10 bytes",
    "0e, wire type 6",
    "0f, wire type 7",
    "0c, end of a group that was not open",
    "0b, group without an end",
    "0b14, end of a group that was not open",
    "0a021205, 5 bytes wanted where 0 are left",
  })
  void aMalformedRecordSaysWhatIsWrongAndWhere(String record, String reason) {
    Decoding decoding = Decoding.of(decoder, HexFormat.of().parseHex(record));

    assertThat(decoding.reason()).startsWith(reason).contains(" at offset ");
  }

  @Test
  void groupsCannotBeNestedWithoutEnd() {
    byte[] record = new byte[100_000];
    Arrays.fill(record, (byte) 0x0B);

    assertThat(Decoding.of(decoder, record).reason()).startsWith("groups nested deeper than 100");
  }

  @Test
  void anEmptyRecordHasNoSpans() {
    assertThat(Decoding.of(decoder, new byte[0]).decoded()).isTrue();
  }

  @Test
  void aNameThatIsNotUtf8IsPassedOn() {
    byte[] record = request(resource(attributes(), span(1, 1, "NAME", 0, 1))).toByteArray();
    record[indexOf(record, "NAME")] = (byte) 0xFF;

    assertThat(Decoding.of(decoder, record).spans())
        .extracting(ReadSpan::operation)
        .containsExactly("\uFFFDAME");
  }

  private static int indexOf(byte[] record, String text) {
    return new String(record, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf(text);
  }

  /** The second field of a key and value is cut in the middle; who needs it finds that out. */
  @Test
  void theValueOfAnAttributeThatNobodyAskedForIsNotLookedAt() {
    ByteString cut = field(2, ByteString.copyFrom(new byte[] {0x0A, 5, 'v'}));
    ByteString unknown = field(9, field(1, ByteString.copyFromUtf8("nobody.asked")).concat(cut));
    ByteString known = field(9, field(1, ByteString.copyFromUtf8("version")).concat(cut));

    assertThat(Decoding.of(decoder, ofSpan(unknown)).decoded()).isTrue();
    assertThat(Decoding.of(decoder, ofSpan(known)).decoded()).isFalse();
  }

  @Test
  void ofTwoKeysOfAnAttributeTheLastOneCounts() throws InvalidProtocolBufferException {
    ByteString span =
        request(resource(attributes(), span(1, 1, "GET", 0, 1)))
            .getResourceSpans(0)
            .getScopeSpans(0)
            .getSpans(0)
            .toByteString();
    ByteString value = field(2, field(1, ByteString.copyFromUtf8("seven")));
    ByteString keys =
        field(1, ByteString.copyFromUtf8("nobody"))
            .concat(field(1, ByteString.copyFromUtf8("version")));
    byte[] record = ofSpan(span.concat(field(9, keys.concat(value))));

    assertThat(Decoding.of(decoder, record))
        .isEqualTo(ReferenceOtlp.decode(ExportTraceServiceRequest.parseFrom(record)));
    assertThat(Decoding.of(decoder, record).toString()).contains("seven");
  }

  private static byte[] ofSpan(ByteString fields) {
    return field(1, field(2, field(2, fields))).toByteArray();
  }

  @Test
  void theResourceMayStandBehindItsSpans() {
    ResourceSpans spans =
        resource(attributes(), span(1, 1, "a", 0, 1)).toBuilder().clearResource().build();
    ResourceSpans resource =
        resource(attributes("service.name", "cart")).toBuilder().clearScopeSpans().build();
    ByteString both = spans.toByteString().concat(resource.toByteString());

    assertThat(Decoding.of(decoder, field(1, both).toByteArray()).spans())
        .extracting(ReadSpan::service)
        .containsExactly("cart");
  }

  @Test
  void kindsThatOtlpDoesNotDefineAreUnspecified() {
    Span.Builder odd = span(1, 1, "a", 0, 1).setKindValue(99);

    assertThat(
            Decoding.of(decoder, request(resource(attributes(), odd)).toByteArray())
                .spans()
                .get(0)
                .kind())
        .isEqualTo(io.tracemill.analysis.span.SpanKind.UNSPECIFIED);
  }
}
