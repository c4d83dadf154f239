package io.tracemill.pipeline.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The documentation of all keys. */
public final class KeyReference {
  private static final String TABLE_HEAD =
      "| key | default; allowed | what it does |\n| --- | --- | --- |\n";

  /** What the default shows too, around the bounds of a range. */
  private static final Pattern KIND_OR_UNITS =
      Pattern.compile(
          "^(a duration|bytes|a whole number|a share) from |, such as 0\\S* or \\d+%$| \\(units .*");

  private KeyReference() {}

  /** The table of {@code docs/operations.md}. */
  public static String markdown() {
    return Keys.ALL.stream().map(KeyReference::row).collect(Collectors.joining("", TABLE_HEAD, ""));
  }

  /** A file with every key at its default and its explanation as a comment. */
  public static String yaml() {
    StringBuilder yaml = new StringBuilder();
    Map<String, List<Key<?>>> sections =
        Keys.ALL.stream()
            .collect(
                Collectors.groupingBy(
                    key -> sectionOf(key.path()), LinkedHashMap::new, Collectors.toList()));
    sections.forEach((section, keys) -> section(section, keys, yaml));
    return yaml.toString();
  }

  private static void section(String section, List<Key<?>> keys, StringBuilder yaml) {
    String indent = section.isEmpty() ? "" : "  ";
    yaml.append(section.isEmpty() ? "" : section + ":\n");
    for (Key<?> key : keys) {
      String name = key.path().substring(key.path().indexOf('.') + 1);
      yaml.append(indent).append("# ").append(key.explanation()).append('\n');
      yaml.append(indent).append("# Allowed: ").append(key.allowed()).append(".\n");
      yaml.append(indent).append(name).append(": ").append(key.defaultText()).append("\n");
    }
    yaml.append('\n');
  }

  private static String sectionOf(String path) {
    int dot = path.indexOf('.');
    return dot < 0 ? "" : path.substring(0, dot);
  }

  private static String row(Key<?> key) {
    return "| `%s` | `%s`; %s | %s |\n"
        .formatted(
            key.path(),
            key.defaultText(),
            escaped(bounds(key.allowed())),
            escaped(key.explanation()));
  }

  private static String bounds(String allowed) {
    return KIND_OR_UNITS.matcher(allowed).replaceAll("");
  }

  private static String escaped(String text) {
    return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*");
  }
}
