package io.tracemill.cli.options;

import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.sink.FileResultSinks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** {@code --out DIR}: where a job over files leaves its results. */
public final class OutOption {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description =
          "Where the results go; made if it is not there. Its results are replaced at the end.")
  private Path directory = Path.of("out");

  public Path path() {
    return directory;
  }

  /**
   * Makes the directory, and removes what was not published.
   *
   * @throws ConfigException if it cannot be made
   */
  public Path make() {
    return make(directory);
  }

  /** The same for a directory that is given otherwise. */
  public static Path make(Path directory) {
    try {
      Files.createDirectories(directory);
      FileResultSinks.discard(directory);
      return directory;
    } catch (IOException e) {
      throw new ConfigException(
          "--out: '%s' cannot be made a directory, %s".formatted(directory, e.getMessage()));
    }
  }
}
