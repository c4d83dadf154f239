package io.tracemill.analysis.statistics;

import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * How two stretches of the same traffic are compared: a baseline, a gap as long as the problem
 * cohort, the problem cohort.
 */
record Comparison(int perSlide, int problemSlides, int baselineSlides) {

  /** Problem and baseline, slide by slide. */
  record Cohorts(List<BinnedSample> problem, List<BinnedSample> baseline) {

    double uncorrected() {
      return KolmogorovSmirnov.test(BinnedSample.pooled(problem), BinnedSample.pooled(baseline))
          .p();
    }

    double corrected(int window) {
      DesignEffect effect = DesignEffect.ofLatencies(baseline, window).orElseThrow();
      return KolmogorovSmirnov.test(
              BinnedSample.pooled(problem), BinnedSample.pooled(baseline), effect, effect)
          .p();
    }

    /** By what the slides of both tell. */
    double correctedByBoth() {
      DesignEffect effect =
          DesignEffect.ofLatencies(baseline, 1)
              .orElseThrow()
              .pooledWith(DesignEffect.ofLatencies(problem, 1).orElseThrow());
      return KolmogorovSmirnov.test(
              BinnedSample.pooled(problem), BinnedSample.pooled(baseline), effect, effect)
          .p();
    }

    /** Of the share of requests in the upper bin, where there are two. */
    double shareRose(int window) {
      DesignEffect effect = DesignEffect.ofShares(shares(baseline), window).orElseThrow();
      return ShareTest.rose(pooled(problem), pooled(baseline), effect, effect).p();
    }

    private static List<Tally> shares(List<BinnedSample> slides) {
      return slides.stream()
          .map(slide -> new Tally(slide.countsIn(new int[] {0, 1})[1], slide.size()))
          .toList();
    }

    private static Tally pooled(List<BinnedSample> slides) {
      return shares(slides).stream().reduce(Tally.NONE, Tally::plus);
    }
  }

  Cohorts of(Traffic traffic, Random random) {
    int gapEnd = baselineSlides + problemSlides;
    List<BinnedSample> slides = traffic.slides(random, gapEnd + problemSlides, perSlide);
    return new Cohorts(slides.subList(gapEnd, slides.size()), slides.subList(0, baselineSlides));
  }

  /** The part of {@code times} comparisons whose p is at most {@code level}. */
  double falsePositives(Traffic traffic, ToDoubleFunction<Cohorts> test, double level, int times) {
    Random random = new Random(perSlide * 31L + baselineSlides);
    int found = 0;
    for (int i = 0; i < times; i++) {
      if (test.applyAsDouble(of(traffic, random)) <= level) {
        found++;
      }
    }
    return (double) found / times;
  }

  /** The same slides of distinct latencies, each {@code by} bins later. */
  static List<BinnedSample> later(List<BinnedSample> slides, int by) {
    return slides.stream()
        .map(slide -> BinnedSample.ofValues(IntStream.of(slide.bins()).map(b -> b + by).toArray()))
        .toList();
  }

  @Override
  public String toString() {
    return perSlide * problemSlides + " vs " + perSlide * baselineSlides;
  }
}
