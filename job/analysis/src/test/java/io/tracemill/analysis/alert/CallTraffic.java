package io.tracemill.analysis.alert;

import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.mutation.Reading;
import io.tracemill.analysis.mutation.Reading.BlockScore;
import io.tracemill.analysis.mutation.Reading.Score;
import io.tracemill.analysis.mutation.Side;
import io.tracemill.analysis.mutation.Subject;
import io.tracemill.analysis.statistics.BinnedSample;
import io.tracemill.analysis.statistics.RankSum;
import io.tracemill.analysis.statistics.Tally;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Endpoints some of whose requests make a call, twelve blocks and a window.
 *
 * @param endpoints how many
 * @param perBlock requests of each in a block, and in the window
 * @param share of requests that make it
 * @param spread standard deviation of the logarithm of the share's odds, from block to block, the
 *     same for all endpoints
 */
record CallTraffic(int endpoints, int perBlock, double share, double spread) {
  private static final int BLOCKS = 12;
  private static final double MILLION = 1e6;

  /** The slides of one comparison. */
  List<EndpointSlide> slides(Random random, Subject call, double shareNow) {
    double[] shares = new double[BLOCKS + 1];
    for (int block = 0; block <= BLOCKS; block++) {
      double is = block == BLOCKS ? shareNow : share;
      double factor = Math.exp(spread * random.nextGaussian());
      shares[block] = is * factor / (1 - is + is * factor);
    }
    List<EndpointSlide> slides = new ArrayList<>();
    for (int endpoint = 0; endpoint < endpoints; endpoint++) {
      List<Tally> tallies =
          Arrays.stream(shares).mapToObj(of -> new Tally(hits(random, of), perBlock)).toList();
      slides.add(SlideSpec.slide("s" + endpoint).reads(reading(call, tallies)).at(0));
    }
    return slides;
  }

  private long hits(Random random, double of) {
    return random.doubles(perBlock).filter(value -> value < of).count();
  }

  private static Reading reading(Subject call, List<Tally> tallies) {
    List<Tally> blocks = tallies.subList(0, BLOCKS);
    Tally before = blocks.stream().reduce(Tally.NONE, Tally::plus);
    Tally after = tallies.get(BLOCKS);
    RankSum ranks = RankSum.against(BinnedSample.of(after), BinnedSample.of(before));
    long rise = Math.round(MILLION * (after.ratio() - before.ratio()));
    long requests = after.trials();
    Score score = new Score(ranks.sum(), ranks.variance(), requests, requests, requests, rise);
    List<BlockScore> scores = new ArrayList<>();
    for (RankSum block :
        RankSum.within(blocks.stream().map(BinnedSample::of).toList(), BinnedSample.of(before))) {
      scores.add(new BlockScore(scores.size(), block.sum(), block.variance()));
    }
    return new Reading(call, score, score, scores, side(before), side(after), 0);
  }

  private static Side side(Tally tally) {
    return new Side(tally.hits(), tally.trials(), tally.ratio(), 0);
  }
}
