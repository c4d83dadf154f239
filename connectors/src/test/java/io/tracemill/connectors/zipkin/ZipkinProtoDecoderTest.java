package io.tracemill.connectors.zipkin;

import static io.tracemill.connectors.otlp.Requests.attributes;
import static io.tracemill.connectors.otlp.Requests.request;
import static io.tracemill.connectors.otlp.Requests.resource;
import static io.tracemill.connectors.otlp.Requests.span;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.connectors.decoding.Decoding;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.encoding.RecordEncoder;
import io.tracemill.connectors.formats.Encoding;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import zipkin2.Span;
import zipkin2.codec.BytesDecoder;
import zipkin2.codec.BytesEncoder;
import zipkin2.codec.SpanBytesDecoder;
import zipkin2.codec.SpanBytesEncoder;

class ZipkinProtoDecoderTest extends ZipkinDecoderContract {
  @Override
  protected RecordDecoder newDecoder() {
    return Encoding.ZIPKIN_PROTO.decoder(Decoding.RULES);
  }

  @Override
  protected RecordEncoder encoder() {
    return ZipkinEncoder.proto();
  }

  @Override
  protected BytesEncoder<Span> zipkins() {
    return SpanBytesEncoder.PROTO3;
  }

  @Override
  protected BytesDecoder<Span> zipkinsDecoder() {
    return SpanBytesDecoder.PROTO3;
  }

  @Override
  protected byte[] emptyList() {
    return new byte[0];
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "no ids,                      0a 00",
    "a number for a span,         08 01",
    "a trace id of 7 bytes,       0a 09 0a 07 01020304050607",
    "an id of 9 bytes,            0a 0b 1a 09 010203040506070809",
    "a parent id of 4 bytes,      0a 0e 1a 08 0102030405060708 12 04 01020304",
    "a timestamp as varint,       0a 0c 1a 08 0102030405060708 30 01",
    "a duration of fixed size,    0a 13 1a 08 0102030405060708 39 0102030405060708",
    "an address of 5 bytes,       0a 11 1a 08 0102030405060708 42 07 12 05 0102030405",
    "a span that is cut,          0a 0b 1a 08 010203",
    "a tag that is cut,           0a 0d 1a 08 0102030405060708 5a 07 0a",
    "no protobuf,                 ff ff ff ff ff ff ff ff ff ff ff",
  })
  void whatIsNoListOfSpansIsMalformed(String what, String hex) {
    byte[] record = HexFormat.of().parseHex(hex.replace(" ", ""));

    assertThat(Decoding.of(newDecoder(), record).reason()).as(what).isNotEmpty();
  }

  @Test
  void fieldsOfLaterVersionsAreSkipped() {
    byte[] record =
        HexFormat.of()
            .parseHex("0a 0f 0a 08 0102030405060708 7a 03 010203 12 01 00".replace(" ", ""));

    assertThat(Decoding.of(newDecoder(), record).decoded()).isTrue();
  }

  @Test
  void requestsOfOtlpAreMalformed() {
    assertThat(
            Decoding.of(
                    newDecoder(),
                    request(resource(attributes(), span(1, 1, "a", 0, 1))).toByteArray())
                .reason())
        .isNotEmpty();
    assertThat(
            Decoding.of(
                    newDecoder(),
                    request(resource(attributes("service.name", "a"), span(1, 1, "a", 0, 1)))
                        .toByteArray())
                .reason())
        .isNotEmpty();
  }
}
