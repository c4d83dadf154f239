package io.tracemill.connectors.formats;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.connectors.otlp.RandomRequests;
import io.tracemill.connectors.otlp.Requests;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EncodingDetectorTest {
  private static final ExportTraceServiceRequest REQUEST =
      Requests.request(
          Requests.resource(
              Requests.attributes("service.name", "cart"), Requests.span(1, 2, "GET /", 0, 9)));
  private static final byte[] PROTO = REQUEST.toByteArray();
  private static final byte[] JSON = EncodedRequests.encode(Encoding.OTLP_JSON, REQUEST).get(0);
  private static final byte[] GARBAGE = "not a span at all".getBytes(UTF_8);

  private static Detection detect(byte[]... records) {
    return detect(List.of(records));
  }

  private static Detection detect(List<byte[]> records) {
    EncodingDetector detector = new EncodingDetector();
    records.forEach(detector::add);
    return detector.detection();
  }

  @Property
  void recordsOfAnEncodingFitItAndNoOther(@ForAll long seed, @ForAll Encoding encoding) {
    List<byte[]> records =
        EncodedRequests.encode(encoding, withValidIds(RandomRequests.request(new Random(seed))));
    EncodingDetector detector = new EncodingDetector();
    long telling = records.stream().filter(record -> !detector.saysNothing(record)).count();
    assertThat(detect(records))
        .isEqualTo(
            telling == 0
                ? new Detection.NoRecords()
                : new Detection.Found(encoding, (int) telling));
  }

  private static ExportTraceServiceRequest withValidIds(ExportTraceServiceRequest request) {
    ExportTraceServiceRequest.Builder valid = request.toBuilder();
    for (ResourceSpans.Builder resource : valid.getResourceSpansBuilderList()) {
      for (ScopeSpans.Builder scope : resource.getScopeSpansBuilderList()) {
        List<Span> spans =
            scope.getSpansList().stream().filter(EncodingDetectorTest::hasValidIds).toList();
        scope.clearSpans().addAllSpans(spans);
      }
    }
    boolean spanless =
        valid.getResourceSpansList().stream()
            .allMatch(
                resource ->
                    resource.getScopeSpansList().stream()
                        .allMatch(scope -> scope.getSpansList().isEmpty()));
    return spanless ? ExportTraceServiceRequest.getDefaultInstance() : valid.build();
  }

  private static boolean hasValidIds(Span span) {
    return isId(span.getTraceId(), 16)
        && isId(span.getSpanId(), 8)
        && (span.getParentSpanId().isEmpty() || span.getParentSpanId().size() == 8);
  }

  private static boolean isId(ByteString id, int length) {
    return id.size() == length && !id.equals(ByteString.copyFrom(new byte[length]));
  }

  @Property
  void bytesWithoutMeaningFitNoEncoding(@ForAll byte[] record) {
    assertThat(detect(record)).isNotInstanceOf(Detection.Found.class);
  }

  @Property
  void aRecordThatIsCutOffFitsNoEncodingUnlessWhatIsLeftIsWhole(@ForAll long seed) {
    int length = new Random(seed).nextInt(JSON.length);
    assertThat(detect(Arrays.copyOf(JSON, length))).isNotInstanceOf(Detection.Found.class);
  }

  @Test
  void oneRecordIsEnough() {
    assertThat(detect(PROTO)).isEqualTo(new Detection.Found(Encoding.OTLP_PROTO, 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\n", "{}", "[]", "{ }\n", "[\n]", "{\"resourceSpans\":[]}"})
  void aRecordWithoutSpansSaysNothing(String record) {
    assertThat(detect(record.getBytes(UTF_8))).isEqualTo(new Detection.NoRecords());
    assertThat(detect(record.getBytes(UTF_8), JSON))
        .isEqualTo(new Detection.Found(Encoding.OTLP_JSON, 1));
  }

  @Test
  void aRequestOfAResourceWithoutSpansSaysNothing() {
    byte[] spanless =
        Requests.request(
                ResourceSpans.newBuilder()
                    .setResource(Requests.attributes("service.name", "cart"))
                    .build())
            .toByteArray();
    assertThat(detect(spanless, PROTO)).isEqualTo(new Detection.Found(Encoding.OTLP_PROTO, 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"level\": \"info\", \"message\": \"hello\"}", "[1]", "{}{}", "null"})
  void jsonThatIsNotOfTracesIsAMisfit(String record) {
    assertThat(detect(record.getBytes(UTF_8)))
        .isInstanceOfSatisfying(
            Detection.NotOne.class, notOne -> assertThat(notOne.misfits()).isEqualTo(1));
  }

  @Test
  void aSpanWithoutItsIdsIsAMisfit() {
    Span nameless = Span.newBuilder().setName("GET /").setEndTimeUnixNano(Requests.T0).build();
    byte[] record =
        Requests.request(
                ResourceSpans.newBuilder()
                    .addScopeSpans(ScopeSpans.newBuilder().addSpans(nameless))
                    .build())
            .toByteArray();
    assertThat(detect(record))
        .isInstanceOfSatisfying(
            Detection.NotOne.class,
            notOne ->
                assertThat(notOne.fits())
                    .contains(new Detection.Fit(Encoding.OTLP_PROTO, 0, "no span with valid ids")));
  }

  @ParameterizedTest
  @EnumSource(Encoding.class)
  void oneMisfitAmongManyIsSaidSo(Encoding encoding) {
    List<byte[]> records =
        Stream.concat(
                Stream.generate(() -> EncodedRequests.encode(encoding, REQUEST).get(0)).limit(97),
                Stream.generate(() -> GARBAGE).limit(3))
            .toList();
    assertThat(detect(records))
        .isInstanceOfSatisfying(
            Detection.NotOne.class,
            notOne ->
                assertThat(notOne.explain())
                    .isEqualTo(
                        "97 of 100 records are %s, 3 fit no encoding".formatted(encoding.label())));
  }

  @Test
  void twoEncodingsInOneTopicAreNotOne() {
    assertThat(detect(PROTO, JSON, PROTO, GARBAGE))
        .isInstanceOfSatisfying(
            Detection.NotOne.class,
            notOne -> {
              assertThat(notOne.explain())
                  .isEqualTo("2 of 4 records are otlp_proto, 1 is otlp_json, 1 fits no encoding");
              assertThat(notOne.fits())
                  .first()
                  .satisfies(fit -> assertThat(fit.firstMisfit()).isNotBlank());
            });
  }
}
