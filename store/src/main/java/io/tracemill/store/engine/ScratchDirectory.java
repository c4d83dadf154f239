package io.tracemill.store.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory for temporary files, which {@code close} deletes with all its content. */
public record ScratchDirectory(Path path) implements AutoCloseable {
  /** Creates one that other users cannot read. */
  public static ScratchDirectory create() {
    try {
      return new ScratchDirectory(Files.createTempDirectory("tracemill-query"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot create a directory for temporary files", e);
    }
  }

  @Override
  public void close() {
    try {
      List<Path> files;
      try (Stream<Path> all = Files.walk(path)) {
        files = all.sorted(Comparator.reverseOrder()).toList();
      }
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete the temporary files in " + path, e);
    }
  }
}
