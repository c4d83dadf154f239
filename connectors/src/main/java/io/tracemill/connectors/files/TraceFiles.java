package io.tracemill.connectors.files;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Opens trace files. Whether one is compressed, and its format, is told from its first bytes and
 * not from its name.
 */
public final class TraceFiles {
  private TraceFiles() {}

  /** Opens {@code file}, whose format is recognised unless it is given. */
  public static FileUnits open(Path file, Optional<FileFormat> format) throws TraceFileException {
    return new TraceFile(file, format);
  }

  /** Opens all of {@code files} and merges them by event time; opens none if one cannot be. */
  public static FileUnits openAll(List<Path> files, Optional<FileFormat> format)
      throws TraceFileException {
    List<FileUnits> opened = new ArrayList<>();
    try {
      for (Path file : files) {
        opened.add(open(file, format));
      }
    } catch (TraceFileException e) {
      opened.forEach(FileUnits::close);
      throw e;
    }
    return new MergedUnits(opened);
  }
}
