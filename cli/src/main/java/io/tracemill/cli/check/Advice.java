package io.tracemill.cli.check;

import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.cli.terminal.ShellWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lines to paste into the configuration or a shell. */
final class Advice {
  private Advice() {}

  /** The {@code endpoints.skip} setting for these gateways. */
  static String[] skip(List<EndpointPattern> patterns) {
    List<String> lines = new ArrayList<>(List.of("endpoints:", "  skip:"));
    for (EndpointPattern pattern : patterns) {
      lines.add(
          "    - {service: %s, operation: %s}"
              .formatted(quoted(pattern.service()), quoted(pattern.operation())));
    }
    return lines.toArray(String[]::new);
  }

  /** A setting of two levels: {@code kafka: {encoding: otlp_proto}}. */
  static String setting(String path, String value) {
    int dot = path.indexOf('.');
    return "%s: {%s: %s}".formatted(path.substring(0, dot), path.substring(dot + 1), value);
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

  /** Quotes a name for YAML. */
  private static String quoted(String name) {
    StringBuilder text = new StringBuilder("\"");
    name.chars()
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                text.append('\\').append((char) c);
              } else if (c < ' ' || (c >= 0x7F && c < 0xA0) || Character.isSurrogate((char) c)) {
                text.append(String.format(Locale.ROOT, "\\u%04x", c));
              } else {
                text.append((char) c);
              }
            });
    return text.append('"').toString();
  }
}
