package io.tracemill.analysis.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Healthy traffic: requests whose latencies remember the one before (AR(1)) or share what their
 * slide was like.
 *
 * @param ties how latencies fall into bins
 * @param memory correlation of a latency with the one before
 * @param sharedBySlide part of the variance that all requests of a slide have in common
 */
record Traffic(Ties ties, double memory, double sharedBySlide) {
  enum Ties {
    CONTINUOUS {
      @Override
      int bin(double normal) {
        return (int) Math.round(normal * 1e7);
      }
    },
    HEAVY {
      @Override
      int bin(double normal) {
        return (int) Math.floor(normal * 1.2);
      }
    },
    TWO_VALUES {
      @Override
      int bin(double normal) {
        return normal > 0.84 ? 1 : 0;
      }
    };

    abstract int bin(double normal);
  }

  static Traffic independent(Ties ties) {
    return new Traffic(ties, 0, 0);
  }

  /** Successive slides of {@code perSlide} requests each. */
  List<BinnedSample> slides(Random random, int slides, int perSlide) {
    List<BinnedSample> made = new ArrayList<>();
    double last = random.nextGaussian();
    for (int slide = 0; slide < slides; slide++) {
      double shared = random.nextGaussian() * Math.sqrt(sharedBySlide);
      int[] bins = new int[perSlide];
      for (int i = 0; i < perSlide; i++) {
        last = memory * last + Math.sqrt(1 - memory * memory) * random.nextGaussian();
        bins[i] = ties.bin(shared + last * Math.sqrt(1 - sharedBySlide));
      }
      made.add(BinnedSample.ofValues(bins));
    }
    return made;
  }
}
