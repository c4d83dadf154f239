package io.tracemill.connectors.files;

import static io.tracemill.connectors.otlp.JsonRequests.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.analysis.span.ReadSpan;
import io.tracemill.connectors.decoding.Decoding;
import io.tracemill.connectors.encoding.RecordEncoder;
import io.tracemill.connectors.files.UnitReader.RawUnit;
import io.tracemill.connectors.otlp.JsonRequests;
import io.tracemill.connectors.otlp.OtlpEncoder;
import io.tracemill.connectors.otlp.RandomRequests;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class WholeRequestTest {
  @Property(tries = 200)
  void theUnitsAreItsTracesInOrderOfTheirEnds(@ForAll long seed) throws Exception {
    ExportTraceServiceRequest request = RandomRequests.request(new Random(seed));
    assertSplit(FileFormat.OTLP_PROTO, OtlpEncoder.proto(), request.toByteArray());
    assertSplit(FileFormat.OTLP_JSON, OtlpEncoder.json(), utf8(JsonRequests.otlp(request)));
  }

  private static void assertSplit(FileFormat format, RecordEncoder encoder, byte[] request)
      throws Exception {
    WholeRequest units =
        new WholeRequest(new ByteArrayInputStream(request), format.wholeReader(), encoder);
    List<ReadSpan> spans = new ArrayList<>();
    List<Long> ends = new ArrayList<>();
    for (Optional<RawUnit> unit = units.next(); unit.isPresent(); unit = units.next()) {
      Decoding decoding = decode(format, unit.get().bytes());
      assertThat(decoding.fragments()).hasSizeLessThanOrEqualTo(1);
      spans.addAll(decoding.spans());
      ends.add(unit.get().latestEndNanos().orElse(-1));
    }

    assertThat(spans).containsExactlyInAnyOrderElementsOf(decode(format, request).spans());
    assertThat(ends).isSorted();
  }

  private static Decoding decode(FileFormat format, byte[] bytes) {
    Decoding decoding = Decoding.of(format.decoder(Decoding.RULES), bytes);
    assertThat(decoding.reason()).isEmpty();
    return decoding;
  }
}
