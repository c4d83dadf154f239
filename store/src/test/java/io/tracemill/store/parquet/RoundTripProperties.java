package io.tracemill.store.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.span.Frame;
import io.tracemill.store.GeneratedRows;
import io.tracemill.store.layout.StoredPane;
import io.tracemill.store.layout.StoredRecord;
import io.tracemill.store.question.TestStore;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.StringLength;
import org.apache.flink.core.fs.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RoundTripProperties {
  private static final long TIME = 1_764_000_000_000L;

  @Property(tries = 20)
  void requestsAreReadAsTheyWereWritten(
      @ForAll @IntRange(min = 1, max = 30) int nodes,
      @ForAll @IntRange(min = 0, max = 40) int rows,
      @ForAll @LongRange(min = 0, max = 1_000_000) long first)
      throws IOException {
    GeneratedRows generated = new GeneratedRows(3, 2, nodes, 1);
    List<KeptRequest> written = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      written.add(generated.request(first + row, TIME + row));
    }
    assertThat(throughFile(new RequestFormat(TestStore.RULES.replay()), written))
        .usingRecursiveComparison()
        .isEqualTo(written);
  }

  @Test
  void aRowIsReadByItsNumber() throws IOException {
    GeneratedRows generated = new GeneratedRows(3, 2, 50, 1);
    List<KeptRequest> written = new ArrayList<>();
    for (int row = 0; row < 3_000; row++) {
      written.add(generated.request(row, TIME));
    }
    java.nio.file.Path file = Files.createTempFile("rows", ".parquet");
    Path path = Path.fromLocalFile(file.toFile());
    RequestFormat format = new RequestFormat(TestStore.RULES.replay());
    TestStore.file(path, format, written);
    try (RowFileReader<KeptRequest> reader = new RowFileReader<>(format, path)) {
      for (int row : new int[] {0, 1, 7, 1_500, 1_501, 2_999}) {
        assertThat(reader.read(row)).isEqualTo(written.get(row));
      }
      assertThat(reader.read(3_000)).isNull();
    } finally {
      Files.delete(file);
    }
  }

  @Property(tries = 10)
  void panesAreReadAsTheyWereWritten(@ForAll @IntRange(max = 100_000) int size) throws IOException {
    byte[] bytes = new byte[size];
    new SplittableRandom(size).nextBytes(bytes);
    Frame endpoint = Frame.of("cart", "GET /cart");
    List<StoredPane> written =
        List.of(
            new StoredPane(TIME, 30_000, endpoint, 7, 1, bytes),
            new StoredPane(TIME, 30_000, endpoint, 0, 1, new byte[0]));
    assertThat(throughFile(new PaneFormat(), written))
        .usingRecursiveComparison()
        .isEqualTo(written);
  }

  @Property(tries = 10)
  void recordsAreReadAsTheyWereWritten(
      @ForAll List<@StringLength(max = 40) @CharRange(to = '\u0fff') String> ids,
      @ForAll @LongRange(min = 0) long time)
      throws IOException {
    List<StoredRecord> written =
        ids.stream()
            .map(id -> new StoredRecord(time, "incidents", id, "firing", "", "{" + id + "}"))
            .toList();
    assertThat(throughFile(new RecordFormat(), written)).isEqualTo(written);
  }

  private static <T> List<T> throughFile(RowFormat<T> format, List<T> rows) throws IOException {
    java.nio.file.Path file = Files.createTempFile("rows", ".parquet");
    Path path = Path.fromLocalFile(file.toFile());
    try {
      TestStore.file(path, format, rows);
      List<T> read = new ArrayList<>();
      try (RowFileReader<T> reader = new RowFileReader<>(format, path)) {
        for (@Nullable T row = reader.read(); row != null; row = reader.read()) {
          read.add(row);
        }
      }
      return read;
    } finally {
      Files.delete(file);
    }
  }
}
