package io.tracemill.cli.files;

import io.tracemill.cli.options.TemporaryDirectory;
import io.tracemill.connectors.export.FlameGraphFiles;
import io.tracemill.pipeline.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Flame graphs and aggregate traces, in the directory {@code exports} beside other results. */
public final class Exports {
  private Exports() {}

  /** Writes files and their list into a directory; one without a list counts as empty. */
  public interface Writer {
    void write(Path directory) throws IOException;
  }

  /** The directory of the exports. */
  public static Path directory(Path results) {
    return results.resolve("exports");
  }

  /**
   * Checks the place for new exports.
   *
   * @throws ConfigException if something else is in it
   */
  public static void check(Path results) {
    Path there = directory(results);
    if (Files.exists(there) && !areExports(there)) {
      throw new ConfigException(
          "'%s' exists, but holds no exports of Tracemill; give another --out".formatted(there));
    }
  }

  /**
   * Replaces the existing exports with new ones, or only deletes them if there are none. If the
   * writer fails, they stay. While it writes, its directory is {@code exports.part}.
   */
  public static void write(Path results, Writer writer) throws IOException {
    Path there = directory(results);
    Path part = results.resolve("exports.part");
    TemporaryDirectory.delete(part);
    try {
      writer.write(Files.createDirectories(part));
      if (areExports(there)) {
        TemporaryDirectory.delete(there);
      }
      if (areExports(part)) {
        Files.move(part, there);
      }
    } finally {
      TemporaryDirectory.delete(part);
    }
  }

  private static boolean areExports(Path directory) {
    return Files.exists(directory.resolve(FlameGraphFiles.INDEX));
  }
}
