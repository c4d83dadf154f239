package io.tracemill.pipeline.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads a configuration file.
 *
 * <p>The file is YAML. Its sections are nested like the paths of {@link Keys}, or have dots in
 * their names. A key that is absent keeps its default. A name in the file must be a key, occur
 * once, and have an allowed value.
 */
public final class ConfigFile {
  /** A path with at most this many wrong letters counts as a misspelt key. */
  private static final int TYPING_ERRORS = 3;

  private static final Map<String, Key<?>> KEYS = new LinkedHashMap<>();
  private static final Set<String> SECTIONS = new TreeSet<>();

  static {
    for (Key<?> key : Keys.ALL) {
      KEYS.put(key.path(), key);
      String path = key.path();
      for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
        SECTIONS.add(path.substring(0, dot));
      }
    }
  }

  private final Set<String> seen = new HashSet<>();
  private TracemillConfig config = TracemillConfig.defaults();

  private ConfigFile() {}

  /**
   * The values that {@code file} sets, checked.
   *
   * @param env environment variables by name
   * @throws ConfigException in one line that begins with the file's name
   */
  public static TracemillConfig load(Path file, Map<String, String> env) {
    try {
      return parse(text(file), env);
    } catch (ConfigException e) {
      throw new ConfigException(file + ": " + e.getMessage());
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw new ConfigException("there is no such file");
    } catch (AccessDeniedException e) {
      throw new ConfigException("you may not read this file");
    } catch (CharacterCodingException e) {
      throw new ConfigException("this file is not UTF-8 text");
    } catch (IOException e) {
      throw new ConfigException("this file cannot be read: " + e.getMessage());
    }
  }

  private static TracemillConfig parse(String text, Map<String, String> env) {
    ConfigFile file = new ConfigFile();
    Node document = YamlText.read(text, new References(env));
    if (document instanceof Node.Section section) {
      file.section("", section);
    } else if (!(document instanceof Node.Nothing)) {
      throw new ConfigException(
          "line %d: \"%s\" is not allowed; allowed: keys and values, as in profiles.window: 5m"
              .formatted(document.line(), document.shown()));
    }
    return file.config.checked();
  }

  private void section(String prefix, Node.Section section) {
    for (Map.Entry<String, Node> entry : section.entries().entrySet()) {
      String path = prefix + entry.getKey();
      Key<?> key = KEYS.get(path);
      if (key != null) {
        set(key, entry.getValue());
      } else if (SECTIONS.contains(path)) {
        subsection(path, entry.getValue());
      } else {
        throw unknown(path, entry.getValue().line());
      }
    }
  }

  private void subsection(String path, Node value) {
    if (value instanceof Node.Section section) {
      section(path + ".", section);
    } else if (!(value instanceof Node.Nothing)) {
      throw new ConfigException(
          "line %d: %s: \"%s\" is not allowed; allowed: the keys of this section"
              .formatted(value.line(), path, value.shown()));
    }
  }

  private <T> void set(Key<T> key, Node value) {
    if (!seen.add(key.path())) {
      throw new ConfigException("line %d: %s is given twice".formatted(value.line(), key.path()));
    }
    try {
      config = config.with(key, key.read(value));
    } catch (ConfigException e) {
      throw new ConfigException("line %d: %s".formatted(value.line(), e.getMessage()));
    }
  }

  private static ConfigException unknown(String path, int line) {
    Set<String> known = new TreeSet<>(KEYS.keySet());
    known.addAll(SECTIONS);
    String suggestion =
        NearestKey.to(path, known, TYPING_ERRORS)
            .or(() -> known.stream().filter(key -> last(key).equals(last(path))).findFirst())
            .map(nearest -> "did you mean %s?".formatted(nearest))
            .orElse("`tracemill config` prints every key");
    return new ConfigException("line %d: %s is not a key; %s".formatted(line, path, suggestion));
  }

  private static String last(String path) {
    return path.substring(path.lastIndexOf('.') + 1);
  }
}
