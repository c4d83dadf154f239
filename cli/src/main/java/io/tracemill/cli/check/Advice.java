package io.tracemill.cli.check;

import static java.util.stream.Collectors.joining;

import io.tracemill.cli.terminal.ShellWords;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Lines to paste into the configuration or a shell, and lists of names. */
final class Advice {
  private static final int NAMED = 5;

  private Advice() {}

  /** A setting of two levels: {@code kafka: {encoding: otlp_proto}}. */
  static String setting(String path, String value) {
    int dot = path.indexOf('.');
    return "%s: {%s: %s}".formatted(path.substring(0, dot), path.substring(dot + 1), value);
  }

  /** The first few names, as a list. */
  static String some(Collection<String> names) {
    return names.stream().limit(NAMED).collect(joining(", "))
        + (names.size() > NAMED ? ", ..." : "");
  }

  /**
   * The command that grants a permission.
   *
   * @param permission as in {@code read topic otlp_spans}
   */
  static String allow(String permission, String bootstrapServers) {
    String[] words = permission.split(" ", 3);
    String operation = words[0].substring(0, 1).toUpperCase(Locale.ROOT) + words[0].substring(1);
    String command =
        "kafka-acls.sh --bootstrap-server %s --add --allow-principal User:NAME --operation %s --%s %s"
            .formatted(
                ShellWords.quoted(bootstrapServers),
                operation,
                words[1],
                ShellWords.quoted(words[2]));
    // The job uses several names with this prefix.
    return words[1].equals("transactional-id")
        ? command + " --resource-pattern-type prefixed"
        : command;
  }

  /** A shell command, split into short lines. */
  static List<String> folded(String command) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String part : command.split(" (?=--)")) {
      if (!line.isEmpty() && line.length() + part.length() > Report.WIDTH - 12) {
        lines.add(line + " \\");
        line = new StringBuilder(" ");
      }
      line.append(line.isEmpty() ? "" : " ").append(part);
    }
    lines.add(line.toString());
    return lines;
  }
}
