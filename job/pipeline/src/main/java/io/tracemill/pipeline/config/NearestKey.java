package io.tracemill.pipeline.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Suggests the correct name for a misspelt one. */
public final class NearestKey {
  private NearestKey() {}

  /** The name most similar to {@code written}, with at most {@code letters} wrong letters. */
  public static Optional<String> to(String written, Collection<String> names, int letters) {
    return names.stream()
        .min(Comparator.comparingInt(name -> distance(written, name)))
        .filter(name -> distance(written, name) <= letters);
  }

  private static int distance(String a, String b) {
    return LevenshteinDistance.getDefaultInstance().apply(a, b);
  }
}
