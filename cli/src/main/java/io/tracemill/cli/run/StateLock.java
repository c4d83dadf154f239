package io.tracemill.cli.run;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A lock that lets only one process run the job of a state directory. Two such processes would
 * abort each other's transactions and overwrite each other's results. The lock ends with the
 * process, even after a crash.
 */
final class StateLock implements AutoCloseable {
  private final FileChannel file;

  private StateLock(FileChannel file) {
    this.file = file;
  }

  /**
   * Takes the lock, and creates the directory if it does not exist.
   *
   * @throws IllegalStateException if another process holds the lock
   */
  static StateLock take(Path directory) throws IOException {
    Files.createDirectories(directory);
    FileChannel file = FileChannel.open(directory.resolve("in-use"), CREATE, WRITE);
    if (!isFree(file)) {
      file.close();
      throw new IllegalStateException(
          "state.directory: '%s' is in use by another run; give each run its own state.directory"
                  .formatted(directory)
              + " and output.prefix");
    }
    return new StateLock(file);
  }

  private static boolean isFree(FileChannel file) throws IOException {
    try {
      return file.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      // This process already holds the lock.
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
