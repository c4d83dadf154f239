package io.tracemill.store.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A directory for temporary files. It is deleted with all its content when it is closed, and when
 * this program ends, also by a signal.
 */
public final class ScratchDirectory implements AutoCloseable {
  private final Path path;
  private final Thread atExit = new Thread(this::delete, "delete-temporary-files");

  private ScratchDirectory(Path path) {
    this.path = path;
  }

  /** Creates one that other users cannot read. */
  public static ScratchDirectory create() {
    try {
      ScratchDirectory directory =
          new ScratchDirectory(Files.createTempDirectory("tracemill-store"));
      Runtime.getRuntime().addShutdownHook(directory.atExit);
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot create a directory for temporary files", e);
    }
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException ending) {
      // The hook runs, or has run.
    }
    delete();
  }

  private synchronized void delete() {
    try {
      List<Path> files;
      try (Stream<Path> all = Files.exists(path) ? Files.walk(path) : Stream.empty()) {
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
