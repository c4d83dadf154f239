package io.tracemill.pipeline.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.index.layout.IndexLayout;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystem.WriteMode;

/**
 * The directory of the index that one line of checkpoints writes to. A file in the state directory
 * records it, so that a job that resumes continues there. A job that starts without a checkpoint
 * gets a new directory, because it may read old records again.
 */
public final class IndexLine {
  private static final String REMEMBERED = "index-line";

  private IndexLine() {}

  /**
   * The directory of a job that is about to start; empty if it writes no index.
   *
   * @param resumes whether it resumes from a checkpoint
   * @param now names a new directory
   */
  public static Optional<String> of(TracemillConfig config, boolean resumes, Instant now) {
    Optional<String> fresh = once(config, now);
    if (fresh.isEmpty()) {
      return fresh;
    }
    String index = index(config);
    String state = config.get(Keys.STATE_DIRECTORY);
    org.apache.flink.core.fs.Path file = new org.apache.flink.core.fs.Path(uri(state), REMEMBERED);
    try {
      FileSystem files = file.getFileSystem();
      if (resumes && files.exists(file)) {
        String known = read(files, file);
        if (known.startsWith(index + "/")) {
          return Optional.of(known);
        }
      }
      try (FSDataOutputStream out = files.create(file, WriteMode.OVERWRITE)) {
        out.write(fresh.get().getBytes(UTF_8));
      }
      return fresh;
    } catch (IOException e) {
      throw new ConfigException(
          "state.directory: '%s' can't be written: %s".formatted(state, e.getMessage()));
    }
  }

  /** The directory of a job that never resumes. */
  public static Optional<String> once(TracemillConfig config, Instant now) {
    String path = config.get(Keys.INDEX_PATH);
    return path.isEmpty()
        ? Optional.empty()
        : Optional.of(
            IndexLayout.line(new org.apache.flink.core.fs.Path(index(config)), now).toString());
  }

  private static String index(TracemillConfig config) {
    return uri(config.get(Keys.INDEX_PATH)).replaceFirst("/+$", "");
  }

  /** Flink itself interprets a directory with a scheme. */
  private static String uri(String directory) {
    return directory.contains("://")
        ? directory
        : Path.of(directory).toAbsolutePath().normalize().toUri().toString();
  }

  private static String read(FileSystem files, org.apache.flink.core.fs.Path file)
      throws IOException {
    try (FSDataInputStream in = files.open(file)) {
      return new String(in.readAllBytes(), UTF_8).strip();
    }
  }
}
