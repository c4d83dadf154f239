package io.tracemill.store.engine;

import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.store.layout.StoreLayout;
import io.tracemill.store.layout.StorePartition;
import io.tracemill.store.layout.StoreTable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The directory of an index: {@code <line>/<table>/date=YYYY-MM-DD/hour=HH/*.parquet}. It may also
 * be the directory of one line.
 */
public final class StoreDirectory {
  private static final long DAY_MILLIS = 24 * StoreLayout.HOUR_MILLIS;

  private final List<Path> lines;

  private StoreDirectory(List<Path> lines) {
    this.lines = List.copyOf(lines);
  }

  /**
   * The directory that the configuration names.
   *
   * @param configured the value of {@code index.path}, not empty
   * @throws QueryException if it is not local or mounted
   */
  public static Path local(String configured) {
    if (configured.matches("(?!file:)[a-z][a-z0-9+.-]*:.*")) {
      throw new QueryException(
          "index.path is '%s', but questions need a local or mounted directory; copy or mount the index, then name that directory"
              .formatted(configured));
    }
    return configured.startsWith("file:")
        ? Path.of(URI.create(configured).getPath())
        : Path.of(configured);
  }

  /**
   * Finds the lines of an index.
   *
   * @param only the name of the only line to read; empty for all
   * @throws QueryException if there is no index, or no such line
   */
  public static StoreDirectory open(Path directory, Optional<String> only) {
    Path index = directory.toAbsolutePath().normalize();
    if (!Files.isDirectory(index)) {
      throw new QueryException(
          "'%s' is no directory; give the one that index.path or analyze --index names"
              .formatted(directory));
    }
    List<Path> lines =
        isLine(index)
            ? List.of(index)
            : entries(index).stream().filter(StoreDirectory::isLine).toList();
    if (lines.isEmpty()) {
      throw new QueryException(
          "'%s' holds no index: it has no line-* directory; write one with the key index.path"
              .formatted(directory));
    }
    if (only.isEmpty()) {
      return new StoreDirectory(lines);
    }
    return new StoreDirectory(
        List.of(
            lines.stream()
                .filter(line -> name(line).equals(only.get()))
                .findFirst()
                .orElseThrow(
                    () ->
                        new QueryException(
                            "'%s' has no line '%s'; it has %s"
                                .formatted(
                                    directory,
                                    only.get(),
                                    lines.stream()
                                        .map(StoreDirectory::name)
                                        .collect(joining(", ")))))));
  }

  /** All visible files of the hours that {@code time} touches, by line, then time. */
  public List<StoreFile> files(Period time) {
    List<StoreFile> files = new ArrayList<>();
    for (Path line : lines) {
      for (StoreTable table : StoreTable.values()) {
        for (Path date : entries(line.resolve(table.directory()))) {
          for (Path partition : touched(date, time) ? entries(date) : List.<Path>of()) {
            hour(name(date), name(partition))
                .filter(hour -> hour.overlaps(time))
                .ifPresent(
                    hour ->
                        visible(partition).stream()
                            .map(file -> new StoreFile(name(line), table, hour, file))
                            .forEach(files::add));
          }
        }
      }
    }
    return files;
  }

  /** The files of a partition; one that replaces the others is the only one. */
  private static List<Path> visible(Path partition) {
    List<Path> files =
        entries(partition).stream().filter(file -> StorePartition.isVisible(name(file))).toList();
    List<Path> replacements =
        files.stream()
            .filter(file -> name(file).startsWith(StorePartition.REPLACEMENT_PREFIX))
            .toList();
    return replacements.isEmpty() ? files : replacements;
  }

  /** Why a file is not usable; empty if it looks whole. */
  public static Optional<SkippedFile> check(StoreFile file) {
    return ParquetCheck.failure(file.path()).map(reason -> new SkippedFile(file.path(), reason));
  }

  private static boolean isLine(Path directory) {
    return Stream.of(StoreTable.values())
        .anyMatch(table -> Files.isDirectory(directory.resolve(table.directory())));
  }

  private static boolean touched(Path date, Period time) {
    return hour(name(date), "hour=00")
        .map(first -> new Period(first.startMillis(), first.startMillis() + DAY_MILLIS))
        .filter(day -> day.overlaps(time))
        .isPresent();
  }

  /** The hour of a partition, by the names of its directories; empty if they name none. */
  private static Optional<Period> hour(String date, String hour) {
    OptionalLong start =
        StoreLayout.hour(new org.apache.flink.core.fs.Path("/" + date + "/" + hour));
    return start.isPresent()
        ? Optional.of(new Period(start.getAsLong(), start.getAsLong() + StoreLayout.HOUR_MILLIS))
        : Optional.empty();
  }

  /** The visible entries by name; none if the directory has been deleted. */
  private static List<Path> entries(Path directory) {
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream =
        Files.newDirectoryStream(directory, entry -> !name(entry).matches("[._].*"))) {
      stream.forEach(entries::add);
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    } catch (IOException | DirectoryIteratorException e) {
      throw new QueryException("'%s' cannot be listed: %s".formatted(directory, e.getMessage()), e);
    }
    entries.sort(null);
    return entries;
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }
}
