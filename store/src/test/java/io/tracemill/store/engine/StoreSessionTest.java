package io.tracemill.store.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.span.Frame;
import io.tracemill.store.layout.StoreTable;
import io.tracemill.store.question.MadeUpCategory;
import io.tracemill.store.question.MadeUpTraffic;
import io.tracemill.store.question.TestStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreSessionTest {
  private static final MadeUpCategory CATEGORY =
      MadeUpTraffic.category(Frame.of("a", "b"), 1, MadeUpTraffic.node(0, "a", "b"));
  private static final String COUNT = "SELECT count(*), sum(duration_nanos) FROM requests";

  @TempDir private Path directory;

  private List<KeptRequest> write(String line, int hours) {
    List<KeptRequest> requests =
        MadeUpTraffic.random(List.of(CATEGORY), 400, hours, false, new Random(hours));
    TestStore.write(directory, line, requests);
    return requests;
  }

  private List<Path> requestFiles() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> file.toString().matches(".*/requests/.*parquet"))
          .sorted()
          .toList();
    }
  }

  private static long count(StoreSession session) {
    return session.row(COUNT, row -> row.getLong(1));
  }

  @Test
  void readsOnlyTheFilesOfTheRequestedHours() throws IOException {
    write(TestStore.LINE, 5);
    long hour = MadeUpTraffic.START_MILLIS / 3_600_000 * 3_600_000 + 3_600_000;
    try (StoreSession session = TestStore.open(directory).session(new Period(hour, hour + 1))) {
      assertThat(session.fileCount(StoreTable.REQUESTS)).isEqualTo(1);
    }
    assertThat(TestStore.open(directory).end().orElseThrow().toEpochMilli())
        .isBetween(MadeUpTraffic.START_MILLIS, MadeUpTraffic.START_MILLIS + 5 * 3_600_000);
    try (StoreSession session = TestStore.open(directory).session(new Period(0, 1))) {
      assertThat(count(session)).isZero();
    }
  }

  @Test
  void skipsBrokenFilesAndSaysWhich() throws IOException {
    write(TestStore.LINE, 5);
    List<Path> files = requestFiles();
    byte[] whole = Files.readAllBytes(files.get(0));
    Files.write(files.get(0), Arrays.copyOf(whole, whole.length / 2));
    Files.write(files.get(1), new byte[0]);
    byte[] broken = Files.readAllBytes(files.get(2));
    Arrays.fill(broken, broken.length - 200, broken.length - 8, (byte) 7);
    Files.write(files.get(2), broken);
    Files.write(files.get(3).resolveSibling(".part-1.parquet.inprogress"), whole);
    Files.write(files.get(3).resolveSibling("_tmp.parquet"), whole);
    try (StoreSession session = TestStore.open(directory).session(Filter.ALL_TIME)) {
      assertThat(count(session)).isPositive().isLessThan(400);
      assertThat(session.skipped())
          .extracting(each -> Path.of(each.file()))
          .containsExactlyInAnyOrder(files.get(0), files.get(1), files.get(2));
    }
  }

  @Test
  void goesOnWhenFilesVanish() throws IOException {
    write(TestStore.LINE, 4);
    List<Path> files = requestFiles();
    try (StoreSession session = TestStore.open(directory).session(Filter.ALL_TIME)) {
      assertThat(count(session)).isEqualTo(400);
      Files.delete(files.get(0));
      Files.delete(files.get(2));
      long left =
          session.row("SELECT max(trace_id), count(*) FROM requests", row -> row.getLong(2));
      assertThat(left).isBetween(1L, 399L);
      assertThat(session.skipped())
          .extracting(each -> Path.of(each.file()))
          .contains(files.get(0), files.get(2));
    }
  }

  @Test
  void refusesTwoLinesOfTheSameTime() {
    write(TestStore.LINE, 2);
    write("line-20261125T130000Z", 3);
    assertThatThrownBy(() -> TestStore.open(directory).session(Filter.ALL_TIME))
        .isInstanceOf(QueryException.class)
        .hasMessageContaining(TestStore.LINE)
        .hasMessageContaining("--line line-20261125T130000Z");
    Store one = Store.open(directory, Optional.of(TestStore.LINE), EngineLimits.DEFAULT);
    try (StoreSession session = one.session(Filter.ALL_TIME)) {
      assertThat(count(session)).isEqualTo(400);
    }
    long later = MadeUpTraffic.START_MILLIS + 9_000_000;
    try (StoreSession session =
        TestStore.open(directory).session(new Period(later, Long.MAX_VALUE))) {
      assertThat(count(session)).isPositive();
    }
  }

  @Test
  void linesOfTheSameTimeHaveAnEnd() {
    write(TestStore.LINE, 2);
    List<KeptRequest> longest = write("line-20261125T130000Z", 3);
    long last = longest.stream().mapToLong(each -> each.timeMillis()).max().orElseThrow();
    assertThat(TestStore.open(directory).end()).contains(Instant.ofEpochMilli(last + 1));
  }

  @Test
  void damagedFilesNeitherHideAnOverlapNorStopQuestions() throws IOException {
    write(TestStore.LINE, 2);
    List<Path> damaged = requestFiles();
    write("line-20261125T130000Z", 3);
    Period middle =
        new Period(MadeUpTraffic.START_MILLIS + 1_800_000, MadeUpTraffic.START_MILLIS + 5_400_000);
    damage(damaged.get(0));
    assertThatThrownBy(() -> TestStore.open(directory).session(middle))
        .isInstanceOf(QueryException.class)
        .hasMessageContaining("overlap");
    damage(damaged.get(1));
    try (StoreSession session = TestStore.open(directory).session(middle)) {
      assertThat(count(session)).isPositive().isLessThan(400);
      assertThat(session.skipped())
          .extracting(each -> Path.of(each.file()))
          .containsExactlyInAnyOrderElementsOf(damaged.subList(0, 2));
    }
  }

  /** Overwrites all but the footer. */
  private static void damage(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int footer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - 8);
    Arrays.fill(bytes, 4, bytes.length - 8 - footer, (byte) 7);
    Files.write(file, bytes);
  }

  @Test
  void aWrongStatementDropsNoFile() throws IOException {
    write(TestStore.LINE, 2);
    Path file = requestFiles().get(0);
    try (StoreSession session = TestStore.open(directory).session(Filter.ALL_TIME)) {
      assertThatThrownBy(
              () ->
                  session.rows(
                      "SELECT parquet FROM requests WHERE trace_id = '%s'".formatted(file),
                      row -> ""))
          .isInstanceOf(QueryException.class)
          .hasMessageStartingWith("Binder Error");
      assertThat(count(session)).isEqualTo(400);
      assertThat(session.skipped()).isEmpty();
    }
  }

  @Test
  void saysWhatIsWrongWithTheDirectory() {
    assertThatThrownBy(() -> TestStore.open(directory.resolve("none")))
        .hasMessageContaining("no directory");
    assertThatThrownBy(() -> TestStore.open(directory)).hasMessageContaining("holds no store");
  }
}
