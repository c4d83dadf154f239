package io.tracemill.bench.endtoend;

import io.tracemill.pipeline.source.EncodedRecord;
import java.util.concurrent.atomic.LongAdder;
import org.apache.flink.api.common.functions.MapFunction;

/** Passes records on and counts them for the process it runs in. */
final class CountRecords implements MapFunction<EncodedRecord, EncodedRecord> {
  private static final long serialVersionUID = 1;

  /** Records that all tasks of this process have read. */
  static final LongAdder READ = new LongAdder();

  @Override
  public EncodedRecord map(EncodedRecord record) {
    READ.increment();
    return record;
  }
}
