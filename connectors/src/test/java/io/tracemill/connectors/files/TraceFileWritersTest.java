package io.tracemill.connectors.files;

import static io.tracemill.connectors.otlp.Requests.attributes;
import static io.tracemill.connectors.otlp.Requests.request;
import static io.tracemill.connectors.otlp.Requests.resource;
import static io.tracemill.connectors.otlp.Requests.span;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.tracemill.analysis.span.ReadSpan;
import io.tracemill.connectors.decoding.Decoding;
import io.tracemill.connectors.encoding.RequestWriter;
import io.tracemill.connectors.formats.Encoding;
import io.tracemill.connectors.otlp.RandomRequests;
import io.tracemill.connectors.otlp.Requests;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceFileWritersTest {
  /** Those whose units are requests. */
  private static final List<Encoding> ENCODINGS = List.of(Encoding.OTLP_PROTO, Encoding.OTLP_JSON);

  @Property(tries = 50)
  void whatIsWrittenIsReadAgainUnitByUnit(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    List<ExportTraceServiceRequest> requests =
        List.of(
            RandomRequests.request(random),
            RandomRequests.request(random),
            request(resource(attributes(), span(1, 1, "a", 0, 1_000))));
    for (Encoding encoding : ENCODINGS) {
      Path file = Files.createTempFile("traces", ".gz");
      write(file, encoding, requests);

      List<FileUnit> units = read(file);
      Files.delete(file);
      assertThat(units).hasSize((int) requests.stream().filter(this::hasSpans).count());
      assertThat(spansOf(units))
          .isEqualTo(requests.stream().flatMap(each -> spansOf(each).stream()).toList());
    }
  }

  /** The length of the first message is then the code of an opening brace, or of a bracket. */
  @Test
  void aLengthThatLooksLikeJsonHidesNoProtobuf(@TempDir Path folder) throws Exception {
    for (char length : new char[] {'{', '['}) {
      ExportTraceServiceRequest request = request(resource(attributes(), span(1, 1, "", 0, 1)));
      String name = "a".repeat(length - request.getSerializedSize() - 2);
      request = request(resource(attributes(), span(1, 1, name, 0, 1)));
      assertThat(request.getSerializedSize()).isEqualTo(length);
      Path file = folder.resolve("length-" + (int) length);
      write(file, Encoding.OTLP_PROTO, List.of(request));

      assertThat(read(file)).hasSize(1);
    }
  }

  private boolean hasSpans(ExportTraceServiceRequest request) {
    return request.getResourceSpansList().stream()
        .flatMap(resource -> resource.getScopeSpansList().stream())
        .anyMatch(scope -> scope.getSpansCount() > 0);
  }

  @Test
  void resourcesWithoutSpansDoNotHideTheFormat(@TempDir Path folder) throws Exception {
    ExportTraceServiceRequest odd =
        request(
            ResourceSpans.getDefaultInstance(), resource(attributes(), span(1, 1, "a", 0, 1_000)));
    for (Encoding encoding : Encoding.values()) {
      if (!TraceFileWriters.canWrite(encoding)) {
        continue;
      }
      Path file = folder.resolve(encoding.label());
      write(file, encoding, List.of(ExportTraceServiceRequest.getDefaultInstance(), odd));

      assertThat(read(file))
          .extracting(FileUnit::eventTimeMillis)
          .containsExactly(Requests.T0 / 1_000_000 + 1);
    }
  }

  @Test
  void compressionFollowsTheName(@TempDir Path folder) throws Exception {
    Path plain = folder.resolve("a.jsonl");
    Path zipped = folder.resolve("a.jsonl.gz");
    for (Path file : List.of(plain, zipped)) {
      write(
          file,
          Encoding.OTLP_JSON,
          List.of(request(resource(attributes(), span(1, 1, "a", 0, 1)))));
    }

    assertThat(Files.readString(plain)).startsWith("{\"resourceSpans\":").endsWith("}\n");
    assertThat(Files.readAllBytes(zipped)).startsWith(0x1F, 0x8B);
  }

  private static void write(Path file, Encoding encoding, List<ExportTraceServiceRequest> requests)
      throws Exception {
    try (RequestWriter writer = TraceFileWriters.create(file, encoding)) {
      for (ExportTraceServiceRequest request : requests) {
        writer.write(request);
      }
    }
  }

  private static List<FileUnit> read(Path file) throws TraceFileException {
    List<FileUnit> all = new ArrayList<>();
    try (FileUnits units = TraceFiles.open(file, Optional.empty(), Duration.ofHours(1))) {
      for (Optional<FileUnit> unit = units.next(); unit.isPresent(); unit = units.next()) {
        all.add(unit.get());
      }
    }
    return all;
  }

  private static List<ReadSpan> spansOf(List<FileUnit> units) {
    return units.stream()
        .flatMap(
            unit ->
                Decoding.of(unit.format().decoder(Decoding.RULES), unit.bytes()).spans().stream())
        .toList();
  }

  private static List<ReadSpan> spansOf(ExportTraceServiceRequest request) {
    return Decoding.of(Encoding.OTLP_PROTO.decoder(Decoding.RULES), request.toByteArray()).spans();
  }
}
