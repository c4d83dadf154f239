package io.tracemill.connectors.files;

import static io.tracemill.connectors.otlp.JsonRequests.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.connectors.otlp.JsonRequests;
import io.tracemill.connectors.otlp.RandomRequests;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SpanEndsTest {
  private final SpanEnds ends = new SpanEnds();

  @Property(tries = 200)
  void theLatestEndIsFound(@ForAll long seed) {
    ExportTraceServiceRequest request = RandomRequests.request(new Random(seed));
    long latest =
        request.getResourceSpansList().stream()
            .flatMap(resource -> resource.getScopeSpansList().stream())
            .flatMap(scope -> scope.getSpansList().stream())
            .mapToLong(span -> span.getEndTimeUnixNano())
            .max()
            .orElse(-1);
    byte[] json = utf8(JsonRequests.otlp(request));

    assertThat(ends.in(request.toByteArray(), FileFormat.OTLP_PROTO).orElse(-1)).isEqualTo(latest);
    assertThat(ends.in(json, FileFormat.OTLP_JSON).orElse(-1)).isEqualTo(latest);
  }

  @Test
  void anEndThatIsNoNumberIsNone() {
    assertThat(latestOf("{\"endTimeUnixNano\" : \"17\",\"endTimeUnixNano\":\"x\"}")).isEqualTo(17);
    assertThat(latestOf("{\"key\":\"endTimeUnixNano\",\"x\":99}")).isEqualTo(-1);
    assertThat(latestOf("{\"endTimeUnixNano\":99999999999999999999}")).isEqualTo(-1);
    assertThat(latestOf("{\"endTimeUnixNano\":18446744073709551615}")).isEqualTo(-1);
    assertThat(latestOf("\"endTimeUnixNano\"")).isEqualTo(-1);
    assertThat(latestOf("\"endTimeUnixNano\":")).isEqualTo(-1);
  }

  private static long latestOf(String json) {
    return new SpanEnds().in(utf8(json), FileFormat.OTLP_JSON).orElse(-1);
  }
}
