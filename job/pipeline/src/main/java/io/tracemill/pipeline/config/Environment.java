package io.tracemill.pipeline.config;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Puts environment variables into text: {@code ${NAME}}, or {@code ${NAME:-default}}. */
record Environment(Map<String, String> variables) {
  private static final Pattern REFERENCE =
      Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\\}");

  /**
   * What is put in is not looked at again; the default also stands for a variable that is empty, as
   * in a shell.
   *
   * @throws ConfigException naming a variable that is not set and has no default, or what stands
   *     between the braces if it is no name
   */
  String substitute(String text) {
    Matcher reference = REFERENCE.matcher(text);
    StringBuilder result = new StringBuilder();
    int from = 0;
    while (reference.find()) {
      literal(text.substring(from, reference.start()), text, result);
      result.append(value(reference));
      from = reference.end();
    }
    literal(text.substring(from), text, result);
    return result.toString();
  }

  private static void literal(String part, String text, StringBuilder result) {
    if (part.contains("${")) {
      throw new ConfigException(
          "\"%s\" is not allowed; allowed: ${NAME} or ${NAME:-default}".formatted(text));
    }
    result.append(part);
  }

  private String value(Matcher reference) {
    String name = reference.group(1);
    String fallback = reference.group(2);
    String value = variables.getOrDefault(name, "");
    if (fallback != null) {
      return value.isEmpty() ? fallback : value;
    }
    if (!variables.containsKey(name)) {
      throw new ConfigException(
          "environment variable %s is not set; set it or write ${%s:-default}"
              .formatted(name, name));
    }
    return value;
  }
}
