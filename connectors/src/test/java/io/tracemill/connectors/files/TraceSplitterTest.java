package io.tracemill.connectors.files;

import static io.tracemill.connectors.otlp.JsonRequests.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.analysis.span.ReadSpan;
import io.tracemill.connectors.decoding.Decoding;
import io.tracemill.connectors.files.UnitReader.RawUnit;
import io.tracemill.connectors.otlp.JsonRequests;
import io.tracemill.connectors.otlp.PaddedIds;
import io.tracemill.connectors.otlp.RandomRequests;
import io.tracemill.connectors.otlp.ReferenceOtlp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class TraceSplitterTest {
  private final TraceSplitter splitter = new TraceSplitter();

  @Property(tries = 200)
  void theUnitsAreItsTraces(@ForAll long seed) throws Exception {
    ExportTraceServiceRequest request = withUniqueKeys(RandomRequests.request(new Random(seed)));
    byte[] json = utf8(JsonRequests.otlp(request));
    List<ReadSpan> expected = decode(FileFormat.OTLP_PROTO, request.toByteArray()).spans();

    assertThat(spans(splitter.ofProto(request.toByteArray())))
        .containsExactlyInAnyOrderElementsOf(expected);
    assertThat(spans(splitter.ofJson(json)))
        .containsExactlyInAnyOrderElementsOf(ReferenceOtlp.decode(PaddedIds.of(request)).spans());
  }

  /** OTLP demands unique keys; of the same ones, cutting may keep another value than decoding. */
  private static ExportTraceServiceRequest withUniqueKeys(ExportTraceServiceRequest request) {
    ExportTraceServiceRequest.Builder unique = request.toBuilder();
    for (ResourceSpans.Builder resource : unique.getResourceSpansBuilderList()) {
      List<KeyValue> ofResource = lastOfEachKey(resource.getResource().getAttributesList());
      resource.getResourceBuilder().clearAttributes().addAllAttributes(ofResource);
      for (ScopeSpans.Builder scope : resource.getScopeSpansBuilderList()) {
        for (Span.Builder span : scope.getSpansBuilderList()) {
          List<KeyValue> ofSpan = lastOfEachKey(span.getAttributesList());
          span.clearAttributes().addAllAttributes(ofSpan);
        }
      }
    }
    return unique.build();
  }

  private static List<KeyValue> lastOfEachKey(List<KeyValue> attributes) {
    Map<String, KeyValue> last = new LinkedHashMap<>();
    attributes.forEach(attribute -> last.put(attribute.getKey(), attribute));
    return List.copyOf(last.values());
  }

  private static List<ReadSpan> spans(List<RawUnit> units) {
    List<ReadSpan> spans = new ArrayList<>();
    for (RawUnit unit : units) {
      Decoding decoding = decode(unit.format(), unit.bytes());
      assertThat(decoding.fragments()).hasSizeLessThanOrEqualTo(1);
      spans.addAll(decoding.spans());
    }
    return spans;
  }

  @Test
  void aDocumentThatCannotBeReadWhollyStaysWhole() {
    for (String document :
        List.of(
            "{\"resourceSpans\":[17]}",
            "{\"resourceMetrics\":[{}]}",
            "{\"spans\":[{\"traceId\":\"1\",\"spanId\":\"2\"}],\"other\":[{}]}")) {
      assertThat(splitter.ofJson(utf8(document)))
          .extracting(unit -> new String(unit.bytes(), java.nio.charset.StandardCharsets.UTF_8))
          .containsExactly(document);
    }
  }

  private static Decoding decode(FileFormat format, byte[] bytes) {
    Decoding decoding = Decoding.of(format.decoder(Decoding.RULES), bytes);
    assertThat(decoding.reason()).isEmpty();
    return decoding;
  }
}
