package io.tracemill.connectors.formats;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.connectors.decoding.Decoding;
import io.tracemill.connectors.otlp.Requests;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class WrappedRecordsTest {
  private static final ExportTraceServiceRequest REQUEST =
      Requests.request(
          Requests.resource(
              Requests.attributes("service.name", "cart"), Requests.span(1, 2, "GET /", 0, 9)));

  @ParameterizedTest
  @EnumSource
  void aRecordMayBeCompressedByGzip(Encoding encoding) throws IOException {
    assertReadAndDetected(encoding, zipped(record(encoding)));
  }

  @ParameterizedTest
  @EnumSource
  void aSchemasIdMayStandBeforeARecord(Encoding encoding) {
    byte[] schema = {0, 0, 0, 1, 7};
    boolean json = encoding.label().endsWith("json");
    byte[] first = json ? new byte[0] : new byte[1];
    assertReadAndDetected(encoding, concat(schema, first, record(encoding)));
    if (!json) {
      byte[] thirdMessage = {2, 4};
      assertReadAndDetected(encoding, concat(schema, thirdMessage, record(encoding)));
    }
  }

  @Test
  void thriftIsRefusedByName() {
    byte[] thrift = {0x0C, 0, 0, 0, 1, 0x0A, 0, 1};
    for (Encoding encoding : Encoding.values()) {
      assertThat(Decoding.of(encoding.decoder(Decoding.RULES), thrift).reason()).contains("Thrift");
    }
  }

  @Test
  void gzipThatIsCutIsMalformed() throws IOException {
    byte[] zipped = zipped(record(Encoding.OTLP_PROTO));
    byte[] cut = java.util.Arrays.copyOf(zipped, zipped.length / 2);
    assertThat(Decoding.of(Encoding.OTLP_PROTO.decoder(Decoding.RULES), cut).reason())
        .contains("gzip");
  }

  private static byte[] record(Encoding encoding) {
    return EncodedRequests.encode(encoding, REQUEST).get(0);
  }

  private static void assertReadAndDetected(Encoding encoding, byte[] wrapped) {
    assertThat(Decoding.of(encoding.decoder(Decoding.RULES), wrapped).spans())
        .isNotEmpty()
        .isEqualTo(Decoding.of(encoding.decoder(Decoding.RULES), record(encoding)).spans());
    EncodingDetector detector = new EncodingDetector();
    detector.add(wrapped);
    assertThat(detector.detection()).isEqualTo(new Detection.Found(encoding, 1));
  }

  private static byte[] zipped(byte[] bytes) throws IOException {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
      out.write(bytes);
    }
    return zipped.toByteArray();
  }

  private static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
