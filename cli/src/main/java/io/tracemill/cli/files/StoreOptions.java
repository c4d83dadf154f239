package io.tracemill.cli.files;

import io.tracemill.cli.options.ConfigOption;
import io.tracemill.cli.options.InputFiles;
import io.tracemill.cli.terminal.DurationConverter;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.store.engine.EngineLimits;
import io.tracemill.store.engine.StoreDirectory;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that name the store of a question and limit what the question may cost. */
public final class StoreOptions {
  private static final int MIN_MEGABYTES = 50;

  @Option(
      names = "--store",
      paramLabel = "DIR",
      description =
          "Directory of the store, local or mounted (default: the key store.path of --config).")
  private Optional<Path> directory = Optional.empty();

  @Option(
      names = "--line",
      paramLabel = "NAME",
      description = "Only this line of checkpoints, such as line-20261125T174730Z (default: all).")
  private Optional<String> line = Optional.empty();

  @Option(
      names = "--memory",
      paramLabel = "MB",
      description = "Memory for the question, in addition to Java's (default: 700 MB).")
  private int memory = EngineLimits.DEFAULT.memoryMegabytes();

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "Longest time that a question may take (default: 1m).")
  private Duration timeout = EngineLimits.DEFAULT.timeout();

  @Mixin private ConfigOption config = new ConfigOption();

  /** The configuration, for what answers need besides the store. */
  public TracemillConfig config() {
    return config.load();
  }

  /** What a question may use. */
  public EngineLimits limits() {
    if (memory < MIN_MEGABYTES) {
      throw new ConfigException(
          "--memory: %d MB is too little; give at least %d".formatted(memory, MIN_MEGABYTES));
    }
    return EngineLimits.DEFAULT.withMemory(memory).withTimeout(timeout);
  }

  /**
   * Opens the store, or one of the requests in the files if there are files.
   *
   * @param values the configuration for the files
   * @param err gets a progress bar while files are read
   */
  public OpenStore open(InputFiles files, TracemillConfig values, PrintWriter err)
      throws Exception {
    refuseBeside(files);
    return files.paths().isEmpty()
        ? OpenStore.at(directory(values, "trace files, or the directory"), line, limits())
        : OpenStore.of(files, values, limits(), err);
  }

  /** Opens the store, for a command that reads no files. */
  public OpenStore open(TracemillConfig values) {
    return OpenStore.at(directory(values, "the directory"), line, limits());
  }

  /**
   * Checks that no store is named if there are files.
   *
   * @throws ConfigException if there are both
   */
  public void refuseBeside(InputFiles files) {
    if (!files.paths().isEmpty() && (directory.isPresent() || line.isPresent())) {
      throw new ConfigException("give trace files, or --store, not both");
    }
  }

  private Path directory(TracemillConfig values, String missing) {
    return directory.orElseGet(() -> local(values.get(Keys.STORE_PATH), missing));
  }

  private static Path local(String path, String missing) {
    if (path.isEmpty()) {
      throw new ConfigException(
          "name %s of a store with --store DIR, or --config FILE with store.path"
              .formatted(missing));
    }
    return StoreDirectory.local(path);
  }
}
