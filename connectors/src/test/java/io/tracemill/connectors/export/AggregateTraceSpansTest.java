package io.tracemill.connectors.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.ReadSpan;
import io.tracemill.analysis.view.tprof.AggregateTrace;
import io.tracemill.analysis.view.tprof.Finding;
import io.tracemill.analysis.view.tprof.FindingSamples;
import io.tracemill.connectors.decoding.Decoding;
import io.tracemill.connectors.files.FileUnit;
import io.tracemill.connectors.files.FileUnits;
import io.tracemill.connectors.jaeger.JaegerDocumentWriter;
import io.tracemill.connectors.otlp.AttributeTexts;
import io.tracemill.connectors.otlp.OtlpEncoder;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class AggregateTraceSpansTest {
  private static final long START_MILLIS = 1_700_000_000_000L;
  private static final long START_NANOS = START_MILLIS * 1_000_000;

  /** A microsecond may be missing at either end. */
  private static final long MICROS = 2_000;

  private static ExportTraceServiceRequest spans(Finding finding) {
    return AggregateTraceSpans.of(finding, START_MILLIS);
  }

  private static Span named(String name, Finding finding) {
    return spans(finding).getResourceSpansList().stream()
        .flatMap(resource -> resource.getScopeSpans(0).getSpansList().stream())
        .filter(span -> span.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Map<String, String> texts(Span span) {
    return AttributeTexts.texts(span.getAttributesList());
  }

  @Test
  void theSlowPartIsASpanOfItsOwnBetweenTheEventsThatBoundIt() {
    Finding finding = FindingSamples.subSpan(2);
    Span problem = named(AggregateTraceSpans.PROBLEM, finding);

    assertThat(problem.getParentSpanId()).isEqualTo(named("POST /cart", finding).getSpanId());
    assertThat(problem.getStartTimeUnixNano()).isEqualTo(START_NANOS + 40_001_000);
    assertThat(problem.getEndTimeUnixNano()).isEqualTo(START_NANOS + 60_000_500);
    assertThat(texts(problem))
        .containsEntry("subspan.after", "end of db SELECT")
        .containsEntry("subspan.before", "begin of cart GET /items")
        .containsEntry("critical.path", "true")
        .containsEntry("critical.nanos", "20000500");
    assertThat(Double.parseDouble(texts(problem).getOrDefault("subspan.share", "")))
        .isBetween(0.19, 0.21);
  }

  @Test
  void spansSayWhenTheyAreOnTheCriticalPath() {
    Span whole = named("POST /cart", FindingSamples.subSpan(2));
    Span aside = named("log", FindingSamples.subSpan(2));

    assertThat(texts(whole))
        .containsEntry("critical.path", "true")
        .containsEntry("critical.sections", "0-10000000, 40000000-60000500, 80000500-100000000")
        .containsEntry("critical.nanos", "50000000");
    assertThat(whole.getEventsList()).hasSize(6);
    assertThat(texts(aside)).containsEntry("critical.path", "false");
    assertThat(aside.getEventsList()).isEmpty();
  }

  @Test
  void idsDependOnTheGroupThePartAndTheWindowAlone() {
    assertThat(spans(FindingSamples.subSpan(2))).isEqualTo(spans(FindingSamples.subSpan(2)));
    assertThat(trace(spans(FindingSamples.subSpan(2))))
        .isNotEqualTo(trace(spans(FindingSamples.subSpan(1))))
        .isNotEqualTo(trace(AggregateTraceSpans.of(FindingSamples.subSpan(2), 60_000)));
  }

  private static Object trace(ExportTraceServiceRequest request) {
    return request.getResourceSpans(0).getScopeSpans(0).getSpans(0).getTraceId();
  }

  @Test
  void ourReaderFindsTheSameTree() throws Exception {
    for (int number = 0; number <= FindingSamples.CALLS; number++) {
      Finding finding = FindingSamples.subSpan(number);
      List<ReadSpan> read = read(finding);
      AggregateTrace trace = finding.part().orElseThrow().aggregate().orElseThrow();

      assertThat(read).hasSize(trace.spans().size() + 1);
      Map<Long, ReadSpan> byId =
          read.stream().collect(Collectors.toMap(ReadSpan::spanId, span -> span));
      for (int position = 0; position < trace.spans().size(); position++) {
        AggregateTrace.Span expected = trace.spans().get(position);
        ReadSpan span = Optional.ofNullable(byId.get(position + 1L)).orElseThrow();
        assertThat(span.parentId()).isEqualTo(position == 0 ? 0 : expected.parent() + 1L);
        assertThat(span.service()).isEqualTo(expected.frame().service());
        assertThat(span.operation()).isEqualToIgnoringCase(expected.frame().operation());
        assertThat(span.async()).isFalse();
        assertThat(span.startNanos() - START_NANOS)
            .isBetween(expected.startNanos() - MICROS, expected.startNanos());
        assertThat(span.durationNanos())
            .isBetween(expected.durationNanos() - MICROS, expected.durationNanos() + MICROS);
      }
      for (ReadSpan span : read) {
        ReadSpan parent = byId.getOrDefault(span.parentId(), span);
        assertThat(span.startNanos()).isGreaterThanOrEqualTo(parent.startNanos());
        assertThat(span.startNanos() + span.durationNanos())
            .isLessThanOrEqualTo(parent.startNanos() + parent.durationNanos());
      }
    }
  }

  private static List<ReadSpan> read(Finding finding) throws Exception {
    Path file = Files.createTempFile("aggregate", ".otlp.json");
    List<ReadSpan> spans = new ArrayList<>();
    try {
      Files.write(file, OtlpEncoder.json().encode(spans(finding), Integer.MAX_VALUE).get(0));
      try (FileUnits units = FileUnits.open(file, Optional.empty(), Duration.ofHours(1))) {
        for (Optional<FileUnit> unit = units.next(); unit.isPresent(); unit = units.next()) {
          spans.addAll(
              Decoding.of(unit.get().format().decoder(Decoding.RULES), unit.get().bytes()).spans());
        }
      }
    } finally {
      Files.delete(file);
    }
    return spans;
  }

  @Property(tries = 200)
  void namesMayContainAnyCharacter(
      @ForAll("names") String service, @ForAll("names") String operation) throws Exception {
    assertThat(read(FindingSamples.subSpan(1, Frame.of(service, operation)))).hasSize(6);
  }

  @Provide
  Arbitrary<String> names() {
    return Arbitraries.strings()
        .withChars('a', '"', '\\', '\0', '\n', '\u007f', '\u00e9', '\u2028', '\uffff')
        .withChars('\ud83d', '\ude00')
        .ofMaxLength(12);
  }

  private static JsonNode jaeger(Finding finding) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JaegerDocumentWriter document = new JaegerDocumentWriter(bytes)) {
      document.write(spans(finding));
    }
    return new ObjectMapper().readTree(bytes.toByteArray());
  }

  /** Jaeger draws our path, except for its last microseconds. */
  @Test
  void jaegersUserInterfaceComputesTheSameCriticalPath() throws Exception {
    for (int number = 0; number <= FindingSamples.CALLS; number++) {
      Finding finding = FindingSamples.subSpan(number);
      AggregateTrace trace = finding.part().orElseThrow().aggregate().orElseThrow();
      Map<Integer, Long> expected = new TreeMap<>();
      trace
          .criticalPath()
          .forEach(
              section ->
                  expected.merge(
                      section.span(), section.toNanos() - section.fromNanos(), Long::sum));
      Map<Integer, Long> drawn = new TreeMap<>();
      JaegerCriticalPath.of(jaeger(finding).path("data").get(0))
          .forEach(
              (spanId, micros) -> {
                int position = (int) (spanId - 1);
                drawn.merge(
                    position == trace.spans().size()
                        ? finding.part().orElseThrow().position()
                        : position,
                    1_000 * micros,
                    Long::sum);
              });

      assertThat(drawn.keySet()).as("part %d", number).isEqualTo(expected.keySet());
      drawn.forEach(
          (position, nanos) ->
              assertThat(Math.abs(nanos - expected.getOrDefault(position, 0L)))
                  .isLessThan(5 * MICROS));
    }
  }
}
