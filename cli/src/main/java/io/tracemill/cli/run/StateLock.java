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
 * The right of one process to run the job that a state directory is of. Two that did would abort
 * each other's transactions and write over each other's results. It ends with the process, however
 * that ends.
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
   * Takes the lock; the directory is created where there is none.
   *
   * @throws IllegalStateException if somebody has it
   */
  static StateLock take(Checkpoints checkpoints) throws IOException {
    Path directory = checkpoints.directory();
    Files.createDirectories(directory);
    FileChannel file = FileChannel.open(directory.resolve(FILE), CREATE, WRITE);
    if (lock(file).isEmpty()) {
      file.close();
      throw new IllegalStateException(
          "state.directory: '%s' is in use by another run, with or without --until-now;"
                  .formatted(directory)
              + " each needs a directory and an output.prefix of its own");
    }
    return new StateLock(file, checkpoints);
  }

  private static Optional<FileLock> lock(FileChannel file) throws IOException {
    try {
      return Optional.ofNullable(file.tryLock());
    } catch (OverlappingFileLockException e) {
      // It is this process that has it.
      return Optional.empty();
    }
  }

  /** What the directory holds. */
  Checkpoints checkpoints() {
    return checkpoints;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
