package io.tracemill.pipeline.source.files;

import static java.util.Objects.requireNonNull;

import io.tracemill.connectors.files.FileFormat;
import io.tracemill.connectors.files.FileUnit;
import io.tracemill.connectors.files.FileUnits;
import io.tracemill.connectors.files.TraceFileException;
import io.tracemill.pipeline.decode.Decoders;
import io.tracemill.pipeline.source.EncodedRecord;
import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The units of trace files, merged by event time, as records. It travels with the job and opens the
 * files at the first question.
 *
 * <p>{@link #hasNext} throws {@link UncheckedIOException} for a file that cannot be read; its
 * message names the file.
 */
public final class FileRecords implements Iterator<EncodedRecord>, Serializable {
  private static final long serialVersionUID = 1;
  private static final byte[] NO_KEY = {};

  private final List<File> files;
  private final @Nullable FileFormat format;
  private final Duration maxJump;

  private transient @Nullable FileUnits units;
  private transient @Nullable FileUnit next;

  /**
   * Records that are not read yet.
   *
   * @param files the files in any order
   * @param format the format of all files; if absent, it is detected for each file
   * @param maxJump how far a unit may be ahead of the one before ({@code time.max-jump})
   */
  public FileRecords(List<File> files, Optional<FileFormat> format, Duration maxJump) {
    this.files = List.copyOf(files);
    this.format = format.orElse(null);
    this.maxJump = maxJump;
  }

  @Override
  public boolean hasNext() {
    try {
      if (next == null) {
        next = read();
      }
      return next != null;
    } catch (TraceFileException e) {
      close();
      // Only the deepest message is shown, and only this one names the file.
      throw new UncheckedIOException(new IOException(e.getMessage()));
    }
  }

  private @Nullable FileUnit read() throws TraceFileException {
    if (units == null) {
      List<Path> paths = files.stream().map(File::toPath).toList();
      units = FileUnits.open(paths, Optional.ofNullable(format), maxJump);
      ReadProgress.begin(units.totalBytes());
    }
    FileUnit read = units.next().orElse(null);
    ReadProgress.reached(units.bytesRead(), units.unsorted());
    if (read == null) {
      close();
    }
    return read;
  }

  private void close() {
    if (units != null) {
      units.close();
    }
  }

  @Override
  public EncodedRecord next() {
    if (!hasNext()) {
      throw new NoSuchElementException("all records are read");
    }
    FileUnit unit = requireNonNull(next, "next");
    next = null;
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
}
