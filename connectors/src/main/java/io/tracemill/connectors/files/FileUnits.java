package io.tracemill.connectors.files;

import java.util.Optional;

/** The units of one or more files, read as they are asked for. */
public interface FileUnits extends AutoCloseable {
  /** The next unit; empty at the end. */
  Optional<FileUnit> next() throws TraceFileException;

  /** How much has been read so far, in bytes as they stand on disk. */
  long bytesRead();

  /** How much there is to be read, in bytes as they stand on disk. */
  long totalBytes();

  @Override
  void close();
}
