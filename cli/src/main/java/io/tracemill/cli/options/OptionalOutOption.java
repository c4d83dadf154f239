package io.tracemill.cli.options;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** {@code --out DIR}, for commands that print their results and can keep the records too. */
public final class OptionalOutOption {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Write the records of the job's streams here too, one <stream>.jsonl each, and exports"
              + " into DIR/exports.")
  private Optional<Path> directory = Optional.empty();

  @Option(
      names = "--overwrite",
      description = "Replace results of another run in DIR, once there are new ones.")
  private boolean overwrite;

  /** The directory, if it is given. */
  public Optional<Path> path() {
    return directory;
  }

  /**
   * Creates the directory and returns it; returns {@code other} if no directory is given.
   *
   * @throws io.tracemill.pipeline.config.ConfigException as {@link OutOption#make}
   */
  public Path makeOr(Path other) {
    return directory.map(path -> OutOption.make(path, overwrite)).orElse(other);
  }
}
