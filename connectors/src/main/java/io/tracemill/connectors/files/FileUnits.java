package io.tracemill.connectors.files;

import java.util.Optional;

/** The units of one or more files by event time, read on demand. */
public interface FileUnits extends AutoCloseable {
  /** The next unit; empty at the end. */
  Optional<FileUnit> next() throws TraceFileException;

  /** The number of bytes on disk that have been read so far. */
  long bytesRead();

  /** The number of units so far that were too far out of order to be sorted. */
  long unsorted();

  /** The total number of bytes on disk. */
  long totalBytes();

  @Override
  void close();
}
