package io.tracemill.pipeline.export;

import io.tracemill.analysis.profile.EndpointProfile;
import io.tracemill.connectors.export.FlameGraphFiles;
import io.tracemill.connectors.export.FlameGraphFormat;
import io.tracemill.pipeline.config.ConfigException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/**
 * Flame graphs in the directory {@code exports} beside the other results. While the job runs it is
 * {@code exports.part}; who runs it calls {@link #publish} when it has ended well, else {@link
 * #discard}.
 */
public final class Exports {
  private Exports() {}

  /** Where they are. */
  public static Path directory(Path results) {
    return results.resolve("exports");
  }

  private static Path part(Path results) {
    return results.resolve("exports.part");
  }

  /**
   * Makes room for new ones.
   *
   * @throws ConfigException if there is something else
   */
  public static void prepare(Path results) throws IOException {
    Path there = directory(results);
    if (Files.exists(there) && !areExports(there)) {
      throw new ConfigException(
          "--export: '%s' is there and holds no flame graphs of Tracemill".formatted(there));
    }
    discard(results);
    Files.createDirectories(part(results));
  }

  /** Puts what was written, if anything, in the place of what was there. */
  public static void publish(Path results) throws IOException {
    if (areExports(directory(results))) {
      delete(directory(results));
    }
    if (Files.exists(part(results))) {
      Files.move(part(results), directory(results));
    }
  }

  /** Deletes what was written and not published. */
  public static void discard(Path results) throws IOException {
    delete(part(results));
  }

  private static boolean areExports(Path directory) {
    return Files.exists(directory.resolve(FlameGraphFiles.INDEX));
  }

  private static void delete(Path directory) throws IOException {
    if (Files.exists(directory)) {
      List<Path> files;
      try (Stream<Path> found = Files.walk(directory)) {
        files = found.sorted(Comparator.reverseOrder()).toList();
      }
      for (Path file : files) {
        Files.delete(file);
      }
    }
  }

  /** Writes the graphs of each endpoint; one task can. */
  public static Sink<EndpointProfile> sink(Path results, Set<FlameGraphFormat> formats) {
    return new FilesSink(part(results).toFile(), Set.copyOf(formats));
  }

  private record FilesSink(File directory, Set<FlameGraphFormat> formats)
      implements Sink<EndpointProfile> {
    @Override
    public SinkWriter<EndpointProfile> createWriter(WriterInitContext context) {
      return new FilesWriter(new FlameGraphFiles(directory.toPath(), formats));
    }
  }

  private record FilesWriter(FlameGraphFiles files) implements SinkWriter<EndpointProfile> {
    @Override
    public void write(EndpointProfile profile, Context context) throws IOException {
      files.write(profile);
    }

    @Override
    public void flush(boolean endOfInput) throws IOException {
      if (endOfInput) {
        files.writeIndex();
      }
    }

    @Override
    public void close() {}
  }
}
