package io.tracemill.connectors.files;

import static io.tracemill.connectors.otlp.Requests.T0;
import static io.tracemill.connectors.otlp.Requests.attributes;
import static io.tracemill.connectors.otlp.Requests.request;
import static io.tracemill.connectors.otlp.Requests.resource;
import static io.tracemill.connectors.otlp.Requests.span;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.luben.zstd.ZstdOutputStream;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.analysis.span.ReadSpan;
import io.tracemill.connectors.decoding.Decoding;
import io.tracemill.connectors.otlp.JsonRequests;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceFilesTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final long T0_MILLIS = T0 / 1_000_000;
  private static final ExportTraceServiceRequest TWO_TRACES =
      request(
          resource(
              attributes("service.name", "cart", "version", "v1"),
              span(2, 1, "late", 0, 9_000),
              span(1, 2, "early", 0, 3_000)),
          resource(attributes("service.name", "db"), span(2, 3, "query", 1, 5_001)));

  private final Path folder;

  TraceFilesTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void everyLineOfOtlpJsonIsAUnit() throws Exception {
    Path file =
        write("a.jsonl", line(1, 1_000) + "\n\n" + line(2, 2_001) + "\r\n" + line(3, 3_000));

    List<FileUnit> units = read(file);

    assertThat(units).extracting(FileUnit::format).containsOnly(FileFormat.OTLP_JSONL);
    assertThat(units)
        .extracting(FileUnit::eventTimeMillis)
        .containsExactly(T0_MILLIS + 1, T0_MILLIS + 3, T0_MILLIS + 3);
    assertThat(spansOf(units)).containsExactly("1", "2", "3");
  }

  @Test
  void aMalformedLineIsAUnitWithTheTimeBefore() throws Exception {
    Path file = write("a.jsonl", line(1, 5_000) + "\n{not json\n" + line(2, 6_000));

    List<FileUnit> units = read(file);

    assertThat(units)
        .extracting(FileUnit::eventTimeMillis)
        .containsExactly(T0_MILLIS + 5, T0_MILLIS + 5, T0_MILLIS + 6);
    assertThat(new String(units.get(1).bytes(), UTF_8)).isEqualTo("{not json");
  }

  @Test
  void unitsAreSortedByTime() throws Exception {
    Path file = write("a.jsonl", line(1, 5_000) + "\n" + line(2, 1_000) + "\n" + line(3, 9_000));

    assertThat(read(file))
        .extracting(FileUnit::eventTimeMillis, FileUnit::claimedMillis)
        .containsExactly(
            tuple(T0_MILLIS + 1, T0_MILLIS + 1),
            tuple(T0_MILLIS + 5, T0_MILLIS + 5),
            tuple(T0_MILLIS + 9, T0_MILLIS + 9));
  }

  @Test
  void oneClockThatIsFarAheadDoesNotCarryTheFileAway() throws Exception {
    long tenYears = 10L * 365 * 24 * 3600 * 1_000_000;
    Path file = write("a.jsonl", line(1, 1_000) + "\n" + line(2, tenYears) + "\n" + line(3, 2_000));

    List<FileUnit> units = read(file);

    assertThat(units)
        .extracting(FileUnit::eventTimeMillis)
        .containsExactly(T0_MILLIS + 1, T0_MILLIS + 2, T0_MILLIS + 2);
    assertThat(units.get(2).claimedMillis()).isEqualTo(T0_MILLIS + tenYears / 1000);
  }

  @Test
  void aGapInAFileIsBelieved() throws Exception {
    long tenHours = 10L * 3600 * 1_000_000;
    Path file =
        write("a.jsonl", line(1, 1_000) + "\n" + line(2, tenHours) + "\n" + line(3, tenHours));

    assertThat(read(file))
        .extracting(FileUnit::eventTimeMillis)
        .containsExactly(T0_MILLIS + 1, T0_MILLIS + tenHours / 1000, T0_MILLIS + tenHours / 1000);
  }

  @Test
  void aFirstUnitThatIsFarAheadDoesNotCarryTheFileAway() throws Exception {
    long tenYears = 10L * 365 * 24 * 3600 * 1_000_000;
    Path file = write("a.jsonl", line(1, tenYears) + "\n" + line(2, 2_000) + "\n" + line(3, 3_000));

    assertThat(read(file))
        .extracting(FileUnit::eventTimeMillis)
        .containsExactly(T0_MILLIS + 2, T0_MILLIS + 3, T0_MILLIS + 3);
  }

  @Test
  void aTraceAfterAnotherGapIsBelieved() throws Exception {
    long fiveDays = 5L * 24 * 3600 * 1_000_000;
    Path file =
        write(
            "a.jsonl",
            line(1, 1_000) + "\n" + line(2, fiveDays) + "\n" + line(3, 2 * fiveDays - 1_000));

    assertThat(read(file))
        .extracting(FileUnit::eventTimeMillis)
        .containsExactly(
            T0_MILLIS + 1, T0_MILLIS + fiveDays / 1000, T0_MILLIS + 2 * fiveDays / 1000 - 1);
  }

  @Test
  void aDocumentOfOtlpJsonIsCutIntoItsTraces() throws Exception {
    String pretty = new ObjectMapper().readTree(JsonRequests.otlp(TWO_TRACES)).toPrettyString();

    assertCutIntoTraces(write("a.json", "\uFEFF" + pretty));
  }

  @Test
  void aMessageOfOtlpProtobufIsCutIntoItsTraces() throws Exception {
    assertCutIntoTraces(write("a.pb", TWO_TRACES.toByteArray()));
  }

  private static void assertCutIntoTraces(Path file) throws Exception {
    List<FileUnit> units = read(file);

    assertThat(units).extracting(FileUnit::format).containsOnly(FileFormat.OTLP_PROTO);
    assertThat(units)
        .extracting(FileUnit::eventTimeMillis)
        .containsExactly(T0_MILLIS + 3, T0_MILLIS + 9);
    assertThat(spansOf(units)).containsExactly("early", "late", "query");
    assertThat(decode(units.get(1)).spans())
        .extracting(ReadSpan::service)
        .containsExactly("cart", "db");
    assertThat(decode(units.get(1)).spans().get(0).attributes()).containsEntry(0, "v1");
  }

  @Test
  void messagesBehindTheirLengthsAreUnits() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    request(resource(attributes(), span(1, 1, "1", 0, 1_000))).writeDelimitedTo(bytes);
    request(resource(attributes(), span(2, 2, "2", 0, 2_000))).writeDelimitedTo(bytes);
    TWO_TRACES.writeDelimitedTo(bytes);

    List<FileUnit> units = read(write("a.bin", bytes.toByteArray()));

    assertThat(units)
        .extracting(FileUnit::eventTimeMillis)
        .containsExactly(T0_MILLIS + 1, T0_MILLIS + 2, T0_MILLIS + 9);
    assertThat(spansOf(units)).containsExactly("1", "2", "late", "query", "early");
  }

  @Test
  void messagesBehindFourBytesOfLengthAreUnitsAsTheCollectorsFileExporterWritesThem()
      throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream framed = new DataOutputStream(bytes);
    for (ExportTraceServiceRequest request :
        List.of(request(resource(attributes(), span(1, 1, "1", 0, 1_000))), TWO_TRACES)) {
      framed.writeInt(request.getSerializedSize());
      request.writeTo(framed);
    }

    assertThat(spansOf(read(write("a.bin", bytes.toByteArray()))))
        .containsExactly("1", "late", "query", "early");
    assertThat(spansOf(read(write("a.zst", byZstd(bytes.toByteArray())))))
        .containsExactly("1", "late", "query", "early");
  }

  private static byte[] byZstd(byte[] content) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new ZstdOutputStream(packed)) {
      out.write(content);
    }
    return packed.toByteArray();
  }

  @Test
  void everyTraceOfAJaegerDocumentIsAUnit() throws Exception {
    String first =
        JsonRequests.jaeger(request(resource(attributes(), span(1, 1, "日本\"", 0, 1_000))));
    String second = JsonRequests.jaeger(TWO_TRACES).replace("\"late\"", "\"\\ud800\"");
    Path file =
        write("a.json", "{\"total\":0,\"data\":[" + first + ",\n" + second + "],\"errors\":null}");

    List<FileUnit> units = read(file);

    assertThat(units).extracting(FileUnit::format).containsOnly(FileFormat.JAEGER_JSON);
    assertThat(units)
        .extracting(FileUnit::eventTimeMillis)
        .containsExactly(T0_MILLIS + 1, T0_MILLIS + 9);
    assertThat(spansOf(units)).containsExactly("日本\"", "?", "query", "early");
  }

  @Test
  void aByteOrderMarkMayStandInFrontOfAJaegerDocument() throws Exception {
    String document = "\uFEFF{\"data\":[" + JsonRequests.jaeger(TWO_TRACES) + "]}";
    assertThat(spansOf(read(write("a.json", document)))).containsExactly("late", "query", "early");
    for (Charset utf16 : List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
      assertThat(spansOf(read(write("a.json", document.getBytes(utf16)))))
          .containsExactly("late", "query", "early");
    }
  }

  @Test
  void compressionIsToldFromTheBytes() throws Exception {
    assertThat(spansOf(read(write("plain.jsonl", zipped(line(1, 1_000)))))).containsExactly("1");
  }

  private static byte[] zipped(String content) throws IOException {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(zipped)) {
      out.write(content.getBytes(UTF_8));
    }
    return zipped.toByteArray();
  }

  @Test
  void linesLongerThanTheBufferAreReadWhole() throws Exception {
    String name = "n".repeat(200_000);
    Path file =
        write(
            "a.jsonl",
            line(1, 1_000).replace("\"name\":\"1\"", "\"name\":\"" + name + "\"")
                + "\n"
                + line(2, 2_000));

    assertThat(read(file)).hasSize(2);
    assertThat(spansOf(read(file))).containsExactly("n".repeat(1024), "2");
  }

  @Test
  void severalFilesAreMergedByEventTime() throws Exception {
    Path odd = write("odd.jsonl", line(1, 1_000) + "\n" + line(3, 3_000) + "\n" + line(5, 5_000));
    Path even = write("even.jsonl", line(2, 2_000) + "\n" + line(4, 4_000) + "\n" + line(6, 5_000));

    try (FileUnits units = FileUnits.open(List.of(odd, even), Optional.empty(), HOUR)) {
      assertThat(units.totalBytes()).isEqualTo(Files.size(odd) + Files.size(even));
      assertThat(spansOf(drain(units))).containsExactly("1", "2", "3", "4", "5", "6");
      assertThat(units.bytesRead()).isEqualTo(units.totalBytes());
    }
  }

  @Test
  void ofSeveralFilesAUnitSaysWhichItIsFromAndWhere() throws Exception {
    Path odd = write("odd.jsonl", line(1, 1_000) + "\n" + line(3, 3_000));
    Path even = write("even.jsonl", line(2, 2_000));

    try (FileUnits units = FileUnits.open(List.of(odd, even), Optional.empty(), HOUR)) {
      assertThat(drain(units))
          .extracting(FileUnit::file, FileUnit::number)
          .containsExactly(tuple(odd, 0L), tuple(even, 0L), tuple(odd, 1L));
    }
  }

  @Test
  void aForcedFormatIsNotDoubted() throws Exception {
    Path file = write("a.txt", "\n\nnot json\n");

    try (FileUnits units = FileUnits.open(file, Optional.of(FileFormat.OTLP_JSONL), HOUR)) {
      assertThat(drain(units)).hasSize(1);
    }
  }

  @Test
  void aFileThatIsNoneOfTheFormatsIsRefusedByName() throws Exception {
    for (String content : List.of("hello", "[1]", "{\"a\":1}", "{", "<xml/>", "\n\n")) {
      Path file = write("odd.txt", content);

      assertThatThrownBy(() -> FileUnits.open(file, Optional.empty(), HOUR))
          .isInstanceOf(TraceFileException.class)
          .hasMessageContaining("odd.txt")
          .hasMessageContaining("otlp_jsonl, otlp_json, otlp_proto, jaeger_json");
    }
  }

  @Test
  void aFileThatIsNotThereIsRefusedByName() {
    assertThatThrownBy(() -> FileUnits.open(folder.resolve("none.json"), Optional.empty(), HOUR))
        .isInstanceOf(TraceFileException.class)
        .hasMessage(folder.resolve("none.json") + ": there is no such file")
        .hasNoCause();
  }

  @Test
  void whatIsNoTraceFileSaysWhatToDo() throws Exception {
    assertRefused(folder, "is a directory; name the files in it");
    assertRefused(write("a.json", ""), "is empty; leave it out, or create it again");
    assertRefused(write("a.gz", zipped("")), "is empty; leave it out, or create it again");
    assertRefused(
        write("a.zip", "PK\u0003\u0004..."),
        "is compressed by ZIP; unpack it first (only gzip and zstd are read as they are)");
  }

  private static void assertRefused(Path file, String sentence) {
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(TraceFileException.class)
        .hasMessage(file + ": " + sentence);
  }

  @Test
  void corruptFilesAreRefusedByNameAndFormat() throws Exception {
    ByteArrayOutputStream delimited = new ByteArrayOutputStream();
    TWO_TRACES.writeDelimitedTo(delimited);
    String jaeger = "{\"data\":[" + JsonRequests.jaeger(TWO_TRACES) + "]}";
    assertCorrupt(write("a", cut(TWO_TRACES.toByteArray())), "otlp_proto");
    assertCorrupt(write("a", cut(delimited.toByteArray())), "otlp_proto");
    assertCorrupt(write("a", cut(jaeger.getBytes(UTF_8))), "jaeger_json");
    assertCorrupt(write("a", "{\"data\":[17]}"), "jaeger_json");
    assertCorrupt(write("a", "{\n\"resourceSpans\":[}"), "otlp_json");
  }

  private static byte[] cut(byte[] bytes) {
    return java.util.Arrays.copyOf(bytes, bytes.length - 4);
  }

  private static void assertCorrupt(Path file, String format) {
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(TraceFileException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("is no valid " + format);
  }

  @Test
  void aTruncatedCompressedFileSaysHowMuchWasRead() throws Exception {
    StringBuilder lines = new StringBuilder();
    StringBuilder traces = new StringBuilder();
    for (int i = 1; i <= 100; i++) {
      lines.append(line(i, 1_000L * i)).append('\n');
      traces.append(i == 1 ? "" : ",").append(JsonRequests.jaeger(TWO_TRACES));
    }
    assertBreaksOff(write("a.gz", zipped(lines.toString())), "lines");
    assertBreaksOff(write("b.gz", zipped("{\"data\":[" + traces + "]}")), "traces");
  }

  /** Cuts the file in the middle; what is told was read has been handed out or read ahead. */
  private static void assertBreaksOff(Path file, String unit) throws Exception {
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, java.util.Arrays.copyOf(whole, 2 * whole.length / 3));

    assertThatThrownBy(() -> read(file))
        .isInstanceOf(TraceFileException.class)
        .hasMessageMatching(
            ".*gz: is cut off; copy or create it again \\(%s read before it: [1-9][0-9]?\\)"
                .formatted(unit));
  }

  /** A span named after its id that ends so many microseconds after T0. */
  private static String line(long id, long toMicros) {
    return JsonRequests.otlp(
        request(resource(attributes(), span(id, id, Long.toString(id), 0, toMicros))));
  }

  private Path write(String name, String content) throws IOException {
    return write(name, content.getBytes(UTF_8));
  }

  private Path write(String name, byte[] content) throws IOException {
    return Files.write(folder.resolve(name), content);
  }

  private static List<FileUnit> read(Path file) throws TraceFileException {
    try (FileUnits units = FileUnits.open(file, Optional.empty(), HOUR)) {
      return drain(units);
    }
  }

  private static List<FileUnit> drain(FileUnits units) throws TraceFileException {
    List<FileUnit> all = new ArrayList<>();
    for (Optional<FileUnit> unit = units.next(); unit.isPresent(); unit = units.next()) {
      all.add(unit.get());
    }
    return all;
  }

  private static Decoding decode(FileUnit unit) {
    return Decoding.of(unit.format().decoder(Decoding.RULES), unit.bytes());
  }

  private static List<String> spansOf(List<FileUnit> units) {
    return units.stream()
        .flatMap(unit -> decode(unit).spans().stream())
        .map(ReadSpan::operation)
        .toList();
  }
}
