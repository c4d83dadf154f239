package io.tracemill.cli.options;

import io.tracemill.connectors.files.FileFormat;
import io.tracemill.connectors.files.FileUnit;
import io.tracemill.connectors.files.FileUnits;
import io.tracemill.connectors.files.TraceFileException;
import io.tracemill.pipeline.config.ConfigException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code FILE... --format FORMAT}: the trace files that a command reads. */
public final class InputFiles {
  /** The formats, by the names that users type. */
  static final class FormatNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(FileFormat.values()).map(FileFormat::label).iterator();
    }
  }

  @Parameters(paramLabel = "FILE", arity = "0..*", description = "Trace files.")
  private List<Path> paths = List.of();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      completionCandidates = FormatNames.class,
      description = "Format of the files: ${COMPLETION-CANDIDATES} (default: recognised).")
  private Optional<String> format = Optional.empty();

  /** The paths of the files; empty if there are none. */
  public List<Path> paths() {
    return paths;
  }

  /**
   * Checks that there are files.
   *
   * @throws ConfigException if there is none
   */
  public void require() {
    if (paths.isEmpty()) {
      throw new ConfigException("name one or more trace files");
    }
  }

  /**
   * The format of the files, if the user named one.
   *
   * @throws ConfigException if there is no such format
   */
  public Optional<FileFormat> format() {
    return format.map(InputFiles::parse);
  }

  private static FileFormat parse(String label) {
    return FileFormat.ofLabel(label)
        .orElseThrow(
            () ->
                new ConfigException(
                    "--format: '%s' is no format; allowed: %s"
                        .formatted(label, FileFormat.labels())));
  }

  /**
   * Opens all files, merged by time; {@code maxJump} is the value of the key {@code time.max-jump}.
   */
  public FileUnits open(Duration maxJump) throws TraceFileException {
    return FileUnits.open(paths, format(), maxJump);
  }

  /** The first unit of all files, if there is any; fails if a file is not readable. */
  public Optional<FileUnit> first(Duration maxJump) throws TraceFileException {
    try (FileUnits units = open(maxJump)) {
      return units.next();
    }
  }
}
