package io.tracemill.cli.options;

import io.tracemill.pipeline.config.ConfigFile;
import io.tracemill.pipeline.config.TracemillConfig;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** {@code --config FILE}, for commands that also run without a file. */
public final class ConfigOption {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Configuration file; `tracemill config` prints one (default: all defaults).")
  private Optional<Path> file = Optional.empty();

  /** The file of the option; empty if absent. */
  public Optional<Path> file() {
    return file;
  }

  /**
   * The configuration in the file, or the defaults.
   *
   * @throws io.tracemill.pipeline.config.ConfigException if it is not usable
   */
  public TracemillConfig load() {
    return file.map(path -> ConfigFile.load(path, System.getenv()))
        .orElseGet(TracemillConfig::defaults);
  }
}
