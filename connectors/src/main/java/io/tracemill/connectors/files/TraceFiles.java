package io.tracemill.connectors.files;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Opens trace files. The first bytes, not the name, tell the format and the compression. */
public final class TraceFiles {
  /** The bytes that all files together may hold to sort units; small, to fit the CPU's caches. */
  private static final long WINDOW_BYTES = most(1 << 24);

  /** The same for a sort through temporary files; large, so that there are few of them. */
  private static final long RUN_BYTES = most(1 << 28);

  private static long most(long bytes) {
    return Math.min(bytes, Runtime.getRuntime().maxMemory() / 16);
  }

  private TraceFiles() {}

  /**
   * Opens {@code file}; detects its format unless it is given.
   *
   * @param maxJump how far ahead of the previous unit the time of a unit may be and still count
   *     without confirmation
   */
  public static FileUnits open(Path file, Optional<FileFormat> format, Duration maxJump)
      throws TraceFileException {
    return open(file, format, maxJump, 1);
  }

  private static TraceFile open(Path file, Optional<FileFormat> format, Duration maxJump, int files)
      throws TraceFileException {
    return new TraceFile(file, format, maxJump, WINDOW_BYTES / files, RUN_BYTES / files);
  }

  /** Opens all of {@code files} and merges them by event time; opens none if one fails. */
  public static FileUnits openAll(List<Path> files, Optional<FileFormat> format, Duration maxJump)
      throws TraceFileException {
    List<FileUnits> opened = new ArrayList<>();
    try {
      for (Path file : files) {
        opened.add(open(file, format, maxJump, files.size()));
      }
    } catch (TraceFileException e) {
      opened.forEach(FileUnits::close);
      throw e;
    }
    return new MergedUnits(opened);
  }
}
