package io.tracemill.cli.demo;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
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
    ShopTraffic traffic = new ShopTraffic(40, START, new SplittableRandom(seed));
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

  /** In this traffic a later request reaches a host before the first one that calls it does. */
  @Test
  void aHostThatIsCalledLateInARequestExportsInTimeToo() {
    everySpanIsExportedOnceAfterItEndedAndWithinAboutASecond(11);
  }

  @Test
  void aTraceIsSpreadOverSeveralRecords() {
    ShopTraffic traffic = new ShopTraffic(1, START, new SplittableRandom(1));
    ShopExporter exporter = new ShopExporter();
    exporter.add(traffic.next());
    assertThat(exporter.drain()).hasSizeGreaterThan(1);
  }

  @Test
  void aBatchHoldsSpansOfOneHostAndNotTooMany() {
    ShopTraffic traffic = new ShopTraffic(40, START, new SplittableRandom(2));
    ShopExporter exporter = new ShopExporter();
    for (int i = 0; i < 2_000; i++) {
      exporter.add(traffic.next());
    }
    assertThat(exporter.drain())
        .allSatisfy(
            batch -> {
              assertThat(batch.spanCount()).isBetween(1, ShopExporter.MAX_BATCH);
              ResourceSpans resource = parse(batch).getResourceSpans(0);
              assertThat(resource.getScopeSpans(0).getSpansCount()).isEqualTo(batch.spanCount());
              assertThat(resource.getResource().getAttributesList())
                  .extracting(attribute -> attribute.getValue().getStringValue())
                  .contains(batch.host().service(), batch.host().name());
            });
  }

  @Test
  void theRequestSaysWhatTheHostWrote() {
    List<GeneratedSpan> request = new ShopTraffic(1, START, new SplittableRandom(3)).next();
    for (GeneratedSpan span : request) {
      ExportTraceServiceRequest encoded = OtlpExport.of(span.host(), List.of(span));
      Span decoded = encoded.getResourceSpans(0).getScopeSpans(0).getSpans(0);
      assertThat(decoded.getName()).isEqualTo(span.name());
      assertThat(decoded.getTraceId().size()).isEqualTo(16);
      assertThat(idOf(decoded.getSpanId())).isEqualTo(span.spanId());
      assertThat(decoded.getParentSpanId().isEmpty())
          .isEqualTo(span.parentId() == GeneratedSpan.NO_PARENT);
      assertThat(decoded.getKind().name()).endsWith(span.kind().name());
      assertThat(decoded.getStartTimeUnixNano()).isEqualTo(span.startNanos());
      assertThat(decoded.getEndTimeUnixNano()).isEqualTo(span.endNanos());
    }
  }

  private static List<Span> spansOf(List<ExportBatch> batches) {
    List<Span> spans = new ArrayList<>();
    for (ExportBatch batch : batches) {
      spans.addAll(parse(batch).getResourceSpans(0).getScopeSpans(0).getSpansList());
    }
    return spans;
  }

  private static ExportTraceServiceRequest parse(ExportBatch batch) {
    try {
      return ExportTraceServiceRequest.parseFrom(batch.request());
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long idOf(ByteString id) {
    return id.asReadOnlyByteBuffer().getLong();
  }
}
