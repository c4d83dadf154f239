package io.tracemill.cli;

import io.tracemill.pipeline.config.ConfigException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Explains in one line why a command failed. */
final class Failures {
  private static final int MAX_CAUSES = 50;

  private Failures() {}

  /** Reports an unknown or a missing option or argument; nothing has run yet. */
  static int wrongUsage(ParameterException thrown, String[] args) {
    CommandLine command = thrown.getCommandLine();
    ParameterException failure = unmatchedFirst(thrown);
    if (failure instanceof UnmatchedArgumentException unmatched && namesNoCommand(unmatched)) {
      command.getErr().println("tracemill: " + noCommand(unmatched));
    } else {
      command.getErr().println("tracemill: " + oneLine(failure.getMessage()));
      UnmatchedArgumentException.printSuggestions(failure, command.getErr());
    }
    command.getErr().printf("Try: %s --help%n", command.getCommandSpec().qualifiedName());
    return ExitStatus.WRONG_USAGE_OR_CONFIGURATION;
  }

  /** A missing option may be a misspelt one, so the unknown argument is reported first. */
  private static ParameterException unmatchedFirst(ParameterException failure) {
    CommandLine command = failure.getCommandLine();
    List<String> unmatched = command.getUnmatchedArguments();
    return failure instanceof MissingParameterException && !unmatched.isEmpty()
        ? new UnmatchedArgumentException(command, unmatched)
        : failure;
  }

  /** Whether a word stands where the name of a command should. */
  private static boolean namesNoCommand(UnmatchedArgumentException failure) {
    return !failure.isUnknownOption() && !failure.getCommandLine().getSubcommands().isEmpty();
  }

  private static String noCommand(UnmatchedArgumentException failure) {
    String nearest =
        failure.getSuggestions().stream()
            .findFirst()
            .map("; did you mean %s?"::formatted)
            .orElse("");
    return "there is no command '%s'%s".formatted(oneLine(failure.getUnmatched().get(0)), nearest);
  }

  /** Reports an exception that a command threw. */
  static int failed(Exception failure, CommandLine command, ParseResult parsed) {
    List<Throwable> causes = causes(failure);
    Optional<ConfigException> config =
        causes.stream()
            .filter(ConfigException.class::isInstance)
            .map(ConfigException.class::cast)
            .findFirst();
    command
        .getErr()
        .println("tracemill: " + config.map(Throwable::getMessage).orElse(describe(causes)));
    if (root(command).stacktrace()) {
      failure.printStackTrace(command.getErr());
    }
    return config.isPresent() ? ExitStatus.WRONG_USAGE_OR_CONFIGURATION : ExitStatus.FAILED;
  }

  /** The options that precede all commands. */
  static TracemillCommand root(CommandLine command) {
    return (TracemillCommand) command.getCommandSpec().root().userObject();
  }

  /** The failure and its root cause. Wrappers in between add nothing to these two. */
  private static String describe(List<Throwable> causes) {
    String outer = text(causes.get(0));
    String inner = text(causes.get(causes.size() - 1));
    return outer.contains(inner) ? outer : outer.replaceAll("\\.$", "") + ": " + inner;
  }

  private static String text(Throwable failure) {
    String message = oneLine(failure.getMessage());
    boolean selfExplaining = message.contains(" ");
    String type = failure.getClass().getSimpleName();
    return selfExplaining ? message : message.isEmpty() ? type : type + ": " + message;
  }

  private static String oneLine(@Nullable String message) {
    return message == null ? "" : message.replaceAll("\\s*\\R\\s*", " ").strip();
  }

  private static List<Throwable> causes(Throwable failure) {
    List<Throwable> causes = new ArrayList<>();
    // The limit is needed because causes may form a cycle.
    for (Throwable t = failure; t != null && causes.size() < MAX_CAUSES; t = t.getCause()) {
      causes.add(t);
    }
    return causes;
  }
}
