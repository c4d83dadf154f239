package io.tracemill.analysis.alert;

import io.tracemill.analysis.statistics.FisherMethod;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * What the windows of the latest slides said of an alert. Three that lie end to end are asked
 * together, each request once: of windows that overlap some one shows something by chance again and
 * again (ADR 14).
 *
 * <pre>
 *  |--- window ---|--- window ---|--- window ---|  end of the slide
 * </pre>
 *
 * <p>Holds a number for each slide of two windows and for one more.
 */
final class LatestWindows {
  /** How many windows are asked together. */
  static final int ASKED = 3;

  /** What chance alone shows more often than this is nothing. */
  private static final double DOUBTFUL = 0.1;

  /** By slide, the latest first, how probable by chance what its window shows is; none of thin. */
  private final ArrayDeque<Optional<Double>> chances = new ArrayDeque<>();

  /**
   * Adds that of a slide.
   *
   * @param chance how probable it is that chance alone shows as much of what the alert is about
   */
  void add(Answer answer, double chance, int windowSlides) {
    chances.addFirst(answer == Answer.THIN ? Optional.empty() : Optional.of(chance));
    while (chances.size() > (ASKED - 1) * windowSlides + 1) {
      chances.removeLast();
    }
  }

  /** Whether any of the three had requests enough. */
  boolean say(int windowSlides) {
    return !asked(windowSlides).isEmpty();
  }

  /** Whether there are three, and chance may have made what those with requests enough show. */
  boolean showNothing(int windowSlides) {
    return chances.size() > (ASKED - 1) * windowSlides
        && FisherMethod.combined(asked(windowSlides)) > DOUBTFUL;
  }

  private Collection<Double> asked(int windowSlides) {
    List<Double> asked = new ArrayList<>();
    int slide = 0;
    for (Optional<Double> chance : chances) {
      if (slide % windowSlides == 0) {
        chance.ifPresent(asked::add);
      }
      slide++;
    }
    return asked;
  }

  void write(DataOutput out) throws IOException {
    Lists.write(
        out,
        chances,
        (to, chance) -> {
          to.writeBoolean(chance.isPresent());
          if (chance.isPresent()) {
            to.writeDouble(chance.get());
          }
        });
  }

  /** Nothing was remembered before version 7: three windows have to come first. */
  static LatestWindows read(DataInput in, int version) throws IOException {
    LatestWindows windows = new LatestWindows();
    if (version > 6) {
      windows.chances.addAll(
          Lists.<Optional<Double>>read(
              in, from -> from.readBoolean() ? Optional.of(from.readDouble()) : Optional.empty()));
    }
    return windows;
  }
}
