package io.tracemill.pipeline.source.files;

import io.tracemill.connectors.files.FileFormat;
import io.tracemill.connectors.files.FileUnit;
import io.tracemill.connectors.files.FileUnits;
import io.tracemill.connectors.files.TraceFileException;
import io.tracemill.connectors.files.TraceFiles;
import io.tracemill.pipeline.decode.Decoders;
import io.tracemill.pipeline.source.EncodedRecord;
import io.tracemill.pipeline.source.unit.RecordSupplier;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.flink.util.CloseableIterator;
import org.jspecify.annotations.Nullable;

/**
 * The units of trace files, merged by event time, as records.
 *
 * @param files the files in any order
 * @param format the format of all files; if absent, it is detected for each file
 * @param maxJump how far a unit may be ahead of the one before ({@code time.max-jump})
 */
public record FileRecords(List<File> files, @Nullable FileFormat format, Duration maxJump)
    implements RecordSupplier {
  private static final byte[] NO_KEY = {};

  public FileRecords {
    files = List.copyOf(files);
  }

  @Override
  public CloseableIterator<EncodedRecord> open() throws IOException {
    try {
      FileUnits units =
          TraceFiles.openAll(
              files.stream().map(File::toPath).toList(), Optional.ofNullable(format), maxJump);
      ReadProgress.begin(units.totalBytes());
      return new Records(units);
    } catch (TraceFileException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static final class Records implements CloseableIterator<EncodedRecord> {
    private final FileUnits units;
    private Optional<FileUnit> next;

    Records(FileUnits units) {
      this.units = units;
      this.next = read();
    }

    private Optional<FileUnit> read() {
      try {
        ReadProgress.reached(units.bytesRead(), units.unsorted());
        return units.next();
      } catch (TraceFileException e) {
        // Only the deepest message is shown, and only this one names the file.
        throw new UncheckedIOException(new IOException(e.getMessage()));
      }
    }

    @Override
    public boolean hasNext() {
      return next.isPresent();
    }

    @Override
    public EncodedRecord next() {
      FileUnit unit = next.orElseThrow(NoSuchElementException::new);
      next = read();
      return new EncodedRecord(
          unit.file().toString(),
          0,
          unit.number(),
          unit.eventTimeMillis(),
          unit.eventTimeMillis(),
          NO_KEY,
          unit.bytes(),
          Decoders.label(unit.format()));
    }

    @Override
    public void close() {
      units.close();
    }
  }
}
