package io.tracemill.bench.analyze;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Trace files.
 *
 * @param spans of all files together
 */
record WrittenFiles(List<Path> paths, long spans) {
  WrittenFiles {
    paths = List.copyOf(paths);
  }

  /** Reads all of them, so that they are in the page cache if it is large enough. */
  long bytes() throws IOException {
    long bytes = 0;
    for (Path path : paths) {
      bytes += Files.copy(path, OutputStream.nullOutputStream());
    }
    return bytes;
  }
}
