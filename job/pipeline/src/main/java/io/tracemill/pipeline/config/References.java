package io.tracemill.pipeline.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Resolves references in text: {@code ${NAME}} and {@code ${NAME:-default}} for environment
 * variables, {@code ${file:PATH}} for the content of a file. Container platforms provide secrets in
 * these ways.
 *
 * @param variables the environment
 */
record References(Map<String, String> variables) {
  static final String ALLOWED = "${NAME}, ${NAME:-default} or ${file:PATH}";

  private static final Pattern REFERENCE =
      Pattern.compile("\\$\\{(?:file:(?!-)([^}]+)|([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?)\\}");

  private static final int PATH = 1;
  private static final int NAME = 2;
  private static final int DEFAULT = 3;

  /** Marks a resolved reference in literal text. */
  private static final String MARK = "from-elsewhere";

  /**
   * Resolved text is not resolved again. The default also replaces an empty variable, as in a
   * shell. The line end at the end of a file is dropped.
   *
   * @throws ConfigException with the name of a variable that is not set and has no default, or of a
   *     file that can't be read; it does not show the text, which may hold a secret
   */
  Node.Scalar substitute(String written, int line) {
    Matcher references = REFERENCE.matcher(written);
    if (references.replaceAll(" ").contains("${")) {
      throw new ConfigException("\"${\" is not allowed as such; allowed: " + ALLOWED);
    }
    String text = references.replaceAll(each -> Matcher.quoteReplacement(resolved(each)));
    String literal =
        references.replaceAll(
            each -> {
              String fallback = each.group(DEFAULT);
              return fallback == null || fallback.isEmpty()
                  ? MARK
                  : Matcher.quoteReplacement(fallback);
            });
    return new Node.Scalar(written, text, literal, line);
  }

  private String resolved(MatchResult reference) {
    String path = reference.group(PATH);
    return path == null ? value(reference.group(NAME), reference.group(DEFAULT)) : content(path);
  }

  private static String content(String path) {
    try {
      return Files.readString(Path.of(path)).replaceFirst("\\R\\z", "");
    } catch (IOException | IllegalArgumentException e) {
      throw new ConfigException(
          ("${file:%s}: this file does not exist, this user may not read it, or it is not"
                  + " UTF-8 text")
              .formatted(path));
    }
  }

  private String value(String name, @Nullable String fallback) {
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

  /**
   * Whether a {@link Node.Scalar#literal} consists only of resolved references without defaults.
   */
  static boolean isFromElsewhere(String literal) {
    return literal.replace(MARK, "").isBlank();
  }
}
