package io.tracemill.cli.query.answer;

import io.tracemill.analysis.explanation.Figures;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Shortens names that stand below each other: all in the middle, and all at one place. Different
 * names stay different if there is such a place.
 *
 * @param width characters of a name at most
 * @param head how many characters remain before the place
 */
record ShortNames(int width, int head) {
  private static final int ELLIPSIS = "...".length();

  /** Shortens these names at the place nearest to their middle that tells them apart. */
  static ShortNames of(Collection<String> names, int width) {
    List<String> different = names.stream().distinct().toList();
    int kept = width - ELLIPSIS;
    return IntStream.rangeClosed(1, kept - 1)
        .boxed()
        .sorted(Comparator.comparingInt(head -> Math.abs(2 * head - kept - 1)))
        .map(head -> new ShortNames(width, head))
        .filter(cut -> cut.tellApart(different))
        .findFirst()
        .orElseGet(() -> new ShortNames(width, (kept + 1) / 2));
  }

  private boolean tellApart(List<String> different) {
    return different.stream().map(this::of).distinct().count() == different.size();
  }

  /** The name, with {@code ...} for what is left out. */
  String of(String name) {
    return Figures.shorten(name, width, head);
  }
}
