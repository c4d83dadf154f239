package io.tracemill.bench.store;

import java.nio.file.Files;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.flink.core.fs.Path;

/** Writes a large index and says how large it is. Arguments: a new directory, and requests. */
public final class StoreLoad {
  private StoreLoad() {}

  /** Writes the store and prints its size. */
  public static void main(String[] arguments) throws Exception {
    java.nio.file.Path directory = java.nio.file.Path.of(arguments[0]).toAbsolutePath();
    int requests = Integer.parseInt(arguments[1]);
    if (Files.exists(directory)) {
      throw new IllegalArgumentException(directory + " exists; give a new directory");
    }
    long started = System.nanoTime();
    new StoreFiles(new Path(directory.toUri())).write(requests);
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
    long bytes = size(directory);
    System.out.printf(
        "%,d requests of %d nodes in %,d ms: %,d MB, %.0f bytes a request, %.1f bytes a node%n",
        requests,
        StoreTraffic.NODES,
        millis,
        bytes >> 20,
        (double) bytes / requests,
        (double) bytes / requests / StoreTraffic.NODES);
  }

  private static long size(java.nio.file.Path directory) throws Exception {
    try (Stream<java.nio.file.Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
