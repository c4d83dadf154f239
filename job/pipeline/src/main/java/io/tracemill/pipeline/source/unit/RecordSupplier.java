package io.tracemill.pipeline.source.unit;

import io.tracemill.pipeline.source.EncodedRecord;
import java.io.IOException;
import java.io.Serializable;
import org.apache.flink.util.CloseableIterator;

/** Opens a finite sequence of records, which is the same each time. */
@FunctionalInterface
public interface RecordSupplier extends Serializable {
  /**
   * All records, from the first. The iterator may throw {@link java.io.UncheckedIOException}.
   *
   * @throws IOException if the records cannot be opened; the job fails with its message
   */
  CloseableIterator<EncodedRecord> open() throws IOException;
}
