package io.tracemill.pipeline.source.unit;

import io.tracemill.pipeline.source.EncodedRecord;
import java.io.IOException;
import java.io.Serializable;
import org.apache.flink.util.CloseableIterator;

/** Opens a finite sequence of records; it is the same one each time it is opened. */
@FunctionalInterface
public interface RecordSupplier extends Serializable {
  /**
   * The records from the first on. The iterator may throw {@link java.io.UncheckedIOException}.
   *
   * @throws IOException if there is nothing to read; the job fails with its message
   */
  CloseableIterator<EncodedRecord> open() throws IOException;
}
