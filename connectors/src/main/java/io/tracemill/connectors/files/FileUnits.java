package io.tracemill.connectors.files;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * The units of one or more files by event time, then by the order of the files, read on demand. The
 * first bytes of a file, not its name, tell its format and its compression. Every file stays open
 * and has one unit in memory until it ends.
 */
public final class FileUnits implements AutoCloseable {
  /** The bytes that all files together may hold to sort units; small, to fit the CPU's caches. */
  private static final long WINDOW_BYTES = most(1 << 24);

  /** The same for a sort through temporary files; large, so that there are few of them. */
  private static final long RUN_BYTES = most(1 << 28);

  /** The next unit of a file. */
  private record Head(FileUnit unit, TraceFile file, int order) {}

  private final List<TraceFile> files = new ArrayList<>();
  private final PriorityQueue<Head> heads =
      new PriorityQueue<>(
          Comparator.<Head>comparingLong(head -> head.unit().eventTimeMillis())
              .thenComparingInt(Head::order));
  private boolean started;

  private FileUnits() {}

  private static long most(long bytes) {
    return Math.min(bytes, Runtime.getRuntime().maxMemory() / 16);
  }

  /**
   * Opens all of {@code files}; opens none if one fails.
   *
   * @param format of all files; without it, it is detected for each
   * @param maxJump how far ahead of the previous unit of its file the time of a unit may be and
   *     still count without confirmation
   */
  public static FileUnits open(List<Path> files, Optional<FileFormat> format, Duration maxJump)
      throws TraceFileException {
    FileUnits units = new FileUnits();
    long parts = Math.max(1, files.size());
    try {
      for (Path file : files) {
        units.files.add(
            new TraceFile(file, format, maxJump, WINDOW_BYTES / parts, RUN_BYTES / parts));
      }
    } catch (TraceFileException e) {
      units.close();
      throw e;
    }
    return units;
  }

  /** Opens one file, as {@link #open(List, Optional, Duration)} does. */
  public static FileUnits open(Path file, Optional<FileFormat> format, Duration maxJump)
      throws TraceFileException {
    return open(List.of(file), format, maxJump);
  }

  /** The next unit; empty at the end of all files. */
  public Optional<FileUnit> next() throws TraceFileException {
    if (!started) {
      started = true;
      for (int order = 0; order < files.size(); order++) {
        advance(files.get(order), order);
      }
    }
    Head head = heads.poll();
    if (head == null) {
      return Optional.empty();
    }
    advance(head.file(), head.order());
    return Optional.of(head.unit());
  }

  private void advance(TraceFile file, int order) throws TraceFileException {
    file.next().ifPresent(unit -> heads.add(new Head(unit, file, order)));
  }

  /** The number of bytes on disk that have been read so far. */
  public long bytesRead() {
    return files.stream().mapToLong(TraceFile::bytesRead).sum();
  }

  /** The number of units so far that were too far out of order to be sorted. */
  public long unsorted() {
    return files.stream().mapToLong(TraceFile::unsorted).sum();
  }

  /** The total number of bytes on disk. */
  public long totalBytes() {
    return files.stream().mapToLong(TraceFile::totalBytes).sum();
  }

  /** Closes all files, and fails if one of them does. */
  @Override
  public void close() {
    List<RuntimeException> failures = new ArrayList<>();
    for (TraceFile file : files) {
      try {
        file.close();
      } catch (RuntimeException e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
  }
}
