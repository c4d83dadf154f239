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
          "Write the records here too, one <name>.jsonl for each kind, and exports into"
              + " DIR/exports.")
  private Optional<Path> directory = Optional.empty();

  @Option(
      names = "--overwrite",
      description = "Replace results of another run in DIR, once there are new ones.")
  private boolean overwrite;

  /** Creates the directory, if one is given, as {@link OutOption#make}. */
  public Optional<Path> make() {
    return directory.map(path -> OutOption.make(path, overwrite));
  }

  /** The directory, if it is given. */
  public Optional<Path> path() {
    return directory;
  }
}
