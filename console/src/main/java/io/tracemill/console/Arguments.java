package io.tracemill.console;

import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.ConfigFile;
import io.tracemill.pipeline.config.TracemillConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The arguments of a process of the console, a name and a value in turn. */
public final class Arguments {
  private final Map<String, String> values = new HashMap<>();

  /** The work of a process. */
  @FunctionalInterface
  public interface Program {
    void run(Arguments arguments) throws Exception;
  }

  private Arguments(String[] args) {
    for (int i = 0; i + 1 < args.length; i += 2) {
      values.put(args[i], args[i + 1]);
    }
  }

  /**
   * Runs a program. If it fails, the process says why, and ends: 1 failed, 2 wrong configuration.
   */
  public static void run(String[] args, Program program) throws Exception {
    try {
      program.run(new Arguments(args));
    } catch (ConfigException e) {
      end(2, e);
    } catch (IOException e) {
      end(1, e);
    }
  }

  private static void end(int status, Exception why) {
    System.err.println("tracemill: " + why.getMessage());
    System.exit(status);
  }

  /** The value with this name. */
  public Optional<String> value(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /** The value with this name, which must be given. */
  public String required(String name) {
    return value(name).orElseThrow(() -> new ConfigException(name + " is missing"));
  }

  /** The configuration in the file {@code --config}; without it, the defaults. */
  public TracemillConfig config() {
    return value("--config")
        .map(file -> ConfigFile.load(Path.of(file), System.getenv()))
        .orElseGet(TracemillConfig::defaults);
  }
}
