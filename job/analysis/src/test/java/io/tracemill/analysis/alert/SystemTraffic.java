package io.tracemill.analysis.alert;

import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.mutation.EndpointSlide.Totals;
import io.tracemill.analysis.mutation.Reading;
import io.tracemill.analysis.mutation.Reading.BlockScore;
import io.tracemill.analysis.mutation.Reading.Score;
import io.tracemill.analysis.mutation.Side;
import io.tracemill.analysis.mutation.Subject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Healthy endpoints that have one place in common, or one call, and slow minutes too.
 *
 * @param endpoints how many
 * @param perSlide requests of each in a slide
 * @param memory correlation of a slide with the one before
 * @param shared part of the variance of a request that all of a slide have in common, whichever
 *     endpoint they are of
 */
record SystemTraffic(int endpoints, int perSlide, double memory, double shared) {
  private static final int BLOCK = 5;
  private static final int BLOCKS = 12;
  private static final int GAP = 5;
  private static final double MEAN = 100e6;
  private static final double DEVIATION = 20e6;

  /** One request in eight makes the call: those that take longer. */
  private static final double CALLS = MEAN + 1.15 * DEVIATION;

  /** The slides of one comparison, those of the window later by so much. */
  List<EndpointSlide> slides(Random random, Subject subject, double laterNanos) {
    double[] common = common(random);
    List<EndpointSlide> slides = new ArrayList<>();
    for (int endpoint = 0; endpoint < endpoints; endpoint++) {
      double[][] values = new double[BLOCKS + 1][BLOCK * perSlide];
      for (int block = 0; block <= BLOCKS; block++) {
        int from = block == BLOCKS ? BLOCKS * BLOCK + GAP : block * BLOCK;
        for (int i = 0; i < values[block].length; i++) {
          double noise = Math.sqrt(1 - shared) * random.nextGaussian();
          double value = MEAN + DEVIATION * (noise + common[from + i / perSlide]);
          values[block][i] = block == BLOCKS ? value + laterNanos : value;
        }
      }
      slides.add(slide(endpoint, subject, values));
    }
    return slides;
  }

  private double[] common(Random random) {
    double[] common = new double[BLOCKS * BLOCK + GAP + BLOCK];
    double last = random.nextGaussian();
    for (int slide = 0; slide < common.length; slide++) {
      last = memory * last + Math.sqrt(1 - memory * memory) * random.nextGaussian();
      common[slide] = last * Math.sqrt(shared);
    }
    return common;
  }

  private EndpointSlide slide(int endpoint, Subject subject, double[][] values) {
    double[] baseline = flat(values, BLOCKS);
    double[] window = values[BLOCKS];
    double[] newest = Arrays.copyOfRange(window, (BLOCK - 1) * perSlide, window.length);
    boolean call = subject instanceof Subject.CallShare;
    Scores ofBaseline = Scores.of(baseline, call);
    Scores ofAll = Scores.of(flat(values, BLOCKS + 1), call);
    List<BlockScore> blocks = new ArrayList<>();
    for (int block = 0; block < BLOCKS; block++) {
      Score score = ofBaseline.score(values[block], baseline);
      blocks.add(new BlockScore(block, score.sum(), score.variance()));
    }
    Reading reading =
        new Reading(
            subject,
            ofAll.score(window, baseline),
            ofAll.score(newest, baseline),
            blocks,
            side(baseline),
            side(window),
            (long) MEAN);
    long before = (long) mean(baseline);
    Totals totals =
        new Totals(baseline.length, window.length, before, (long) mean(window), 0, 0, 0, 1);
    return SlideSpec.slide("s" + endpoint).of(totals).reads(reading).at(0);
  }

  private static double[] flat(double[][] values, int blocks) {
    return Arrays.stream(values, 0, blocks).flatMapToDouble(Arrays::stream).toArray();
  }

  private static Side side(double[] values) {
    return new Side(
        Arrays.stream(values).filter(value -> value > CALLS).count(),
        share(values),
        (long) mean(values));
  }

  private static double share(double[] values) {
    return Arrays.stream(values).map(value -> value > CALLS ? 1 : 0).average().orElseThrow();
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  /** Centred ranks of all values, or mid-ranks of whether each makes the call. */
  private record Scores(double[] sorted, double[] scores, double squares, boolean call) {

    static Scores of(double[] all, boolean call) {
      double[] sorted = all.clone();
      Arrays.sort(sorted);
      double[] scores = new double[sorted.length];
      for (int i = 0; i < scores.length; i++) {
        scores[i] = call ? (sorted[i] > CALLS ? 0.5 : 0) : (i + 0.5) / scores.length;
      }
      double mean = mean(scores);
      double squares = 0;
      for (int i = 0; i < scores.length; i++) {
        scores[i] -= mean;
        squares += scores[i] * scores[i];
      }
      return new Scores(sorted, scores, squares, call);
    }

    /** Of some of the values. */
    Score score(double[] some, double[] baseline) {
      double sum = 0;
      for (double value : some) {
        sum += scores[Arrays.binarySearch(sorted, value)];
      }
      double size = sorted.length;
      double variance = squares * some.length * (size - some.length) / (size * (size - 1));
      double rise = call ? 1e6 * (share(some) - share(baseline)) : mean(some) - mean(baseline);
      long traces = some.length;
      return new Score(sum, variance, traces, traces, traces, Math.round(rise));
    }
  }
}
