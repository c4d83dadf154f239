package io.tracemill.cli.cluster;

import io.tracemill.cli.process.SystemCommand;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file system in memory that can be filled; mounting one takes the rights of the superuser. */
final class SmallDisk implements AutoCloseable {
  private static final int MEGABYTES = 64;
  private static final byte[] BLOCK = new byte[4096];

  private final Path directory;

  private SmallDisk(Path directory) {
    this.directory = directory;
  }

  /**
   * Mounts one.
   *
   * @throws IOException if that is not allowed here
   */
  static SmallDisk mount(Path directory) throws IOException, InterruptedException {
    Files.createDirectories(directory);
    SystemCommand.run(
        "mount", "-t", "tmpfs", "-o", "size=" + MEGABYTES + "m", "tmpfs", directory.toString());
    return new SmallDisk(directory);
  }

  Path directory() {
    return directory;
  }

  /** Leaves no room for anything. */
  void fill() throws IOException {
    try (OutputStream out = Files.newOutputStream(ballast())) {
      while (true) {
        out.write(BLOCK);
      }
    } catch (IOException e) {
      if (Files.getFileStore(directory).getUsableSpace() > BLOCK.length) {
        throw e;
      }
    }
  }

  /** Makes room again. */
  void empty() throws IOException {
    Files.delete(ballast());
  }

  private Path ballast() {
    return directory.resolve("ballast");
  }

  @Override
  public void close() throws IOException, InterruptedException {
    SystemCommand.run("umount", directory.toString());
  }
}
