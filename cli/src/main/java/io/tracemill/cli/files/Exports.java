package io.tracemill.cli.files;

import io.tracemill.connectors.export.AggregateTraceFiles;
import io.tracemill.connectors.export.ClassDifference;
import io.tracemill.connectors.export.FlameGraphFiles;
import io.tracemill.connectors.export.FlameGraphFormat;
import io.tracemill.pipeline.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Flame graphs and aggregate traces, in the directory {@code exports}
 * beside the other results. While the job runs, the directory is {@code exports.part}. The caller
 * invokes {@link #publish} when the job succeeded, else {@link #discard}.
 */
public final class Exports {
  private Exports() {}

  /** The directory of the exports. */
  public static Path directory(Path results) {
    return results.resolve("exports");
  }

  private static Path part(Path results) {
    return results.resolve("exports.part");
  }

  /**
   * Prepares the directory for new exports.
   *
   * @throws ConfigException if something else is in its place
   */
  public static void prepare(Path results) throws IOException {
    Path there = directory(results);
    if (Files.exists(there) && !areExports(there)) {
      throw new ConfigException(
          "'%s' exists, but holds no exports of Tracemill; give another --out".formatted(there));
    }
    discard(results);
    Files.createDirectories(part(results));
  }

  /**
   * Replaces the existing exports with the new ones, if there are any. Call {@link #discard} after
   * it.
   */
  public static void publish(Path results) throws IOException {
    if (areExports(directory(results))) {
      delete(directory(results));
    }
    if (areExports(part(results))) {
      Files.move(part(results), directory(results));
    }
  }

  /** Deletes the unpublished exports. */
  public static void discard(Path results) throws IOException {
    delete(part(results));
  }

  private static boolean areExports(Path directory) {
    return Files.exists(directory.resolve(FlameGraphFiles.INDEX));
  }

  private static void delete(Path directory) throws IOException {
    if (Files.exists(directory)) {
      List<Path> files;
      try (Stream<Path> found = Files.walk(directory)) {
        files = found.sorted(Comparator.reverseOrder()).toList();
      }
      for (Path file : files) {
        Files.delete(file);
      }
    }
  }

  /** Writes graphs outside a job; call {@link #prepare} first. */
  public static FlameGraphFiles files(
      Path results, Set<FlameGraphFormat> formats, List<ClassDifference> differences) {
    return new FlameGraphFiles(part(results), formats, differences);
  }

  /** Writes aggregate traces outside a job; call {@link #prepare} first. */
  public static AggregateTraceFiles aggregateTraces(Path results) {
    return new AggregateTraceFiles(part(results));
  }
}
