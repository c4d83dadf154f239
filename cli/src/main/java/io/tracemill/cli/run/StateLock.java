package io.tracemill.cli.run;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import io.tracemill.pipeline.job.Checkpoints;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A lock that lets only one process run the job of a state directory. Two such processes would
 * abort each other's transactions and overwrite each other's results. The lock ends with the
 * process, even after a crash.
 */
final class StateLock implements AutoCloseable {
  private static final String FILE = "in-use";

  private final FileChannel file;
  private final Checkpoints checkpoints;

  private StateLock(FileChannel file, Checkpoints checkpoints) {
    this.file = file;
    this.checkpoints = checkpoints;
  }

  /**
   * Takes the lock, and creates the directory if it does not exist.
   *
   * @throws IllegalStateException if another process holds the lock
   */
  static StateLock take(Checkpoints checkpoints) throws IOException {
    Path directory = checkpoints.directory();
    Files.createDirectories(directory);
    FileChannel file = FileChannel.open(directory.resolve(FILE), CREATE, WRITE);
    if (lock(file).isEmpty()) {
      file.close();
      throw new IllegalStateException(
          "state.directory: '%s' is in use by another run; give each run its own state.directory"
                  .formatted(directory)
              + " and output.prefix");
    }
    return new StateLock(file, checkpoints);
  }

  private static Optional<FileLock> lock(FileChannel file) throws IOException {
    try {
      return Optional.ofNullable(file.tryLock());
    } catch (OverlappingFileLockException e) {
      // This process already holds the lock.
      return Optional.empty();
    }
  }

  /** The content of the directory. */
  Checkpoints checkpoints() {
    return checkpoints;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
