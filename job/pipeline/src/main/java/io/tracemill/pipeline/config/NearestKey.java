package io.tracemill.pipeline.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Guesses which key was meant. */
final class NearestKey {
  private NearestKey() {}

  /**
   * The path most like {@code written}: few letters apart, or the same last name in another
   * section. Empty if none is like it.
   */
  static Optional<String> to(String written, Collection<String> paths) {
    Optional<String> sameName =
        paths.stream().filter(path -> lastName(path).equals(lastName(written))).findFirst();
    return paths.stream()
        .min(Comparator.comparingInt(path -> distance(written, path)))
        .filter(path -> distance(written, path) <= Math.max(2, path.length() / 4))
        .or(() -> sameName);
  }

  /** The one of {@code names} that is most like {@code written}, at most some letters apart. */
  static Optional<String> within(int letters, String written, Collection<String> names) {
    return names.stream()
        .min(Comparator.comparingInt(name -> distance(written, name)))
        .filter(name -> distance(written, name) <= letters);
  }

  private static String lastName(String path) {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  private static int distance(String a, String b) {
    return LevenshteinDistance.getDefaultInstance().apply(a, b);
  }
}
