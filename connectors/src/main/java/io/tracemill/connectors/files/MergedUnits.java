package io.tracemill.connectors.files;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * The units of several files by event time, then by the order of the files. Every file stays open
 * and has one unit in memory until it ends.
 */
public final class MergedUnits implements FileUnits {
  /** The next unit of a file. */
  private record Head(FileUnit unit, int file) {}

  private final List<FileUnits> files;
  private final PriorityQueue<Head> heads =
      new PriorityQueue<>(
          Comparator.<Head>comparingLong(head -> head.unit().eventTimeMillis())
              .thenComparingInt(Head::file));
  private boolean started;

  /** Merges {@code files}, each of which is in order, and closes them when it is closed. */
  public MergedUnits(List<? extends FileUnits> files) {
    this.files = List.copyOf(files);
  }

  @Override
  public Optional<FileUnit> next() throws TraceFileException {
    if (!started) {
      started = true;
      for (int file = 0; file < files.size(); file++) {
        advance(file);
      }
    }
    Head head = heads.poll();
    if (head == null) {
      return Optional.empty();
    }
    advance(head.file());
    return Optional.of(head.unit());
  }

  private void advance(int file) throws TraceFileException {
    files.get(file).next().ifPresent(unit -> heads.add(new Head(unit, file)));
  }

  @Override
  public long bytesRead() {
    return files.stream().mapToLong(FileUnits::bytesRead).sum();
  }

  @Override
  public long unsorted() {
    return files.stream().mapToLong(FileUnits::unsorted).sum();
  }

  @Override
  public long totalBytes() {
    return files.stream().mapToLong(FileUnits::totalBytes).sum();
  }

  @Override
  public void close() {
    List<RuntimeException> failures = new ArrayList<>();
    for (FileUnits file : files) {
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
