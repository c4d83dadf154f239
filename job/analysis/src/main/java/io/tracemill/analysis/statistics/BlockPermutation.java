package io.tracemill.analysis.statistics;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.util.CombinatoricsUtils;

/**
 * Are two sets of slides from one distribution? The distance of Kolmogorov and Smirnov between
 * them, against that between other ways to deal whole slides to the two: what requests of one slide
 * have in common does not disturb it. Slides must be alike in distribution and independent of one
 * another.
 *
 * <p>All deals are tried if they are at most {@link #DEALS}; else the one found and that many less
 * one others, chosen by a hash of the counts. p is the part of deals whose distance is as large or
 * larger, so it is never below {@code 1/DEALS}, and takes DEALS times slides times bins steps: for
 * a question asked alone, not for one of thousands.
 */
public final class BlockPermutation {
  /** With fewer slides in all, there are too few ways to deal them. */
  public static final int MIN_SLIDES = 10;

  /** At most so many ways to deal are tried. */
  public static final int DEALS = 10_000;

  private static final double ROUNDING = 1e-12;

  private final long[][] slides;
  private final int chosen;

  private BlockPermutation(long[][] slides, int chosen) {
    this.slides = slides;
    this.chosen = chosen;
  }

  /** Tests the slides of a cohort against those of another. */
  public static TestResult test(List<BinnedSample> first, List<BinnedSample> second) {
    List<BinnedSample> all = new ArrayList<>(first);
    all.addAll(second);
    if (first.isEmpty() || second.isEmpty() || all.size() < MIN_SLIDES) {
      throw new IllegalArgumentException("slides: " + first.size() + ", " + second.size());
    }
    int[] axis = BinnedSample.pooled(all).bins();
    long[][] slides = all.stream().map(slide -> slide.countsIn(axis)).toArray(long[][]::new);
    return new BlockPermutation(slides, first.size()).test();
  }

  private TestResult test() {
    int[] deal = new int[chosen];
    for (int i = 0; i < chosen; i++) {
      deal[i] = i;
    }
    double found = distance(deal);
    double possible = CombinatoricsUtils.binomialCoefficientDouble(slides.length, chosen);
    int deals = (int) Math.min(DEALS, Math.round(possible));
    boolean all = possible <= DEALS;
    long seed = hash();
    int asFar = 1;
    for (int i = 1; i < deals; i++) {
      if (all) {
        advance(deal);
      } else {
        choose(deal, seed + i);
      }
      if (distance(deal) >= found - ROUNDING) {
        asFar++;
      }
    }
    return new TestResult(found, (double) asFar / deals, 1.0 / deals);
  }

  private double distance(int[] deal) {
    long[] first = new long[slides[0].length];
    long[] second = new long[slides[0].length];
    boolean[] taken = new boolean[slides.length];
    for (int slide : deal) {
      taken[slide] = true;
    }
    for (int slide = 0; slide < slides.length; slide++) {
      long[] to = taken[slide] ? first : second;
      for (int bin = 0; bin < to.length; bin++) {
        to[bin] += slides[slide][bin];
      }
    }
    return new PairedBins(first, second).distance();
  }

  /** The next of all ascending deals, by their numbers. */
  private void advance(int[] deal) {
    int last = chosen - 1;
    while (deal[last] == slides.length - chosen + last) {
      last--;
    }
    deal[last]++;
    for (int i = last + 1; i < chosen; i++) {
      deal[i] = deal[i - 1] + 1;
    }
  }

  /** The slides that a shuffle by {@code seed} puts first. */
  private void choose(int[] deal, long seed) {
    int[] order = new int[slides.length];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    long state = mix(seed);
    for (int i = 0; i < chosen; i++) {
      state = mix(state + i);
      int other = i + (int) Long.remainderUnsigned(state, order.length - i);
      deal[i] = order[other];
      order[other] = order[i];
    }
  }

  private long hash() {
    long hash = chosen;
    for (long[] slide : slides) {
      for (long count : slide) {
        hash = mix(hash ^ count) + 1;
      }
    }
    return hash;
  }

  /** SplitMix64's step (Steele and others, 2014): every bit of the input reaches every other. */
  private static long mix(long value) {
    long mixed = value + 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}
