package io.tracemill.connectors.files;

import static io.tracemill.connectors.otlp.Requests.T0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.span.ReadSpan;
import io.tracemill.connectors.decoding.Decoding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZipkinFilesTest {
  private static final long T0_MILLIS = T0 / 1_000_000;

  private final Path folder;

  ZipkinFilesTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void neighboursOfOneTraceInAnArrayAreAUnit() throws Exception {
    List<FileUnit> units =
        read("[" + String.join(",\n", span(1, 3), span(1, 2), span(2, 9), span(1, 4)) + "]");

    assertThat(spansOf(units)).containsExactly("1-3 1-2", "1-4", "2-9");
    assertThat(units)
        .extracting(FileUnit::eventTimeMillis)
        .containsExactly(T0_MILLIS + 3, T0_MILLIS + 4, T0_MILLIS + 9);
    assertThat(units)
        .extracting(FileUnit::claimedMillis)
        .containsExactly(T0_MILLIS + 3, T0_MILLIS + 4, T0_MILLIS + 9);
  }

  @Test
  void everyArrayWithinTheArrayIsAUnit() throws Exception {
    String file =
        "[[%s,%s],[], [%s],\n[%s]]".formatted(span(1, 1), span(2, 2), span(2, 3), span(2, 4));

    assertThat(spansOf(read(file))).containsExactly("1-1 2-2", "2-3", "2-4");
  }

  @Test
  void aFileMayHaveAnArrayALine() throws Exception {
    String file = "[%s]\n[]\n[%s,%s]\n".formatted(span(1, 1), span(1, 2), span(3, 3));

    assertThat(spansOf(read(file))).containsExactly("1-1", "1-2", "3-3");
  }

  @Test
  void aFileWithoutSpansHasNoUnits() throws Exception {
    assertThat(read("[]")).isEmpty();
    assertThat(read("[[]]")).isEmpty();
  }

  @Test
  void annotationsAndOddNumbersAreSeenByTheClock() throws Exception {
    String file =
        """
        [{"traceId":"1","id":"1","annotations":[{"timestamp":%d,"value":"\\ud800"}]},
         {"traceId":"2","id":"1","timestamp":99999999999999999999,"tags":{"timestamp":"5"}},
         {"id":"2","traceId":"3","x":[{"timestamp":[7]}],"duration":3}]"""
            .formatted(T0 / 1000);

    assertThat(read(file))
        .extracting(FileUnit::claimedMillis)
        .containsExactly(T0_MILLIS, T0_MILLIS, T0_MILLIS);
  }

  @Test
  void otherArraysAreRefused() {
    for (String file : List.of("[1]", "[{\"a\":1}]", "[\"traceId\"]", "[nonsense")) {
      assertThatThrownBy(() -> read(file))
          .isInstanceOf(TraceFileException.class)
          .hasMessageContaining("has none of the formats");
    }
  }

  @Test
  void corruptFilesAreRefused() {
    String span = span(1, 1);
    for (String file :
        List.of(
            "[" + span,
            "[" + span + "] é",
            "[" + span + ",17]",
            "[" + span + "]\n[" + span.substring(0, 30))) {
      assertThatThrownBy(() -> read(file))
          .isInstanceOf(TraceFileException.class)
          .hasMessageContaining("is no valid zipkin_json");
    }
  }

  /** A span named after its trace and its end in milliseconds after T0. */
  private static String span(long trace, long endMillis) {
    return "{\"traceId\":\"%x\",\"id\":\"%x\",\"name\":\"%d-%d\",\"timestamp\":%d,\"duration\":%d}"
        .formatted(trace, endMillis, trace, endMillis, T0 / 1000, 1000 * endMillis);
  }

  private List<FileUnit> read(String content) throws Exception {
    Path file = Files.writeString(folder.resolve("spans"), content);
    List<FileUnit> all = new ArrayList<>();
    try (FileUnits units = FileUnits.open(file, Optional.empty(), Duration.ofHours(1))) {
      for (Optional<FileUnit> unit = units.next(); unit.isPresent(); unit = units.next()) {
        all.add(unit.get());
      }
    }
    return all;
  }

  private static List<String> spansOf(List<FileUnit> units) {
    return units.stream()
        .map(unit -> Decoding.of(unit.format().decoder(Decoding.RULES), unit.bytes()))
        .map(
            decoding ->
                decoding.spans().stream().map(ReadSpan::operation).collect(Collectors.joining(" ")))
        .toList();
  }
}
