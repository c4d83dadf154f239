package io.tracemill.connectors.otlp;

import static io.tracemill.connectors.otlp.Requests.attributes;
import static io.tracemill.connectors.otlp.Requests.request;
import static io.tracemill.connectors.otlp.Requests.resource;
import static io.tracemill.connectors.otlp.Requests.span;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.FragmentCursor;
import io.tracemill.connectors.decoding.Decoding;
import io.tracemill.connectors.formats.Encoding;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SamplingThresholdTest {
  private static final long HALF = 1L << 55;

  @Test
  void theFirstThresholdOfATraceInARecordIsKept() {
    Span.Builder root = span(1, 1, "a", 0, 100);
    Span.Builder sampled = span(1, 2, "b", 10, 20).setTraceState("ot=th:8");
    Span.Builder again = span(1, 3, "c", 20, 30).setTraceState("ot=th:8");
    ExportTraceServiceRequest request =
        request(resource(attributes("service.name", "s"), root, sampled, again));

    assertThat(thresholds(Encoding.OTLP_PROTO, request.toByteArray()))
        .containsExactly(0L, HALF, 0L);
    String json =
        JsonRequests.otlp(request)
            .replace("\"name\":\"b\"", "\"name\":\"b\",\"traceState\":\"ot=th:8\"");
    assertThat(thresholds(Encoding.OTLP_JSON, json.getBytes(UTF_8))).containsExactly(0L, HALF, 0L);
  }

  private static List<Long> thresholds(Encoding encoding, byte[] record) {
    FragmentBuilder builder = new FragmentBuilder(Decoding.RULES);
    builder.begin(0);
    encoding.decoder(Decoding.RULES).decode(record, builder);
    List<Long> thresholds = new ArrayList<>();
    builder.finish(
        0,
        0,
        fragment -> {
          FragmentCursor cursor = new FragmentCursor();
          cursor.reset(fragment.bytes());
          for (FragmentCursor.Entry entry = cursor.next();
              entry != FragmentCursor.Entry.END;
              entry = cursor.next()) {
            if (entry == FragmentCursor.Entry.SPAN) {
              thresholds.add(cursor.samplingThreshold());
            }
          }
        });
    return thresholds;
  }
}
