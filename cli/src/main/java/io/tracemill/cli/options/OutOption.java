package io.tracemill.cli.options;

import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.sink.FileResultSinks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** {@code --out DIR}: the directory for the results of a job over files. */
public final class OutOption {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Directory for the results; created if it does not exist.")
  private Path directory = Path.of("out");

  @Option(
      names = "--overwrite",
      description = "Replace the results of another run, once this one has succeeded.")
  private boolean overwrite;

  public Path path() {
    return directory;
  }

  /**
   * Creates the directory, and removes results that were not published.
   *
   * @throws ConfigException if it cannot be created, or holds results that may not be replaced
   */
  public Path make() {
    return make(directory, overwrite);
  }

  /** Creates a directory that another option names, in the same way. */
  public static Path make(Path directory, boolean overwrite) {
    if (!overwrite
        && Stream.of(ResultStream.values())
            .anyMatch(stream -> Files.exists(FileResultSinks.file(directory, stream)))) {
      throw new ConfigException(
          ("--out: '%s' holds the results of another run; give another directory, or add"
                  + " --overwrite")
              .formatted(directory));
    }
    try {
      Files.createDirectories(directory);
      FileResultSinks.discard(directory);
      return directory;
    } catch (IOException e) {
      throw new ConfigException(
          "--out: '%s' cannot be created: %s".formatted(directory, e.getMessage()));
    }
  }
}
