package io.tracemill.pipeline.source.unit;

import io.tracemill.pipeline.source.EncodedRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.util.CloseableIterator;

/** Reads its split, a record at each poll, and counts the records read. */
final class UnitReader implements SourceReader<EncodedRecord, UnitSplit> {
  private final RecordSupplier supplier;

  /**
   * Completed when no further split will come. A reader that ended earlier could not receive that
   * message.
   */
  private final CompletableFuture<Void> told = new CompletableFuture<>();

  private Optional<CloseableIterator<EncodedRecord>> records = Optional.empty();
  private Optional<UnitSplit> split = Optional.empty();
  private long position;

  UnitReader(RecordSupplier supplier) {
    this.supplier = supplier;
  }

  @Override
  public void start() {}

  @Override
  public void addSplits(List<UnitSplit> splits) {
    split = Optional.of(splits.get(0));
    position = splits.get(0).position();
  }

  @Override
  public void notifyNoMoreSplits() {
    told.complete(null);
  }

  /** Completed when it is known whether there is a split to read; reading itself never waits. */
  @Override
  public CompletableFuture<Void> isAvailable() {
    return told;
  }

  @Override
  public InputStatus pollNext(ReaderOutput<EncodedRecord> output) throws Exception {
    if (!told.isDone()) {
      return InputStatus.NOTHING_AVAILABLE;
    }
    if (split.isEmpty()) {
      return InputStatus.END_OF_INPUT;
    }
    try {
      return readOne(output);
    } catch (UncheckedIOException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private InputStatus readOne(ReaderOutput<EncodedRecord> output) throws IOException {
    CloseableIterator<EncodedRecord> from = records();
    if (!from.hasNext()) {
      return InputStatus.END_OF_INPUT;
    }
    EncodedRecord record = from.next();
    position++;
    output.collect(record, record.eventMillis());
    return InputStatus.MORE_AVAILABLE;
  }

  private CloseableIterator<EncodedRecord> records() throws IOException {
    if (records.isEmpty()) {
      CloseableIterator<EncodedRecord> opened = supplier.open();
      records = Optional.of(opened);
      for (long skipped = 0; skipped < position && opened.hasNext(); skipped++) {
        opened.next();
      }
    }
    return records.get();
  }

  @Override
  public List<UnitSplit> snapshotState(long checkpointId) {
    return split.map(whole -> new UnitSplit(position)).stream().toList();
  }

  @Override
  public void close() throws Exception {
    if (records.isPresent()) {
      records.get().close();
    }
  }
}
