package io.tracemill.pipeline.job;

import io.tracemill.pipeline.config.ConfigException;
import java.nio.file.Path;

/**
 * The arguments of {@link TracemillJob#main}.
 *
 * @param config the configuration file
 * @param resume whether to resume from the newest checkpoint
 */
record JobArguments(Path config, boolean resume) {
  private static final String RESUME = "--resume";

  /**
   * Reads {@code --config FILE [--resume]}.
   *
   * @throws ConfigException for any other arguments
   */
  static JobArguments parse(String... arguments) {
    boolean resume = arguments.length == 3 && arguments[2].equals(RESUME);
    if ((arguments.length == 2 || resume) && arguments[0].equals("--config")) {
      return new JobArguments(Path.of(arguments[1]), resume);
    }
    throw new ConfigException(
        "arguments: '%s', expected --config FILE [--resume]"
            .formatted(String.join(" ", arguments)));
  }
}
