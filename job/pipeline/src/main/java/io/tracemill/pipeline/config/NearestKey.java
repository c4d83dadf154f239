package io.tracemill.pipeline.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

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

  /** Letters to insert, drop or replace (Levenshtein). */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
