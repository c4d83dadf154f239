package io.tracemill.cli.demo;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

final class ShopExporterTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final long START_NANOS = ShopTraffic.nanosOf(START);
  private static final long TICK_NANOS = 20_000_000;

  @Property(tries = 20)
  void everySpanIsExportedOnceAfterItEndedAndWithinAboutASecond(@ForAll long seed) {
    ShopTraffic traffic = new ShopTraffic(List.of(), 40, START, new SplittableRandom(seed));
    ShopExporter exporter = new ShopExporter();
    Map<Long, GeneratedSpan> generated = new HashMap<>();
    Set<Long> exported = new HashSet<>();
    for (long now = START_NANOS; now < START_NANOS + 5_000_000_000L; now += TICK_NANOS) {
      while (traffic.nextStartNanos() <= now) {
        List<GeneratedSpan> request = traffic.next();
        request.forEach(span -> generated.put(span.spanId(), span));
        exporter.add(request);
      }
      for (Span span : spansOf(exporter.due(now))) {
        long id = idOf(span.getSpanId());
        assertThat(exported.add(id)).isTrue();
        assertThat(now - requireNonNull(generated.get(id)).trueEndNanos())
            .isBetween(0L, ShopExporter.INTERVAL_NANOS + TICK_NANOS);
      }
    }
    spansOf(exporter.drain()).forEach(span -> exported.add(idOf(span.getSpanId())));
    assertThat(exported).isEqualTo(generated.keySet());
    assertThat(exporter.drain()).isEmpty();
  }

  @Test
  void theRequestSaysWhatTheHostWrote() {
    List<GeneratedSpan> request =
        new ShopTraffic(List.of(), 1, START, new SplittableRandom(3)).next();
    for (GeneratedSpan span : request) {
      Span otlp = span.toOtlp();
      assertThat(otlp.getName()).isEqualTo(span.name());
      assertThat(otlp.getTraceId().size()).isEqualTo(16);
      assertThat(idOf(otlp.getSpanId())).isEqualTo(span.spanId());
      assertThat(otlp.getParentSpanId().isEmpty())
          .isEqualTo(span.parentId() == GeneratedSpan.NO_PARENT);
      assertThat(otlp.getKind()).isEqualTo(span.kind());
      assertThat(otlp.getStartTimeUnixNano()).isEqualTo(span.startNanos());
      assertThat(otlp.getEndTimeUnixNano()).isEqualTo(span.endNanos());
    }
  }

  private static List<Span> spansOf(List<ExportTraceServiceRequest> batches) {
    List<Span> spans = new ArrayList<>();
    for (ExportTraceServiceRequest batch : batches) {
      spans.addAll(batch.getResourceSpans(0).getScopeSpans(0).getSpansList());
    }
    return spans;
  }

  private static long idOf(ByteString id) {
    return id.asReadOnlyByteBuffer().getLong();
  }
}
