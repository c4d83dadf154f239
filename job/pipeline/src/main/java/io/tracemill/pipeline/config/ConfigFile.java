package io.tracemill.pipeline.config;

import static java.util.function.Predicate.not;
import static java.util.stream.Collectors.toUnmodifiableMap;
import static java.util.stream.Collectors.toUnmodifiableSet;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.apache.commons.text.similarity.LevenshteinDistance;

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

  private static final Map<String, Key<?>> KEYS =
      Keys.ALL.stream().collect(toUnmodifiableMap(Key::path, key -> key));

  /** Paths of sections: {@code changes} and {@code changes.page} for {@code changes.page.time}. */
  private static final Set<String> SECTIONS =
      KEYS.keySet().stream()
          .flatMap(path -> Stream.iterate(parent(path), not(String::isEmpty), ConfigFile::parent))
          .collect(toUnmodifiableSet());

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
    file.section(
        "", YamlText.read(text, new References(env)), "keys and values, as in profiles.window: 5m");
    return file.config.checked();
  }

  /** Reads the entries below a prefix. */
  private void section(String prefix, Node value, String allowed) {
    if (value instanceof Node.Section section) {
      section.entries().forEach((name, entry) -> entry(prefix + name, entry));
    } else if (!(value instanceof Node.Nothing)) {
      throw new ConfigException(
          "line %d: %s\"%s\" is not allowed; allowed: %s"
              .formatted(value.line(), prefix.replaceFirst("\\.$", ": "), value.shown(), allowed));
    }
  }

  private void entry(String path, Node value) {
    Key<?> key = KEYS.get(path);
    if (key != null) {
      set(key, value);
    } else if (SECTIONS.contains(path)) {
      section(path + ".", value, "the keys of this section");
    } else {
      throw unknown(path, value.line());
    }
  }

  private <T> void set(Key<T> key, Node value) {
    if (!seen.add(key.path())) {
      throw new ConfigException("line %d: %s is given twice".formatted(value.line(), key.path()));
    }
    try {
      config = config.with(key, key.type().read(key.path(), value));
    } catch (ConfigException e) {
      throw new ConfigException("line %d: %s".formatted(value.line(), e.getMessage()));
    }
  }

  private static ConfigException unknown(String path, int line) {
    Set<String> known = new TreeSet<>(KEYS.keySet());
    known.addAll(SECTIONS);
    String suggestion =
        nearest(path, known, TYPING_ERRORS)
            .or(() -> known.stream().filter(key -> last(key).equals(last(path))).findFirst())
            .map(nearest -> "did you mean %s?".formatted(nearest))
            .orElse("`tracemill config` prints every key");
    return new ConfigException("line %d: %s is not a key; %s".formatted(line, path, suggestion));
  }

  /** The name most similar to {@code written}, with at most {@code letters} wrong letters. */
  public static Optional<String> nearest(String written, Collection<String> names, int letters) {
    ToIntFunction<String> distance =
        name -> LevenshteinDistance.getDefaultInstance().apply(written, name);
    return names.stream()
        .min(Comparator.comparingInt(distance))
        .filter(name -> distance.applyAsInt(name) <= letters);
  }

  private static String parent(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('.')));
  }

  private static String last(String path) {
    return path.substring(path.lastIndexOf('.') + 1);
  }
}
