package io.tracemill.pipeline.source.unit;

import io.tracemill.pipeline.source.EncodedRecord;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;

/** Keeps the event times of what a reader emits. */
final class CollectedRecords implements ReaderOutput<EncodedRecord> {
  final List<Long> times = new ArrayList<>();

  @Override
  public void collect(EncodedRecord record) {
    throw new AssertionError("a record without event time: " + record);
  }

  @Override
  public void collect(EncodedRecord record, long timestamp) {
    times.add(timestamp);
  }

  @Override
  public void emitWatermark(Watermark watermark) {}

  @Override
  public void markIdle() {}

  @Override
  public void markActive() {}

  @Override
  public SourceOutput<EncodedRecord> createOutputForSplit(String splitId) {
    return this;
  }

  @Override
  public void releaseOutputForSplit(String splitId) {}
}
