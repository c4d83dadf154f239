package io.tracemill.pipeline.job;

import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The checkpoints in a state directory, as Flink lays them out: {@code <job>/chk-<n>/_metadata}. A
 * marker hides those that came before it, so that forgetting deletes nothing.
 */
public final class Checkpoints {
  private static final String METADATA = "_metadata";
  private static final String MARKER = "fresh-since";
  private static final int DEPTH = 3;

  private final Path directory;

  public Checkpoints(Path directory) {
    this.directory = directory;
  }

  /**
   * Those of the configured state directory.
   *
   * @throws ConfigException if that is not a directory of this machine
   */
  public static Checkpoints of(TracemillConfig config) {
    String directory = config.get(Keys.STATE_DIRECTORY);
    if (directory.contains("://")) {
      throw new ConfigException(
          "state.directory: '%s', but resuming needs a directory of this machine"
              .formatted(directory));
    }
    return new Checkpoints(Path.of(directory).toAbsolutePath().normalize());
  }

  /** The newest complete checkpoint since the last {@link #forget}. */
  public Optional<Path> newest() throws IOException {
    if (!Files.isDirectory(directory)) {
      return Optional.empty();
    }
    Path marker = directory.resolve(MARKER);
    FileTime since =
        Files.exists(marker) ? Files.getLastModifiedTime(marker) : FileTime.fromMillis(0);
    try (Stream<Path> files = Files.walk(directory, DEPTH)) {
      return files
          .filter(file -> file.endsWith(METADATA))
          .filter(file -> modified(file).compareTo(since) > 0)
          .max(Comparator.comparing(Checkpoints::modified))
          .map(Path::getParent);
    }
  }

  private static FileTime modified(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException e) {
      // Flink has just replaced it by a newer one.
      return FileTime.fromMillis(0);
    }
  }

  /** Hides all checkpoints that are there now. */
  public void forget() throws IOException {
    Files.createDirectories(directory);
    Files.writeString(
        directory.resolve(MARKER), "Checkpoints older than this file are not used.\n");
  }
}
