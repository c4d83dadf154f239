package io.tracemill.connectors.zipkin;

import static io.tracemill.connectors.otlp.JsonRequests.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.analysis.span.ReadSpan;
import io.tracemill.connectors.decoding.Decoding;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.otlp.OtlpProtoDecoder;
import io.tracemill.connectors.otlp.RandomRequests;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ZipkinReaderTest {
  private static final String IDS = "\"traceId\":\"1\",\"id\":\"2\"";

  private final ZipkinReader reader = new ZipkinReader();

  @Property(tries = 300)
  void otlpOfWhatIsReadIsDecodedAlike(@ForAll long seed) throws Exception {
    for (byte[] list :
        ZipkinEncoder.json().encode(RandomRequests.request(new Random(seed)), 9999)) {
      assertReadAsDecoded(list);
    }
  }

  @Test
  void oddSpansAreReadAsTheyAreDecoded() throws Exception {
    for (String members :
        List.of(
            "\"timestamp\":5,\"duration\":7,\"localEndpoint\":{\"ipv4\":\"10.0.0.1\"}",
            "\"timestamp\":5,\"localEndpoint\":{\"serviceName\":\"s\",\"ipv6\":\"::1\"}",
            "\"timestamp\":5,\"tags\":{\"hostname\":\"h\",\"host.name\":\"\",\"version\":\"v\"}",
            "\"timestamp\":5,\"tags\":{\"span.kind\":\"consumer\",\"error\":\"false\"}",
            "\"timestamp\":5,\"kind\":\"SERVER\",\"shared\":true,\"parentId\":\"3\"",
            "\"timestamp\":5,\"parentId\":\"0002\"",
            "\"annotations\":[{\"timestamp\":9,\"value\":\"b\"},{\"timestamp\":5,\"value\":\"a\"}]",
            "\"name\":\"nothing tells the start\"")) {
      assertReadAsDecoded(utf8("[{" + IDS + "," + members + "}]"));
    }
  }

  private void assertReadAsDecoded(byte[] list) throws MalformedRecordException {
    byte[] otlp = reader.read(list).toByteArray();

    Decoding decoding = Decoding.of(new ZipkinJsonDecoder(Decoding.RULES), list);
    assertThat(Decoding.of(new OtlpProtoDecoder(Decoding.RULES), otlp).spans())
        .isEqualTo(decoding.spans());
    assertThat(Decoding.rejected(new OtlpProtoDecoder(Decoding.RULES), otlp))
        .isEqualTo(Decoding.rejected(new ZipkinJsonDecoder(Decoding.RULES), list));
  }

  @Property(tries = 300)
  void whatIsReadIsEncodedAsItWas(@ForAll long seed) throws Exception {
    for (byte[] list :
        ZipkinEncoder.json().encode(RandomRequests.request(new Random(seed)), 9999)) {
      List<byte[]> again = ZipkinEncoder.json().encode(reader.read(list), 99_999);

      assertThat(again).hasSize(1);
      assertThat(decoded(again.get(0))).isEqualTo(decoded(list));
    }
  }

  private static List<ReadSpan> decoded(byte[] list) {
    return Decoding.of(new ZipkinJsonDecoder(Decoding.RULES), list).spans();
  }

  @Test
  void theOtherSideOfACallIsAnAttribute() throws Exception {
    Span span =
        only("\"remoteEndpoint\":{\"serviceName\":\"db\",\"ipv4\":\"10.0.0.9\",\"port\":5432}")
            .getScopeSpans(0)
            .getSpans(0);

    assertThat(texts(span.getAttributesList()))
        .isEqualTo(
            Map.of(
                "peer.service",
                "db",
                "network.peer.address",
                "10.0.0.9",
                "network.peer.port",
                "5432"));
  }

  @Test
  void tagsOfTheHostBelongToTheResource() throws Exception {
    ResourceSpans spans =
        only(
            "\"localEndpoint\":{\"serviceName\":\"a\"},\"tags\":{\"k8s.pod.name\":\"p\",\"x\":\"y\"}");

    assertThat(texts(spans.getResource().getAttributesList()))
        .isEqualTo(Map.of("service.name", "a", "k8s.pod.name", "p"));
    assertThat(texts(spans.getScopeSpans(0).getSpans(0).getAttributesList()))
        .isEqualTo(Map.of("x", "y"));
  }

  @Test
  void neighboursFromOneResourceShareIt() throws Exception {
    String a = "{" + IDS + ",\"localEndpoint\":{\"serviceName\":\"a\"}}";
    String b = "{" + IDS + ",\"localEndpoint\":{\"serviceName\":\"b\"}}";
    ExportTraceServiceRequest request = reader.read(utf8("[" + String.join(",", a, a, b, a) + "]"));

    assertThat(request.getResourceSpansList())
        .extracting(spans -> spans.getScopeSpans(0).getSpansCount())
        .containsExactly(2, 1, 1);
  }

  @Test
  void whatIsNoListOfSpansIsMalformed() {
    for (String unit : List.of("{}", "[1]", "[{}]", "[{" + IDS + "}")) {
      assertThatThrownBy(() -> reader.read(utf8(unit)))
          .isInstanceOf(MalformedRecordException.class);
    }
  }

  private ResourceSpans only(String members) throws MalformedRecordException {
    ExportTraceServiceRequest request = reader.read(utf8("[{" + IDS + "," + members + "}]"));
    assertThat(request.getResourceSpansCount()).isEqualTo(1);
    return request.getResourceSpans(0);
  }

  private static Map<String, String> texts(List<KeyValue> attributes) {
    Map<String, String> texts = new TreeMap<>();
    attributes.forEach(
        attribute -> texts.put(attribute.getKey(), attribute.getValue().getStringValue()));
    return texts;
  }
}
