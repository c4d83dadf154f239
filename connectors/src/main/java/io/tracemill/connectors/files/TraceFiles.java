package io.tracemill.connectors.files;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Opens trace files. Whether one is compressed, and its format, is told from its first bytes and
 * not from its name.
 */
public final class TraceFiles {
  private TraceFiles() {}

  /**
   * Opens {@code file}, whose format is recognised unless it is given.
   *
   * @param maxJump how far a unit may be ahead of the one before and be believed on its own
   */
  public static FileUnits open(Path file, Optional<FileFormat> format, Duration maxJump)
      throws TraceFileException {
    return new TraceFile(file, format, maxJump);
  }

  /** Opens all of {@code files} and merges them by event time; opens none if one cannot be. */
  public static FileUnits openAll(List<Path> files, Optional<FileFormat> format, Duration maxJump)
      throws TraceFileException {
    List<FileUnits> opened = new ArrayList<>();
    try {
      for (Path file : files) {
        opened.add(open(file, format, maxJump));
      }
    } catch (TraceFileException e) {
      opened.forEach(FileUnits::close);
      throw e;
    }
    return new MergedUnits(opened);
  }
}
