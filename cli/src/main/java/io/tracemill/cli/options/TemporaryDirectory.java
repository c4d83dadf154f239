package io.tracemill.cli.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory that {@code close} deletes with all its content. */
public record TemporaryDirectory(Path path) implements AutoCloseable {
  /** Creates a directory whose name begins with {@code prefix}. */
  public static TemporaryDirectory create(String prefix) throws IOException {
    return new TemporaryDirectory(Files.createTempDirectory(prefix));
  }

  @Override
  public void close() throws IOException {
    delete(path);
  }

  /** Deletes a directory with all its content, if it exists. */
  public static void delete(Path path) throws IOException {
    try (Stream<Path> files = Files.exists(path) ? Files.walk(path) : Stream.empty()) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
