package io.tracemill.pipeline.source.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.pipeline.source.EncodedRecord;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;

class UnitReaderTest {
  private boolean closed;

  @Test
  void nothingIsAvailableUntilTheEnumeratorHasSpoken() throws Exception {
    UnitReader reader = reader();

    assertThat(reader.pollNext(new CollectedRecords())).isEqualTo(InputStatus.NOTHING_AVAILABLE);
    assertThat(reader.isAvailable()).isNotDone();

    reader.notifyNoMoreSplits();

    assertThat(reader.isAvailable()).isDone();
    assertThat(reader.pollNext(new CollectedRecords())).isEqualTo(InputStatus.END_OF_INPUT);
  }

  @Test
  void aRestoredReaderGoesOnWhereTheCheckpointWas() throws Exception {
    UnitReader first = assigned(UnitSplit.WHOLE);
    first.pollNext(new CollectedRecords());
    first.pollNext(new CollectedRecords());
    UnitSplitSerializer serializer = new UnitSplitSerializer();
    byte[] checkpoint = serializer.serialize(first.snapshotState(1).get(0));

    UnitReader restored = assigned(serializer.deserialize(serializer.getVersion(), checkpoint));

    assertThat(readAll(restored)).containsExactly(30L, 40L);
  }

  @Test
  void closingClosesWhatWasOpened() throws Exception {
    UnitReader reader = assigned(UnitSplit.WHOLE);
    readAll(reader);
    assertThat(closed).isFalse();

    reader.close();

    assertThat(closed).isTrue();
  }

  /** Flink fails a job that tells a reader of no more splits when it has ended. */
  @Test
  void aReaderDoesNotEndBeforeItIsToldOfNoMoreSplits() throws Exception {
    UnitReader reader = reader();
    reader.addSplits(List.of(new UnitSplit(4)));
    assertThat(reader.isAvailable()).isNotDone();
    assertThat(reader.pollNext(new CollectedRecords())).isEqualTo(InputStatus.NOTHING_AVAILABLE);

    reader.notifyNoMoreSplits();
    assertThat(reader.pollNext(new CollectedRecords())).isEqualTo(InputStatus.END_OF_INPUT);
  }

  private UnitReader assigned(UnitSplit split) {
    UnitReader reader = reader();
    reader.addSplits(List.of(split));
    reader.notifyNoMoreSplits();
    return reader;
  }

  private UnitReader reader() {
    return new UnitReader(
        () ->
            CloseableIterator.adapterForIterator(
                LongStream.of(10, 20, 30, 40).mapToObj(UnitReaderTest::record).iterator(),
                () -> closed = true));
  }

  private static List<Long> readAll(UnitReader reader) throws Exception {
    CollectedRecords output = new CollectedRecords();
    while (reader.pollNext(output) == InputStatus.MORE_AVAILABLE) {
      assertThat(reader.isAvailable()).isDone();
    }
    return output.times;
  }

  private static EncodedRecord record(long time) {
    return new EncodedRecord("f", 0, 0, time, time, new byte[0], new byte[0], "otlp_json");
  }
}
