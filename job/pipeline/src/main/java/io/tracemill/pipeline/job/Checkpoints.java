package io.tracemill.pipeline.job;

import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.util.FileUtils;

/**
 * The checkpoints in a state directory, as Flink lays them out: {@code <job>/chk-<n>/_metadata}. A
 * marker hides all older checkpoints, so forgetting them deletes nothing.
 */
public final class Checkpoints {
  private static final String METADATA = "_metadata";
  private static final String MARKER = "fresh-since";
  private static final String UNTIL_NOW = "until-now";

  private final Path directory;

  public Checkpoints(Path directory) {
    this.directory = directory;
  }

  /**
   * The checkpoints of the configured state directory.
   *
   * @throws ConfigException if that is not a directory of this machine
   */
  public static Checkpoints of(TracemillConfig config) {
    String directory = config.get(Keys.STATE_DIRECTORY);
    if (directory.contains("://")) {
      throw new ConfigException(
          "state.directory: '%s' is not on this machine; run and --resume need a local directory"
              .formatted(directory));
    }
    return new Checkpoints(Path.of(directory).toAbsolutePath().normalize());
  }

  /** Where they are. */
  public Path directory() {
    return directory;
  }

  /** The newest complete checkpoint since the last {@link #forget}. */
  public Optional<Path> newest() throws IOException {
    Path marker = directory.resolve(MARKER);
    FileTime since =
        Files.exists(marker) ? Files.getLastModifiedTime(marker) : FileTime.fromMillis(0);
    List<Path> complete = new ArrayList<>();
    for (Path job : children(directory)) {
      for (Path checkpoint : children(job)) {
        if (modified(checkpoint).compareTo(since) > 0) {
          complete.add(checkpoint);
        }
      }
    }
    return complete.stream().max(Comparator.comparing(Checkpoints::modified));
  }

  /**
   * The content of a directory; empty for anything else. Flink may have removed a directory that it
   * has replaced. It does not open a file to check: on Linux, closing the file again would release
   * this process's lock on it.
   */
  private static List<Path> children(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      return List.of();
    }
    try (Stream<Path> children = Files.list(path)) {
      return children.toList();
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    }
  }

  /** The time when the checkpoint was completed; the epoch if it was not. */
  private static FileTime modified(Path checkpoint) {
    try {
      return Files.getLastModifiedTime(checkpoint.resolve(METADATA));
    } catch (IOException e) {
      return FileTime.fromMillis(0);
    }
  }

  /** The directory of a bounded job's own checkpoints, from which no job resumes. */
  Path untilNow() {
    return directory.resolve(UNTIL_NOW);
  }

  /** Deletes the checkpoints that a killed bounded job left behind. */
  public void deleteUntilNow() throws IOException {
    FileUtils.deleteDirectory(untilNow().toFile());
  }

  /** Hides all checkpoints that exist now. */
  public void forget() throws IOException {
    Files.createDirectories(directory);
    Files.writeString(
        directory.resolve(MARKER), "Checkpoints older than this file are not used.\n");
  }
}
