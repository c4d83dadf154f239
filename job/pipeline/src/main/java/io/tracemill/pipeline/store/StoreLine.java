package io.tracemill.pipeline.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.Key;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.store.layout.LineRules;
import io.tracemill.store.layout.StoreLayout;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystem.WriteMode;
import org.apache.flink.core.fs.Path;

/**
 * The directory of the store that one line of checkpoints writes to. A file in the state directory
 * records it, so that a job that resumes continues there. A job that starts without a checkpoint
 * gets a new directory, because it may read old records again.
 *
 * @param rules that the job analyses with; a file of the line records them
 * @param bounded whether the job ends with its input: it keeps every request and deletes nothing
 */
public record StoreLine(Path directory, LineRules rules, boolean bounded) {
  private static final String REMEMBERED = "store-line";

  /**
   * The line of a continuous job that is about to start; empty if it writes no store.
   *
   * @param resumes whether it resumes from a checkpoint
   * @param now names a new directory
   * @throws ConfigException if the state directory or the store cannot be written
   */
  public static Optional<StoreLine> of(
      TracemillConfig config, LineRules rules, boolean resumes, Instant now) {
    Path file = new Path(path(config, Keys.STATE_DIRECTORY), REMEMBERED);
    try {
      FileSystem files = file.getFileSystem();
      if (config.get(Keys.STORE_PATH).isEmpty()) {
        files.delete(file, false);
        return Optional.empty();
      }
      Path store = path(config, Keys.STORE_PATH);
      Optional<Path> known = resumes && files.exists(file) ? read(files, file) : Optional.empty();
      Path directory = known.filter(line -> isIn(store, line)).orElseGet(() -> unused(store, now));
      try (FSDataOutputStream out = files.create(file, WriteMode.OVERWRITE)) {
        out.write(directory.toUri().toString().getBytes(UTF_8));
      }
      return Optional.of(written(new StoreLine(directory, rules, false)));
    } catch (IOException e) {
      throw new ConfigException(
          "state.directory: '%s' can't be written: %s"
              .formatted(config.get(Keys.STATE_DIRECTORY), e.getMessage()));
    }
  }

  /** The line of a job that never resumes; empty if it writes no store. */
  public static Optional<StoreLine> once(TracemillConfig config, LineRules rules, Instant now) {
    return config.get(Keys.STORE_PATH).isEmpty()
        ? Optional.empty()
        : Optional.of(
            written(new StoreLine(unused(path(config, Keys.STORE_PATH), now), rules, true)));
  }

  private static StoreLine written(StoreLine line) {
    try {
      line.rules.write(line.directory);
      return line;
    } catch (IOException e) {
      throw new ConfigException(
          "store.path: '%s' can't be written: %s".formatted(line.directory, e.getMessage()));
    }
  }

  /**
   * The URI of a directory that exists ends in a slash, which a path keeps unless it has a child.
   */
  private static boolean isIn(Path store, Path line) {
    return new Path(store, line.getName()).equals(line);
  }

  /** A new directory, which shows at once whether the store can be written. */
  private static Path unused(Path store, Instant now) {
    try {
      FileSystem files = store.getFileSystem();
      Path line = StoreLayout.line(store, now);
      for (Instant later = now.plusSeconds(1); files.exists(line); later = later.plusSeconds(1)) {
        line = StoreLayout.line(store, later);
      }
      if (!files.mkdirs(line)) {
        throw new IOException("the directory cannot be made");
      }
      return line;
    } catch (IOException e) {
      throw new ConfigException(
          "store.path: '%s' can't be written: %s; allowed: a directory, or a URI of a file system of Flink"
              .formatted(store, e.getMessage()));
    }
  }

  /** Flink itself interprets a directory with a scheme. */
  private static Path path(TracemillConfig config, Key<String> key) {
    String directory = config.get(key);
    return directory.contains("://")
        ? new Path(directory)
        : new Path(java.nio.file.Path.of(directory).toAbsolutePath().normalize().toUri());
  }

  private static Optional<Path> read(FileSystem files, Path file) throws IOException {
    try (FSDataInputStream in = files.open(file)) {
      return Optional.of(new Path(URI.create(new String(in.readAllBytes(), UTF_8).strip())));
    } catch (IllegalArgumentException notWritten) {
      return Optional.empty();
    }
  }
}
