package io.tracemill.console.report;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Joins ES modules into one classic script, since browsers load no modules from a file. It supports
 * only the forms that the pages use: imports of names from relative paths, and exported
 * declarations. A module becomes a function that fills an object with its exports.
 */
final class ModuleBundle {
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import\\s*\\{([^}]*)\\}\\s*from\\s*\"([^\"]+)\";?");
  private static final Pattern COMMENTED_EXPORT =
      Pattern.compile("(?m)^/\\*(?:(?!\\*/)[\\s\\S])*?^export (?:(?!\\*/)[\\s\\S])*\\*/");
  private static final Pattern EXPORTED_DECLARATION =
      Pattern.compile("(?m)^export ((?:async )?function\\*?|const|let|class) ([\\w$]+)");
  private static final Pattern EXPORTED_NAMES =
      Pattern.compile("(?<![\\w$.])export\\s*\\{([^}]*)\\};?");
  private static final Pattern DEFAULT_EXPORT = Pattern.compile("(?<![\\w$.])export default ");
  private static final Pattern RENAMED = Pattern.compile("([\\w$]+)\\s+as\\s+([\\w$]+)");

  private final UnaryOperator<String> files;
  private final Map<String, String> functions = new LinkedHashMap<>();
  private final Set<String> open = new LinkedHashSet<>();

  private ModuleBundle(UnaryOperator<String> files) {
    this.files = files;
  }

  /**
   * The script that runs modules, one after the other.
   *
   * @param files returns the text of the file at a path
   * @throws IllegalStateException if the imports have a cycle
   */
  static String of(List<String> paths, UnaryOperator<String> files) {
    ModuleBundle bundle = new ModuleBundle(files);
    paths.forEach(bundle::add);
    return bundle.functions.values().stream()
        .collect(
            Collectors.joining(
                "", "(function () {\n\"use strict\";\nconst modules = {};\n", "})();\n"));
  }

  private void add(String path) {
    if (functions.containsKey(path)) {
      return;
    }
    if (!open.add(path)) {
      throw new IllegalStateException("modules import each other: " + open + ", " + path);
    }
    String text = COMMENTED_EXPORT.matcher(files.apply(path)).replaceAll("");
    List<String> imports = new ArrayList<>();
    Matcher found = IMPORT.matcher(text);
    while (found.find()) {
      String from = URI.create(path).resolve(found.group(2)).toString();
      add(from);
      imports.add("const {%s} = modules[\"%s\"];".formatted(bindings(found.group(1)), from));
    }
    open.remove(path);
    functions.put(path, function(path, String.join("\n", imports), found.replaceAll("")));
  }

  /** Writes {@code a as b} as {@code a: b}, the form of a destructured object. */
  private static String bindings(String names) {
    return RENAMED.matcher(names).replaceAll("$1: $2");
  }

  private static String function(String path, String imports, String text) {
    List<String> exports = new ArrayList<>();
    String body =
        EXPORTED_DECLARATION
            .matcher(text)
            .replaceAll(
                match -> {
                  exports.add("exports.%1$s = %1$s;".formatted(match.group(2)));
                  return Matcher.quoteReplacement(match.group(1) + " " + match.group(2));
                });
    body =
        EXPORTED_NAMES
            .matcher(body)
            .replaceAll(
                match -> {
                  exports.addAll(assignments(match));
                  return "";
                });
    body = DEFAULT_EXPORT.matcher(body).replaceAll("exports.default = ");
    return """
    modules["%1$s"] = (function () {
    const exports = {};
    %2$s
    %3$s
    %4$s
    return exports;
    })();
    """
        .formatted(path, imports, body, String.join("\n", exports));
  }

  private static List<String> assignments(MatchResult names) {
    List<String> assignments = new ArrayList<>();
    for (String name : names.group(1).split(",")) {
      Matcher renamed = RENAMED.matcher(name);
      String inside = renamed.find() ? renamed.group(1) : name.strip();
      String outside = renamed.reset().find() ? renamed.group(2) : inside;
      assignments.add("exports.%s = %s;".formatted(outside, inside));
    }
    return assignments;
  }
}
