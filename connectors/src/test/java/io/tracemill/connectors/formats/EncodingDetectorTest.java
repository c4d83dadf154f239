package io.tracemill.connectors.formats;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
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
    Random random = new Random(seed);
    ExportTraceServiceRequest request = withRandomIds(RandomRequests.request(random), random);
    int spans = spans(request);
    List<byte[]> records = EncodedRequests.encode(encoding, request);
    assertThat(detect(records))
        .isEqualTo(
            spans == 0
                ? new Detection.NoRecords()
                : new Detection.Found(encoding, holdsOneSpan(encoding) ? spans : 1));
  }

  private static boolean holdsOneSpan(Encoding encoding) {
    return encoding == Encoding.JAEGER_PROTO || encoding == Encoding.JAEGER_JSON;
  }

  private static int spans(ExportTraceServiceRequest request) {
    return request.getResourceSpansList().stream()
        .flatMap(resource -> resource.getScopeSpansList().stream())
        .mapToInt(ScopeSpans::getSpansCount)
        .sum();
  }

  /** Ids as tracers make them: any bytes may be in them, also such as other formats begin with. */
  private static ExportTraceServiceRequest withRandomIds(
      ExportTraceServiceRequest request, Random random) {
    ExportTraceServiceRequest.Builder valid = request.toBuilder();
    for (ResourceSpans.Builder resource : valid.getResourceSpansBuilderList()) {
      for (ScopeSpans.Builder scope : resource.getScopeSpansBuilderList()) {
        for (Span.Builder span : scope.getSpansBuilderList()) {
          span.setTraceId(id(random, 16)).setSpanId(id(random, 8)).clearParentSpanId();
          span.setEndTimeUnixNano(Math.max(span.getStartTimeUnixNano(), span.getEndTimeUnixNano()));
          if (random.nextBoolean()) {
            span.setParentSpanId(id(random, 8));
          }
        }
      }
    }
    // Of nothing but unknown fields, a request could be anything.
    return valid.getResourceSpansCount() == 0
        ? ExportTraceServiceRequest.getDefaultInstance()
        : valid.build();
  }

  private static ByteString id(Random random, int length) {
    byte[] id = new byte[length];
    random.nextBytes(id);
    return ByteString.copyFrom(id);
  }

  /** As OTLP, these ids are the fields of a resource that has no spans. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "d5d9bef76808f3b572e5900112b81927",
        "c8a7a5140ef9a1405980fb89e265dcfe",
        "f0321ab97178554f6397292e6978955b"
      })
  void aJaegerSpanWhoseTraceIdIsProtobufIsNoRequestWithoutSpans(String traceId) {
    Span.Builder span = Requests.span(1, 2, "GET /", 0, 9).setTraceId(ByteString.fromHex(traceId));
    ExportTraceServiceRequest request =
        Requests.request(Requests.resource(Requests.attributes("service.name", "cart"), span));
    assertThat(detect(EncodedRequests.encode(Encoding.JAEGER_PROTO, request)))
        .isEqualTo(new Detection.Found(Encoding.JAEGER_PROTO, 1));
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

  @Test
  void aDetectorThatWasClearedIsAsNew() {
    EncodingDetector detector = new EncodingDetector();
    detector.add(PROTO);
    detector.add(GARBAGE);
    detector.clear();
    assertThat(detector.detection()).isEqualTo(new Detection.NoRecords());
    detector.add(JSON);
    assertThat(detector.detection()).isEqualTo(detect(JSON));
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

  @ParameterizedTest
  @EnumSource(Encoding.class)
  void oneRecordOfInvalidIdsAmongManySaysNothing(Encoding encoding) {
    byte[] invalid = invalid(encoding);
    List<byte[]> records =
        Stream.concat(
                Stream.generate(() -> EncodedRequests.encode(encoding, REQUEST).get(0)).limit(99),
                Stream.of(invalid))
            .toList();
    assertThat(detect(records)).isEqualTo(new Detection.Found(encoding, 99));
    assertThat(detect(invalid)).isEqualTo(new Detection.NoRecords());
  }

  @ParameterizedTest
  @EnumSource(Encoding.class)
  void spansOfInvalidIdsCanBeCountedInTheirEncoding(Encoding encoding) {
    assertThat(new EncodingDetector().readable(invalid(encoding))).contains(encoding);
  }

  @Test
  void whereThereAreNoSpansNoneCanBeCounted() {
    assertThat(new EncodingDetector().readable(new byte[0])).isEmpty();
    assertThat(new EncodingDetector().readable("{}".getBytes(UTF_8))).isEmpty();
  }

  /** A record whose trace id is zero; the encoders leave such spans out. */
  private static byte[] invalid(Encoding encoding) {
    ExportTraceServiceRequest request =
        Requests.request(
            Requests.resource(
                Requests.attributes("service.name", "cart"), Requests.span(1, 2, "GET /", 0, 9)));
    return new String(EncodedRequests.encode(encoding, request).get(0), ISO_8859_1)
        .replace("\0".repeat(7) + "\1", "\0".repeat(8))
        .replace("0".repeat(15) + "1", "0".repeat(16))
        .replace("AAAAAQ==", "AAAAAA==")
        .getBytes(ISO_8859_1);
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
