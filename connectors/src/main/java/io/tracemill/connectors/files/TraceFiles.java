package io.tracemill.connectors.files;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Opens trace files. The first bytes, not the name, tell the format and the compression. */
public final class TraceFiles {
  /** What all files together may hold to sort their units, in bytes. */
  private static final long MAX_BYTES = Math.min(1 << 24, Runtime.getRuntime().maxMemory() / 16);

  private TraceFiles() {}

  /**
   * Opens {@code file}; detects its format unless it is given.
   *
   * @param maxJump how far ahead of the previous unit the time of a unit may be and still count
   *     without confirmation
   */
  public static FileUnits open(Path file, Optional<FileFormat> format, Duration maxJump)
      throws TraceFileException {
    return new TraceFile(file, format, maxJump, MAX_BYTES);
  }

  /** Opens all of {@code files} and merges them by event time; opens none if one fails. */
  public static FileUnits openAll(List<Path> files, Optional<FileFormat> format, Duration maxJump)
      throws TraceFileException {
    List<FileUnits> opened = new ArrayList<>();
    try {
      for (Path file : files) {
        opened.add(new TraceFile(file, format, maxJump, MAX_BYTES / files.size()));
      }
    } catch (TraceFileException e) {
      opened.forEach(FileUnits::close);
      throw e;
    }
    return new MergedUnits(opened);
  }
}
