package io.tracemill.connectors.jaeger;

import static io.tracemill.connectors.otlp.Requests.T0;
import static io.tracemill.connectors.otlp.Requests.attributes;
import static io.tracemill.connectors.otlp.Requests.request;
import static io.tracemill.connectors.otlp.Requests.resource;
import static io.tracemill.connectors.otlp.Requests.span;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.analysis.span.ReadSpan;
import io.tracemill.connectors.decoding.Decoding;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.otlp.JsonRequests;
import io.tracemill.connectors.otlp.RandomRequests;
import io.tracemill.connectors.otlp.ReferenceOtlp;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class JaegerDocumentWriterTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final RecordDecoder decoder = new JaegerTraceJsonDecoder(Decoding.RULES);

  @Property(tries = 500)
  void spansComeBackAsOtlpHasThemButForTheirNanoseconds(@ForAll long seed) throws Exception {
    ExportTraceServiceRequest request = RandomRequests.request(new Random(seed));
    List<ReadSpan> decoded = new ArrayList<>();
    List<ReadSpan> read = new ArrayList<>();
    for (JsonNode element : document(request).get("data")) {
      byte[] unit = JsonRequests.utf8(element.toString());
      assertThat(Decoding.of(decoder, unit).reason()).isEmpty();
      decoded.addAll(Decoding.of(decoder, unit).spans());
      read.addAll(ReferenceOtlp.decode(new JaegerTraceJsonReader().read(unit)).spans());
    }

    List<ReadSpan> expected = ReferenceOtlp.decode(AsJaegerCarries.of(request)).spans();
    assertThat(decoded).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(read).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void aTraceIsAnElementWithTheProcessesThatItsSpansName() throws IOException {
    JsonNode data =
        document(
                request(
                    resource(attributes("service.name", "cart"), span(1, 1, "a", 0, 9)),
                    resource(
                        attributes("service.name", "db", "host.name", "h"), span(1, 2, "b", 1, 2))))
            .get("data");

    assertThat(data).hasSize(1);
    assertThat(data.get(0))
        .isEqualTo(
            JSON.readTree(
                """
                {"traceID":"00000000000000000000000000000001",
                 "spans":[
                   {"traceID":"00000000000000000000000000000001","spanID":"0000000000000001",
                    "flags":0,"operationName":"a","references":[],"startTime":%d,"duration":9,
                    "tags":[],"logs":[],"processID":"p1"},
                   {"traceID":"00000000000000000000000000000001","spanID":"0000000000000002",
                    "flags":0,"operationName":"b","references":[],"startTime":%d,"duration":1,
                    "tags":[],"logs":[],"processID":"p2"}],
                 "processes":{
                   "p1":{"serviceName":"cart","tags":[]},
                   "p2":{"serviceName":"db",
                         "tags":[{"key":"host.name","type":"string","value":"h"}]}}}
                """
                    .formatted(T0 / 1000, T0 / 1000 + 1)));
  }

  @Test
  void theTraceThatEndsLastStandsFirst() throws IOException {
    JsonNode document =
        document(
            request(
                resource(
                    attributes(),
                    span(1, 1, "a", 0, 2),
                    span(2, 1, "b", 0, 9),
                    span(3, 1, "c", 0, 5))));

    assertThat(document.get("data"))
        .extracting(element -> element.get("traceID").asText().charAt(31))
        .containsExactly('2', '3', '1');
  }

  @Test
  void nothingWrittenIsADocumentWithoutTraces() throws IOException {
    assertThat(document()).isEqualTo(JSON.readTree("{\"data\":[]}"));
  }

  private static JsonNode document(ExportTraceServiceRequest... requests) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JaegerDocumentWriter writer = new JaegerDocumentWriter(bytes)) {
      for (ExportTraceServiceRequest request : requests) {
        writer.write(request);
      }
    }
    return JSON.readTree(bytes.toString(UTF_8));
  }
}
