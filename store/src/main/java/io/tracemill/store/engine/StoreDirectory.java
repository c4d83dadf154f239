package io.tracemill.store.engine;

import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.store.layout.LineRules;
import io.tracemill.store.layout.StoreLayout;
import io.tracemill.store.layout.StorePartition;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.core.fs.FileStatus;

/** The local or mounted directory of a store, or of one of its lines. */
public final class StoreDirectory {
  private final List<org.apache.flink.core.fs.Path> lines;

  private StoreDirectory(List<org.apache.flink.core.fs.Path> lines) {
    this.lines = List.copyOf(lines);
  }

  /**
   * The directory that the configuration names.
   *
   * @param configured the value of {@code store.path}, not empty
   * @throws QueryException if it is not local or mounted
   */
  public static Path local(String configured) {
    if (configured.matches("(?!file:)[a-z][a-z0-9+.-]*:.*")) {
      throw new QueryException(
          "store.path is '%s', but questions need a local or mounted directory; copy or mount the store, then name that directory"
              .formatted(configured));
    }
    return configured.startsWith("file:")
        ? Path.of(URI.create(configured).getPath())
        : Path.of(configured);
  }

  /**
   * Finds the lines of a store.
   *
   * @param only the name of the only line to read; empty for all
   * @throws QueryException if there is no store, or no such line
   */
  public static StoreDirectory open(Path directory, Optional<String> only) {
    Path store = directory.toAbsolutePath().normalize();
    if (!Files.isDirectory(store)) {
      throw new QueryException(
          "'%s' is no directory; give the one that store.path or analyze --store names"
              .formatted(directory));
    }
    List<org.apache.flink.core.fs.Path> lines =
        listed(() -> StoreLayout.lines(new org.apache.flink.core.fs.Path(store.toUri())));
    if (lines.isEmpty()) {
      throw new QueryException(
          "'%s' holds no store: it has no line-* directory; write one with the key store.path"
              .formatted(directory));
    }
    if (only.isEmpty()) {
      return new StoreDirectory(lines);
    }
    return new StoreDirectory(
        List.of(
            lines.stream()
                .filter(line -> line.getName().equals(only.get()))
                .findFirst()
                .orElseThrow(
                    () ->
                        new QueryException(
                            "'%s' has no line '%s'; it has %s"
                                .formatted(
                                    directory,
                                    only.get(),
                                    lines.stream()
                                        .map(org.apache.flink.core.fs.Path::getName)
                                        .collect(joining(", ")))))));
  }

  private interface Listing<T> {
    T list() throws IOException;
  }

  private static <T> T listed(Listing<T> listing) {
    try {
      return listing.list();
    } catch (IOException e) {
      throw new QueryException("the store cannot be listed: " + e.getMessage(), e);
    }
  }

  /** All visible files of the hours that {@code time} touches, by line, table, then time. */
  public List<StoreFile> files(Period time) {
    List<StoreFile> files = new ArrayList<>();
    for (org.apache.flink.core.fs.Path line : lines) {
      for (StorePartition partition : listed(() -> StoreLayout.partitionsOf(line))) {
        long start = partition.startMillis();
        Period hour = new Period(start, start + StoreLayout.HOUR_MILLIS);
        if (hour.overlaps(time)) {
          for (FileStatus file : listed(partition::visibleFiles)) {
            files.add(
                new StoreFile(
                    line.getName(),
                    partition.table(),
                    hour,
                    Path.of(file.getPath().toUri().getPath())));
          }
        }
      }
    }
    return files;
  }

  /**
   * The rules of the newest line.
   *
   * @throws QueryException if they cannot be read
   */
  public LineRules rules() {
    org.apache.flink.core.fs.Path newest = lines.get(lines.size() - 1);
    try {
      return LineRules.read(newest);
    } catch (IOException e) {
      throw new QueryException(
          "line %s has no rules.json; another version of the job wrote it, delete it or choose another line"
              .formatted(newest.getName()),
          e);
    }
  }
}
